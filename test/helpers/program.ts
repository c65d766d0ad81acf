/**
 * The built program in this thread: a call instead of a process. Each start has arguments, variables, a home folder,
 * streams, an exit code and signals of its own. What depends on a process needs one, from process.ts: the protocol over
 * stdio, pipes, terminals, crashes, the keychain, Redis, options of Node, a catalogue of the operator.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folders.ts";
import { cli, runners, type Environment } from "./process.ts";
import { eventually } from "./waiting.ts";

/** What the program sees of its process. */
type Replaced = Partial<Record<string | symbol, unknown>> & { readonly env: Environment };

const current = new AsyncLocalStorage<Replaced>();

globalThis.process = new Proxy(process, {
  get(target, key) {
    const view = current.getStore();
    return view !== undefined && Object.hasOwn(view, key) ? view[key] : Reflect.get(target, key);
  },
  set(target, key, value) {
    const view = current.getStore();
    return view !== undefined && Object.hasOwn(view, key)
      ? Reflect.set(view, key, value)
      : Reflect.set(target, key, value);
  },
});

const { homedir } = os;
os.homedir = () => current.getStore()?.env["HOME"] ?? homedir();
syncBuiltinESMExports();

/** Commands that wait for a signal once they serve. */
const servers = ["http", "sandbox"];

/** Where a program writes that has ended. */
const nowhere = new PassThrough().resume();

let starts = 0;

class Program extends EventEmitter {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly #signals = new EventEmitter();
  readonly #replaced: Replaced;

  constructor(words: readonly string[], env: Environment) {
    super();
    if ("NODE_OPTIONS" in env) throw new Error("options of Node need a process");
    const { stdin, stdout, stderr } = this;
    const signals = this.#signals;
    const ownSignal =
      (method: "on" | "once" | "off") =>
      (name: string, listener: (...values: unknown[]) => void): unknown =>
        name.startsWith("SIG") ? signals[method](name, listener) : process;
    this.#replaced = {
      argv: [process.execPath, cli, ...words],
      env,
      stdin,
      stdout,
      stderr,
      on: ownSignal("on"),
      once: ownSignal("once"),
      off: ownSignal("off"),
      exitCode: undefined,
      exit: (code?: number) => this.#end(code),
      kill: () => this.#end(),
    };
    void current.run(this.#replaced, () => this.#run(words));
  }

  /** Sends a signal. */
  kill(signal: "SIGINT" | "SIGTERM" = "SIGTERM"): void {
    current.run(this.#replaced, () => this.#signals.emit(signal));
  }

  async #run(words: readonly string[]): Promise<void> {
    starts += 1;
    const { ended }: { ended: Promise<void> } = await import(
      `${pathToFileURL(cli).href}?${starts}`
    );
    await ended;
    // One ends the process; a server has another.
    const waits = this.#signals.listenerCount("SIGTERM") > 1;
    if (waits && servers.some((command) => words.includes(command))) return;
    // A process ends after its last write.
    await eventually(() => {
      if (process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq")))
        throw new Error("files are written");
    });
    this.#end();
  }

  #end(code = this.#replaced["exitCode"] ?? 0): void {
    this.#signals.removeAllListeners();
    Object.assign(this.#replaced, { stdout: nowhere, stderr: nowhere });
    this.stdout.end();
    this.stderr.end();
    this.emit("exit", code);
  }
}

/** @returns the program, which gets a signal at the end of the test. */
export function start(words: readonly string[], environment: Environment = {}): Program {
  const env = { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder(), ...environment };
  const program = new Program(words, env);
  // A program can move the clock of its process (`--today`).
  const { now } = Date;
  onTestFinished(() => {
    Date.now = now;
    program.kill();
  });
  return program;
}

export const { run, runCall } = runners(start);

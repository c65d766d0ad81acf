/** The built program as its users run it. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import type { EventEmitter } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folders.ts";

export const cli = join(import.meta.dirname, "../../dist/cli.js");
export const keychainHelper = join(import.meta.dirname, "../../dist/chunks/keychain-helper.js");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Shortens one of the times of a process. */
export const hastened = (
  timer: "setInterval" | "setTimeout",
  milliseconds: number,
  to: number,
): Environment => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const { ${timer} } = globalThis;
    globalThis.${timer} = (work, pause, ...rest) =>
      ${timer}(work, pause === ${milliseconds} ? ${to} : pause, ...rest);
  `)}`,
});

/** A process that is ended with the test. */
export function start(
  words: readonly string[],
  environment: Environment = {},
): ChildProcessWithoutNullStreams {
  // The files of a process are removed with the test.
  const env = { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder(), ...environment };
  const child = spawn(process.execPath, [cli, ...words], { env });
  onTestFinished(() => {
    child.kill();
  });
  return child;
}

/** A process, or the program in this thread. */
export type Started = Pick<ChildProcessWithoutNullStreams, "stdout" | "stderr"> & EventEmitter;

/** Returns a started server's URL as soon as it serves. @throws Error if it ends before, such as for a port in use. */
export const urlOf = (child: Pick<Started, "stdout">): Promise<string> =>
  new Promise((resolve, reject) => {
    createInterface(child.stdout)
      .on("line", (line) => {
        const [url] = /http:\S+\/mcp/.exec(line) ?? [];
        if (url !== undefined) resolve(url);
      })
      .once("close", () => reject(new Error("the server ended before it served")));
  });

/** Returns everything that a process writes until it ends. */
export async function readAll(child: Started): Promise<Ran> {
  const read = (stream: NodeJS.ReadableStream): Promise<string> => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    return new Promise((resolve) =>
      stream.on("end", () => resolve(Buffer.concat(chunks).toString())),
    );
  };
  const [stdout, stderr, code] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  return { code, stdout, stderr };
}

interface Runners {
  /** Runs a command to its end. */
  readonly run: (
    words: readonly string[],
    environment?: Environment,
    stdin?: string,
  ) => Promise<Ran>;
  /** Calls a tool from the terminal. @throws Error for a tool error: a test that expects one uses `run`. */
  readonly runCall: (words: readonly string[], environment?: Environment) => Promise<Ran>;
}

type Begin = (
  words: readonly string[],
  environment: Environment,
) => Started & { readonly stdin: NodeJS.WritableStream };

export function runners(begin: Begin): Runners {
  const run: Runners["run"] = (words, environment = {}, stdin = "") => {
    const child = begin(words, environment);
    child.stdin.end(stdin);
    return readAll(child);
  };
  const runCall: Runners["runCall"] = async (words, environment) => {
    const ran = await run(["call", ...words], environment);
    if (ran.code !== 0) throw new Error(`call failed: ${ran.stdout}${ran.stderr}`);
    return ran;
  };
  return { run, runCall };
}

export const { run, runCall } = runners(start);

/** A model behind a command that the user names: a process that reads and writes lines of JSON. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { unlessAborted } from "../src/async/unless-aborted.ts";
import { said, type Asked, type Replied, type Said } from "./protocol.ts";

/** What the command did that is no answer. */
export class Misbehaved extends Error {}

export class Model {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  #hasEnded = false;

  /** @param command a command line, run by the shell. @param patience milliseconds for each line. */
  constructor(
    command: string,
    private readonly patience: number,
  ) {
    this.#child = spawn(command, {
      shell: true,
      // A group of its own: to end the shell would leave what it has started.
      detached: process.platform !== "win32",
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child.stdin.on("error", () => {});
    const lines = createInterface(this.#child.stdout);
    lines.once("close", () => (this.#hasEnded = true));
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** Sends a line, and waits for the next. @throws Misbehaved if there is none, or if it is not of the protocol. */
  async say(message: Asked | Replied): Promise<Said> {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    const line = await this.#next();
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new Misbehaved(
        `the command wrote ${JSON.stringify(line.slice(0, 100))}, which is not JSON`,
      );
    }
    const read = said.safeParse(value);
    if (read.success) return read.data;
    throw new Misbehaved(
      `the command wrote ${JSON.stringify(line.slice(0, 100))}: ${read.error.issues[0]?.message}`,
    );
  }

  /** The next line that is not blank. */
  async #next(): Promise<string> {
    const patience = AbortSignal.timeout(this.patience);
    for (;;) {
      const { value, done } = await unlessAborted(this.#lines.next(), patience).catch(() => {
        throw new Misbehaved(`the command wrote nothing for ${this.patience / 1000} seconds`);
      });
      if (done === true) throw new Misbehaved("the command ended");
      if (value.trim() !== "") return value;
    }
  }

  close(): void {
    this.#child.stdin.end();
    const { pid } = this.#child;
    if (pid === undefined || this.#hasEnded) return;
    if (process.platform === "win32") this.#child.kill();
    else process.kill(-pid);
  }
}

/**
 * A model behind a command that the user names, and the protocol: one JSON object per line. The evaluation is the
 * client of the server, so that a command needs to know nothing of MCP.
 */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import * as z from "zod";
import { unlessAborted } from "../src/base/async/unless-aborted.ts";
import type { Question } from "./question.ts";

/** To the model: a new question; what was said before no longer counts. */
export interface Asked {
  readonly type: "question";
  readonly id: string;
  readonly text: string;
  /** The instructions of the server, and how to answer. */
  readonly instructions: string;
  readonly tools: readonly object[];
}

/** To the model: the reply to its call. */
export interface Replied {
  readonly type: "reply";
  readonly text: string;
  readonly isError: boolean;
}

/** From the model. */
const said = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("call"),
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    type: z.literal("answer"),
    /** Null: there is no honest answer. */
    value: z.union([z.number(), z.string(), z.null()]),
  }),
]);
export type Said = z.infer<typeof said>;

/** Sends a message to a model; returns what it says next. @param question for scripts alone: how to ask. */
export type Say = (message: Asked | Replied, question: Question) => Said | Promise<Said>;

/** What the command did instead of an answer. */
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
  readonly say = async (message: Asked | Replied): Promise<Said> => {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    const line = await this.#next();
    let problem = ", which is not JSON";
    try {
      const read = said.safeParse(JSON.parse(line));
      if (read.success) return read.data;
      problem = `: ${read.error.issues[0]?.message}`;
    } catch {}
    throw new Misbehaved(`the command wrote ${JSON.stringify(line.slice(0, 100))}${problem}`);
  };

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

/** Reads answers that a program, not a person, gives on stdin. */
import { createInterface } from "node:readline";
import { Secret } from "../secrets/secret.ts";

/** The lines that are not blank, one at a time. */
export class StdinLines {
  #lines: AsyncIterator<string> | undefined;

  /** Returns undefined at the end. */
  async next(): Promise<string | undefined> {
    this.#lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) return undefined;
      if (value.trim() !== "") return value.trim();
    }
  }

  async nextSecret(): Promise<Secret | undefined> {
    const line = await this.next();
    return line === undefined ? undefined : new Secret(line);
  }

  /** Lets the process end. */
  close(): void {
    process.stdin.destroy();
  }
}

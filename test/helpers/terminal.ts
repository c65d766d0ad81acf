/** A person at a terminal of a test. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";

/** What appears, and what the person then types. */
export type Turn = readonly [shown: string, typed: string];

/** Types as each text appears, one after the other. Returns what did not happen yet. */
export function typeInTurn(
  { stdin, stdout }: ChildProcessWithoutNullStreams,
  turns: readonly Turn[],
): Turn[] {
  const left = [...turns];
  let seen = "";
  stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString();
    for (let [turn] = left; turn !== undefined && seen.includes(turn[0]); [turn] = left) {
      seen = seen.slice(seen.indexOf(turn[0]) + turn[0].length);
      stdin.write(turn[1]);
      left.shift();
    }
  });
  return left;
}

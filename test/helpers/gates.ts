/** A gate of a test, with a clock that the test moves, before a book in memory or in files. */
import { join } from "node:path";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import { Gate, type Waiting } from "../../src/suite/quota/gate.ts";
import type { RequestBook } from "../../src/suite/quota/request-book.ts";
import { testClock } from "./clock.ts";
import { temporaryFolder } from "./folders.ts";
import { never } from "./in-memory.ts";

export const hour = 3_600_000;
export const start = Date.parse("2026-11-20T12:00:00Z");

export const patient: Waiting = {
  signal: never,
  deadline: Number.POSITIVE_INFINITY,
  onWait: () => {},
  caller: undefined,
};
export const hurried: Waiting = { ...patient, deadline: 0 };

export const headers = (
  remaining: number,
  reset: number,
  limit = "500, 500;window=3600, 1000;window=3600",
): { status: number; text: string; headers: Record<string, string> } => ({
  status: 200,
  text: "",
  headers: {
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
  },
});

export const books: readonly (readonly [string, () => RequestBook])[] = [
  ["memory", () => new LocalRequestBook()],
  ["files", () => new LocalRequestBook(join(temporaryFolder(), "quota"))],
];

export interface GateMachine {
  readonly gate: Gate;
  readonly pass: (milliseconds: number) => void;
  readonly slept: readonly number[];
}

export function machineWith(book: RequestBook): GateMachine {
  let passed = 0;
  const clock = testClock(() => start + passed);
  return { gate: new Gate(clock, book), pass: (time) => (passed += time), slept: clock.slept };
}

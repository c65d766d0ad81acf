/** Callers who share a login share its requests: nobody gets a second one while another waits for the first. */
import { expect, test } from "vitest";
import { Turns } from "../../src/async/turns.ts";
import { Gate } from "../../src/quota/gate.ts";
import { MemoryRequestBook } from "../../src/quota/request-book.ts";
import { testClock } from "../helpers/clock.ts";
import { never } from "../helpers/in-memory.ts";

const start = Date.parse("2026-11-20T12:00:00Z");
const hour = 3_600_000;

/** Jain's index: 1 where all have the same, 1/n where one has everything. */
function fairness(counts: readonly number[]): number {
  const sum = counts.reduce((total, one) => total + one, 0);
  return sum ** 2 / (counts.length * counts.reduce((total, one) => total + one ** 2, 0));
}

/** Asks for requests in this order of callers, all at the same time, and returns who got them, in order. */
async function admittedOf(gate: Gate, callers: readonly string[]): Promise<string[]> {
  const admitted: string[] = [];
  const waiting = { signal: never, deadline: 0, onWait: () => {} };
  await Promise.allSettled(
    callers.map(async (caller) => {
      await gate.admit({ ...waiting, caller });
      admitted.push(caller);
    }),
  );
  return admitted;
}

const times = (count: number, caller: string): string[] =>
  Array.from({ length: count }, () => caller);

test("of 20 callers with 100 questions each, one after the other, all get the same share of 500 requests", async () => {
  const gate = new Gate(
    testClock(() => start),
    new MemoryRequestBook(),
  );
  const callers = Array.from({ length: 20 }, (_, place) => `caller ${place}`);
  const admitted = await admittedOf(
    gate,
    callers.flatMap((caller) => times(100, caller)),
  );
  expect(admitted).toHaveLength(500);
  const counts = callers.map((caller) => admitted.filter((one) => one === caller).length);
  expect(fairness(counts)).toBeGreaterThan(0.99);
  // The first request found nobody waiting.
  expect(new Set(admitted.slice(0, 20)).size).toBe(20);
});

test("who asks little goes before who has asked much, also much later in the hour", async () => {
  let now = start;
  const gate = new Gate(
    testClock(() => now),
    new MemoryRequestBook(),
  );
  await admittedOf(gate, times(50, "ada"));
  now += hour / 2;
  const order = await admittedOf(gate, [...times(5, "ada"), ...times(3, "ben")]);
  expect(order).toEqual(["ada", ...times(3, "ben"), ...times(4, "ada")]);
  now += hour;
  const later = await admittedOf(gate, [...times(3, "ada"), "ben"]);
  expect(later, "an hour later all begin anew").toEqual(["ada", "ben", "ada", "ada"]);
});

test("one caller alone, or callers without names, are served in their order", async () => {
  const turns = new Turns(() => 0);
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map((place) => turns.run(async () => void order.push(place), "ada")),
  );
  expect(order).toEqual([1, 2, 3, 4]);
});

test("work without an owner goes first, and a failure does not stop the others", async () => {
  const turns = new Turns(() => 0);
  const order: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    order.push(name);
    if (name === "failing") throw new Error("it fails");
  };
  const outcomes = await Promise.allSettled([
    turns.run(work("first"), "ada"),
    turns.run(work("failing"), "ada"),
    turns.run(work("second"), "ada"),
    turns.run(work("urgent")),
  ]);
  expect(order).toEqual(["first", "urgent", "failing", "second"]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await turns.run(async () => "free again")).toBe("free again");
});

test("where the record that nodes share cannot be reached, the error says so, and when to try again", async () => {
  const until = start + 60_000;
  const away = { code: "store_unreachable", until, isReset: false, mayOpenEarlier: false } as const;
  const book = Object.assign(new MemoryRequestBook(), { take: async () => away });
  const gate = new Gate(
    testClock(() => start),
    book,
  );
  const waiting = { signal: never, deadline: start + 50_000, onWait: () => {} };
  await expect(gate.admit(waiting)).rejects.toThrow(
    /^store_unreachable: the record of requests, which the nodes of this server share, cannot be reached\nCall again after 12:01 UTC\.$/,
  );
});

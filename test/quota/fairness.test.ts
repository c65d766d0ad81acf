/** Callers who share a login share its requests: nobody gets a second one while another waits for the first. */
import { describe, expect, test, vi } from "vitest";
import { Gate } from "../../src/suite/quota/gate.ts";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import type { Taken } from "../../src/suite/quota/request-book.ts";
import { admittedOf, countsOf, fairness, times } from "../helpers/fairness.ts";
import { testClock } from "../helpers/clock.ts";
import { never } from "../helpers/in-memory.ts";

const start = Date.parse("2026-11-20T12:00:00Z");
const hour = 3_600_000;

test("of 20 callers with 100 questions each, one after the other, all get the same share of 500 requests", async () => {
  const gate = new Gate(
    testClock(() => start),
    new LocalRequestBook(),
  );
  const callers = Array.from({ length: 20 }, (_, place) => `caller ${place}`);
  const admitted = await admittedOf({
    gate,
    callers: callers.flatMap((caller) => times(100, caller)),
  });
  expect(admitted).toHaveLength(500);
  expect(fairness(countsOf(callers, admitted))).toBeGreaterThan(0.99);
  // The first request found nobody waiting.
  expect(new Set(admitted.slice(0, 20)).size).toBe(20);
});

test("who asks little goes before who has asked much, also much later in the hour", async () => {
  let now = start;
  const gate = new Gate(
    testClock(() => now),
    new LocalRequestBook(),
  );
  await admittedOf({ gate, callers: times(50, "ada") });
  now += hour / 2;
  const order = await admittedOf({ gate, callers: [...times(5, "ada"), ...times(3, "ben")] });
  expect(order).toEqual(["ada", ...times(3, "ben"), ...times(4, "ada")]);
  now += hour;
  const later = await admittedOf({ gate, callers: [...times(3, "ada"), "ben"] });
  expect(later, "an hour later all begin anew").toEqual(["ada", "ben", "ada", "ada"]);
});

test("one caller alone, or calls without a caller, are served in their order", async () => {
  for (const caller of ["ada", undefined]) {
    const order: number[] = [];
    const gate = new Gate(
      testClock(() => start),
      new LocalRequestBook(),
    );
    const waiting = { signal: never, deadline: 0, onWait: () => {}, caller };
    await Promise.all(
      [1, 2, 3, 4].map(async (place) => {
        await gate.admit(waiting);
        order.push(place);
      }),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  }
});

test("a call that ends while it waits takes no request from the others", async () => {
  const book = new LocalRequestBook();
  const gate = new Gate(
    testClock(() => start),
    book,
  );
  const ending = new AbortController();
  const enter = (signal: AbortSignal): Promise<void> =>
    gate.admit({ signal, deadline: 0, onWait: () => {}, caller: undefined });
  const entered = [enter(never), enter(ending.signal), enter(never)];
  ending.abort(new Error("the client left"));
  const outcomes = await Promise.allSettled(entered);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await book.state(start)).counted.count).toBe(2);
});

describe("a call that ends while its request is recorded", () => {
  const ending = (): { readonly gate: Gate; readonly signal: AbortSignal } => {
    const [book, left] = [new LocalRequestBook(), new AbortController()];
    vi.spyOn(book, "take").mockImplementationOnce(async () => {
      left.abort(new Error("the client left"));
      return { caller: "ada" };
    });
    return {
      gate: new Gate(
        testClock(() => start),
        book,
      ),
      signal: left.signal,
    };
  };
  const waiting = { deadline: 0, onWait: () => {}, caller: "ada" };

  test("leaves it to another call of its caller", async () => {
    const { gate, signal } = ending();
    const entered = [gate.admit({ ...waiting, signal }), gate.admit({ ...waiting, signal: never })];
    const outcomes = await Promise.allSettled(entered);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  test("gets it where there is no other, and releases it", async () => {
    const { gate, signal } = ending();
    await expect(gate.admit({ ...waiting, signal })).resolves.toBeUndefined();
  });
});

test("a failure of the record reaches every call that waits, and later calls are served", async () => {
  const book = new LocalRequestBook();
  const take = vi.spyOn(book, "take").mockRejectedValueOnce(new Error("it fails"));
  const gate = new Gate(
    testClock(() => start),
    book,
  );
  const waiting = { signal: never, deadline: 0, onWait: () => {}, caller: undefined };
  const outcomes = await Promise.allSettled([gate.admit(waiting), gate.admit(waiting)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await gate.admit(waiting);
  expect(take).toHaveBeenCalledTimes(2);
});

test("a record that knows the callers of other processes chooses; where those are first, it is asked again", async () => {
  const questions: (readonly string[])[] = [];
  const answers: Taken[] = [{}, { caller: "ben" }];
  const take = async (callers: readonly string[]): Promise<Taken> => {
    questions.push(callers);
    return answers.shift() ?? { caller: "ada" };
  };
  const clock = testClock(() => start);
  const gate = new Gate(clock, Object.assign(new LocalRequestBook(), { take }));
  const admitted = await admittedOf({ gate, callers: ["ada", "ada", "ada", "ben"] });
  expect(admitted).toEqual(["ben", "ada", "ada", "ada"]);
  expect(clock.slept).toEqual([5]);
  // Who waits for more than one request is named twice.
  expect(questions).toEqual([
    ["ada"],
    ["ada", "ada", "ben"],
    ["ada", "ada"],
    ["ada", "ada"],
    ["ada"],
  ]);
});

test("where the record that nodes share cannot be reached, the error says so, and when to try again", async () => {
  const until = start + 60_000;
  const away = { code: "store_unreachable", until, isReset: false, mayOpenEarlier: false } as const;
  const book = Object.assign(new LocalRequestBook(), { take: async () => ({ denied: away }) });
  const gate = new Gate(
    testClock(() => start),
    book,
  );
  const waiting = { signal: never, deadline: start + 50_000, onWait: () => {}, caller: undefined };
  await expect(gate.admit(waiting)).rejects.toThrow(
    /^store_unreachable: the record of requests, which the nodes of this server share, cannot be reached\nCall again after 12:01 UTC\.$/,
  );
});

/** Requests pass the gate while the quota allows it, and wait or fail afterwards. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { FileRequestBook } from "../../src/quota/file-request-book.ts";
import { Gate, type Waiting } from "../../src/quota/gate.ts";
import { MemoryRequestBook, type RequestBook } from "../../src/quota/request-book.ts";
import { testClock } from "../helpers/clock.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { never } from "../helpers/in-memory.ts";

const hour = 3_600_000;
const start = Date.parse("2026-11-20T12:00:00Z");

const patient: Waiting = {
  signal: never,
  deadline: Number.POSITIVE_INFINITY,
  onWait: () => {},
  caller: undefined,
};
const hurried: Waiting = { ...patient, deadline: 0 };

const headers = (
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

const books: readonly (readonly [string, () => RequestBook])[] = [
  ["memory", () => new MemoryRequestBook()],
  ["files", () => new FileRequestBook(join(temporaryFolder(), "quota"))],
];

interface Machine {
  readonly gate: Gate;
  readonly pass: (milliseconds: number) => void;
  readonly slept: readonly number[];
}

function machineWith(book: RequestBook): Machine {
  let passed = 0;
  const clock = testClock(() => start + passed);
  return { gate: new Gate(clock, book), pass: (time) => (passed += time), slept: clock.slept };
}

test.each(books)("in %s: counts the requests of the last hour", async (_name, book) => {
  const { gate, pass } = machineWith(book());
  await gate.admit(patient);
  pass(hour / 2);
  await gate.admit(patient);
  expect(await gate.left()).toEqual({ requests: 498, isReported: false });
  pass(hour / 2 + 60_000);
  expect(await gate.left()).toEqual({ requests: 499, isReported: false });
});

test.each(books)("in %s: the quota is not exceeded", async (_name, book) => {
  const { gate, slept } = machineWith(book());
  for (let count = 0; count < 500; count += 1) await gate.admit(hurried);
  await expect(gate.admit(hurried)).rejects.toThrow(
    /^user_quota_exhausted: this user has no requests left for this hour\nCall again after 13:0[01] UTC\.$/,
  );
  expect((await gate.left()).requests).toBe(0);
  await gate.admit(patient);
  expect(slept.length).toBe(1);
});

test.each(books)(
  "in %s: the API's headers take precedence until their window has passed",
  async (_name, book) => {
    const { gate, pass } = machineWith(book());
    await gate.admit(patient);
    await gate.release(headers(2, 60));
    expect(await gate.left()).toEqual({ requests: 2, isReported: true });
    await gate.admit(patient);
    await gate.admit(patient);
    await gate.release(headers(1, 60));
    await gate.release(headers(0, 60));
    await expect(gate.admit(hurried)).rejects.toThrow("rate_limited");
    pass(60_000);
    expect(await gate.left(), "requests before the reset do not count").toEqual({
      requests: 500,
      isReported: false,
    });
  },
);

test.each(books)(
  "in %s: requests in flight reduce what is left until their answers report",
  async (_name, book) => {
    const { gate } = machineWith(book());
    await gate.admit(patient);
    await gate.admit(patient);
    await gate.release(headers(8, 60));
    expect((await gate.left()).requests).toBe(7);
    await gate.release(headers(9, 60));
    expect((await gate.left()).requests).toBe(8);
  },
);

test("a number of remaining requests without a reset is ignored", async () => {
  const { gate } = machineWith(new MemoryRequestBook());
  await gate.admit(patient);
  await gate.release(headers(7, 60));
  await gate.admit(patient);
  const { headers: sent, ...answer } = headers(3, 60);
  await gate.release({ ...answer, headers: { ...sent, "x-ratelimit-reset": "soon" } });
  expect(await gate.left()).toEqual({ requests: 7, isReported: true });
});

test("all remaining requests can be sent at once, and no more", async () => {
  const { gate } = machineWith(new MemoryRequestBook());
  await gate.admit(patient);
  await gate.release(headers(20, 3600));
  let [sent, remaining] = [0, 20];
  const ask = async (): Promise<void> => {
    await gate.admit(hurried);
    sent += 1;
    remaining -= 1;
    const reported = remaining;
    await setImmediate();
    await gate.release(headers(reported, 3600));
  };
  const asked = await Promise.allSettled(Array.from({ length: 25 }, ask));
  expect(sent).toBe(20);
  expect(asked.filter(({ status }) => status === "rejected").length).toBe(5);
});

test.each(books)(
  "in %s: a reset counts for at most an hour if no header names a longer window",
  async (_name, book) => {
    const { gate, pass } = machineWith(book());
    await gate.admit(patient);
    await gate.release(headers(0, 1_800_000_000));
    await expect(gate.admit(hurried)).rejects.toThrow("Call again after 13:00 UTC.");
    pass(hour);
    await gate.admit(hurried);
  },
);

test.each(books)("in %s: limits and windows that the API names hold", async (_name, book) => {
  const { gate, pass } = machineWith(book());
  const limit = "20, 20;window=7200, 1000;window=3600";
  await gate.admit(patient);
  await gate.release(headers(0, 100_000, limit));
  await expect(gate.admit(hurried)).rejects.toThrow("Call again after 14:00 UTC.");
  expect(await gate.left()).toMatchObject({ requests: 0, closed: { code: "rate_limited" } });
  pass(2 * hour);
  expect(await gate.left(), "the limit holds for the next window").toEqual({
    requests: 20,
    isReported: false,
  });
});

test("a time on another day is written with its date", async () => {
  const { gate, pass } = machineWith(new MemoryRequestBook());
  pass(11.5 * hour);
  await gate.close("rate_limited", 3600);
  await expect(gate.admit(hurried)).rejects.toThrow("Call again after 2026-11-21 00:30 UTC.");
});

test.each(books)("in %s: forgetting the quota opens the gate", async (_name, book) => {
  const { gate } = machineWith(book());
  await gate.admit(patient);
  await gate.close("user_quota_exhausted", 600);
  await gate.forget();
  expect(await gate.left()).toEqual({ requests: 500, isReported: false });
  await gate.admit(hurried);
});

test.each(books)(
  "in %s: a rejection closes the gate for the time that the API names",
  async (_name, book) => {
    const { gate, pass } = machineWith(book());
    await gate.admit(patient);
    await gate.close("rate_limited", 90);
    await expect(gate.admit(hurried)).rejects.toThrow("Call again after 12:02 UTC.");
    pass(90_000);
    await gate.admit(hurried);
  },
);

test.each(books)(
  "in %s: a closed gate has no requests left and admits none, whatever the headers reported before",
  async (_name, book) => {
    const { gate, pass, slept } = machineWith(book());
    await gate.admit(patient);
    await gate.release(headers(8, 3600));
    const until = await gate.close("user_quota_exhausted", 600);
    expect(until).toBe(start + 600_000);
    const closed = { code: "user_quota_exhausted", until };
    expect(await gate.left()).toEqual({ requests: 0, isReported: true, closed });
    for (let count = 0; count < 3; count += 1) {
      await expect(gate.admit(hurried)).rejects.toThrow("user_quota_exhausted");
    }
    pass(599_999);
    await expect(gate.admit(hurried)).rejects.toThrow("user_quota_exhausted");
    pass(1);
    expect(await gate.left(), "rejected requests do not count").toEqual({
      requests: 8,
      isReported: true,
    });
    await gate.admit(hurried);
    expect((await gate.left()).requests).toBe(7);
    expect(slept).toEqual([]);
  },
);

test.each(books)(
  "in %s: without a time from the API, the first recorded request has to be an hour old",
  async (_name, book) => {
    const { gate, pass } = machineWith(book());
    await gate.admit(patient);
    pass(hour / 2);
    await gate.close("account_quota_exhausted", undefined);
    await expect(gate.admit(hurried)).rejects.toThrow(
      /^account_quota_exhausted: the account has no requests left for this hour\nCall again after 13:0[01] UTC\.$/,
    );
    pass(hour / 2 + 60_000);
    await gate.admit(hurried);
  },
);

test("the processes of a machine share one book", async () => {
  const folder = join(temporaryFolder(), "quota");
  const [one, other] = [1, 2].map(() => machineWith(new FileRequestBook(folder)));
  await one?.gate.admit(hurried);
  expect(await other?.gate.left()).toEqual({ requests: 499, isReported: false });
  await one?.gate.close("rate_limited", 7200);
  await expect(other?.gate.admit(hurried)).rejects.toThrow("Call again after 14:00 UTC.");
});

test.each(books)("in %s: a request waits for an answer that may report more", async (_, book) => {
  const { gate, slept } = machineWith(book());
  await gate.admit(patient);
  await gate.release(headers(1, 60));
  await gate.admit(hurried);
  const waiting = gate.admit(hurried);
  await gate.release(headers(5, 60));
  await waiting;
  expect(slept).toEqual([]);
  expect((await gate.left()).requests).toBe(0);
});

test.each(books)("in %s: a reset at the deadline itself is waited for", async (_, book) => {
  const { gate, slept } = machineWith(book());
  const until = await gate.close("rate_limited", 60);
  await gate.admit({ ...patient, deadline: until });
  expect(slept).toEqual([60_000]);
});

test.each(books)(
  "in %s: headers that name only one of two numbers report nothing",
  async (_, book) => {
    const { gate } = machineWith(book());
    const { status, text, headers: both } = headers(7, 60);
    for (const name of ["x-ratelimit-remaining", "x-ratelimit-reset"]) {
      const one = Object.fromEntries(Object.entries(both).filter(([other]) => other !== name));
      await gate.admit(patient);
      await gate.release({ status, text, headers: one });
      expect((await gate.left()).isReported).toBe(false);
    }
  },
);

test.each(books)("in %s: the gate closes for a second at least", async (_, book) => {
  const { gate } = machineWith(book());
  expect(await gate.close("rate_limited", 0)).toBe(start + 1000);
});

test.each(books)(
  "in %s: requests before a reset that the API names no longer count",
  async (_, book) => {
    const { gate, pass } = machineWith(book());
    await gate.admit(patient);
    await gate.close("user_quota_exhausted", 60);
    pass(61_000);
    expect((await gate.left()).requests).toBe(500);
  },
);

test("requests after the first of an hour count on after a rejection that names no reset", async () => {
  const { gate, pass } = machineWith(new MemoryRequestBook());
  await gate.admit(patient);
  pass(hour / 2);
  await gate.admit(patient);
  expect(await gate.close("user_quota_exhausted", undefined)).toBe(start + hour);
  pass(hour / 2 + 1000);
  expect((await gate.left()).requests).toBe(499);
});

test.each(books)("in %s: an end that a clock ahead has written does not hold", async (_, book) => {
  const { gate, pass } = machineWith(book());
  await gate.close("rate_limited", 60);
  pass(-2 * hour);
  expect((await gate.left()).closed).toBeUndefined();
});

test.each(books)("in %s: a window longer than an hour holds until its end", async (_, book) => {
  const { gate, pass } = machineWith(book());
  await gate.close("rate_limited", 2 * 3600);
  pass(hour + 60_000);
  expect((await gate.left()).closed?.until).toBe(start + 2 * hour);
});

test.each(books)("in %s: the record can be cleared", async (_, book) => {
  const { gate } = machineWith(book());
  await gate.admit(patient);
  await gate.close("rate_limited", 60);
  await gate.forget();
  expect(await gate.left()).toEqual({ requests: 500, isReported: false });
});

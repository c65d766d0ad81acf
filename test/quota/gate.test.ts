/** Requests pass the gate while the quota allows it: by their number in the last hour, and by what the API reports. */
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import { books, headers, hour, hurried, machineWith, patient } from "../helpers/gates.ts";

test.each(books)("in %s: counts the requests of the last hour", async (_name, book) => {
  const { gate, pass } = machineWith(book());
  await gate.admit(patient);
  pass(hour / 2);
  await gate.admit(patient);
  expect(await gate.left()).toMatchObject({ requests: 498, isReported: false });
  pass(hour / 2 + 60_000);
  expect(await gate.left()).toMatchObject({ requests: 499, isReported: false });
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
    expect(await gate.left()).toMatchObject({ requests: 2, isReported: true });
    await gate.admit(patient);
    await gate.admit(patient);
    await gate.release(headers(1, 60));
    await gate.release(headers(0, 60));
    await expect(gate.admit(hurried)).rejects.toThrow("rate_limited");
    pass(60_000);
    expect(await gate.left(), "requests before the reset do not count").toMatchObject({
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
  const { gate } = machineWith(new LocalRequestBook());
  await gate.admit(patient);
  await gate.release(headers(7, 60));
  await gate.admit(patient);
  const { headers: sent, ...answer } = headers(3, 60);
  await gate.release({ ...answer, headers: { ...sent, "x-ratelimit-reset": "soon" } });
  expect(await gate.left()).toMatchObject({ requests: 7, isReported: true });
});

test("all remaining requests can be sent at once, and no more", async () => {
  const { gate } = machineWith(new LocalRequestBook());
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
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, ask));
  expect(sent).toBe(20);
  expect(outcomes.filter(({ status }) => status === "rejected").length).toBe(5);
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
  expect(await gate.left(), "the limit holds for the next window").toMatchObject({
    requests: 20,
    isReported: false,
  });
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

test.each(books)(
  "in %s: headers that name only one of two numbers report nothing",
  async (_, book) => {
    const { gate } = machineWith(book());
    const { status, text, headers: both } = headers(7, 60);
    for (const name of ["x-ratelimit-remaining", "x-ratelimit-reset"]) {
      const half = Object.fromEntries(Object.entries(both).filter(([header]) => header !== name));
      await gate.admit(patient);
      await gate.release({ status, text, headers: half });
      expect((await gate.left()).isReported).toBe(false);
    }
  },
);

/** How long the gate stays closed after a rejection, and what opens it. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { books, headers, hour, hurried, machineWith, patient, start } from "../helpers/gates.ts";

test("a time on another day is written with its date", async () => {
  const { gate, pass } = machineWith(new LocalRequestBook());
  pass(11.5 * hour);
  await gate.close("rate_limited", 3600);
  await expect(gate.admit(hurried)).rejects.toThrow("Call again after 2026-11-21 00:30 UTC.");
});

test.each(books)("in %s: forgetting the quota opens the gate", async (_name, book) => {
  const { gate } = machineWith(book());
  await gate.admit(patient);
  await gate.close("user_quota_exhausted", 600);
  await gate.forget();
  expect(await gate.left()).toMatchObject({ requests: 500, isReported: false });
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
    expect(await gate.left()).toMatchObject({ requests: 0, isReported: true, closed });
    for (let count = 0; count < 3; count += 1) {
      await expect(gate.admit(hurried)).rejects.toThrow("user_quota_exhausted");
    }
    pass(599_999);
    await expect(gate.admit(hurried)).rejects.toThrow("user_quota_exhausted");
    pass(1);
    expect(await gate.left(), "rejected requests do not count").toMatchObject({
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
  const [firstProcess, secondProcess] = [1, 2].map(() => machineWith(new LocalRequestBook(folder)));
  await firstProcess?.gate.admit(hurried);
  expect(await secondProcess?.gate.left()).toMatchObject({ requests: 499, isReported: false });
  await firstProcess?.gate.close("rate_limited", 7200);
  await expect(secondProcess?.gate.admit(hurried)).rejects.toThrow("Call again after 14:00 UTC.");
});

test.each(books)("in %s: a reset at the deadline itself is waited for", async (_, book) => {
  const { gate, slept } = machineWith(book());
  const until = await gate.close("rate_limited", 60);
  await gate.admit({ ...patient, deadline: until });
  expect(slept).toEqual([60_000]);
});

test.each(books)("in %s: the gate closes for a second at least", async (_, book) => {
  const { gate } = machineWith(book());
  expect(await gate.close("rate_limited", 0)).toBe(start + 1000);
});

test.each(books)(
  "in %s: a rejection that names no time closes the gate for a short time, which grows until an answer comes",
  async (_, book) => {
    const { gate, pass } = machineWith(book());
    await gate.admit(patient);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const until = await gate.close("rate_limited", undefined);
      // The requests that were sent with it are rejected as well.
      for (let count = 0; count < 7; count += 1)
        expect(await gate.close("rate_limited", undefined)).toBe(until);
      await expect(gate.admit(hurried)).rejects.toThrow("rate_limited");
      pass(seconds * 1000 - 1);
      await expect(gate.admit(hurried)).rejects.toThrow("rate_limited");
      pass(1);
      await gate.admit(hurried);
      await gate.release({ status: 429, headers: {}, text: "" });
    }
    await gate.release({ status: 200, headers: {}, text: "" });
    const before = (await gate.left()).requests;
    await gate.close("rate_limited", 0);
    pass(1000);
    expect((await gate.left()).requests).toBeGreaterThanOrEqual(before);
  },
);

test.each(books)(
  "in %s: a spent quota without a time is that of the hour, also after requests that the headers left",
  async (_, book) => {
    const { gate } = machineWith(book());
    await gate.admit(patient);
    await gate.release(headers(300, 1800));
    expect(await gate.close("rate_limited", undefined)).toBe(start + 1000);
    await gate.forget();
    await gate.admit(patient);
    expect(await gate.close("user_quota_exhausted", undefined)).toBeGreaterThanOrEqual(
      start + hour,
    );
  },
);

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
  const { gate, pass } = machineWith(new LocalRequestBook());
  await gate.admit(patient);
  pass(hour / 2);
  await gate.admit(patient);
  expect(await gate.close("user_quota_exhausted", undefined)).toBe(start + hour);
  pass(hour / 2 + 1000);
  expect((await gate.left()).requests).toBe(499);
});

test.each(books)(
  "in %s: a clock that is set back opens the gate, and what was reported is asked anew",
  async (_, book) => {
    const { gate, pass } = machineWith(book());
    pass(50 * 60_000);
    await gate.admit(patient);
    await gate.release(headers(0, 600));
    await gate.close("user_quota_exhausted", 600);
    await expect(gate.admit(hurried)).rejects.toThrow("Call again after 13:00 UTC.");
    pass(-50 * 60_000);
    await gate.admit(hurried);
    expect(await gate.left()).toMatchObject({ isReported: false });
  },
);

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

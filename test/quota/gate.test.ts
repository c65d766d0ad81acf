/** What is left of the hour, and when nothing may be sent. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { memoryBook, type QuotaBook } from "../../src/quota/request-book.ts";
import { fileBook } from "../../src/quota/file-request-book.ts";
import { Ledger, type Waiting } from "../../src/quota/gate.ts";
import { testClock } from "../helpers/clock.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { never } from "../helpers/in-memory.ts";

const hour = 3_600_000;
const start = Date.parse("2026-11-20T12:00:00Z");

const patient: Waiting = { signal: never, deadline: Number.POSITIVE_INFINITY, onWait: () => {} };
const hurried: Waiting = { ...patient, deadline: 0 };

const headers = (
  remaining: number,
  reset: number,
): { status: number; text: string; headers: Record<string, string> } => ({
  status: 200,
  text: "",
  headers: { "x-ratelimit-remaining": String(remaining), "x-ratelimit-reset": String(reset) },
});

const books: readonly (readonly [string, () => QuotaBook])[] = [
  ["memory", memoryBook],
  ["files", () => fileBook(join(temporaryFolder(), "quota"))],
];

interface Machine {
  readonly ledger: Ledger;
  readonly pass: (milliseconds: number) => void;
  readonly slept: readonly number[];
}

function machineWith(book: QuotaBook): Machine {
  let passed = 0;
  const clock = testClock(() => start + passed);
  return { ledger: new Ledger(clock, book), pass: (time) => (passed += time), slept: clock.slept };
}

test.each(books)("in %s: counts the requests of the last hour", async (_name, book) => {
  const { ledger, pass } = machineWith(book());
  await ledger.enter(patient);
  pass(hour / 2);
  await ledger.enter(patient);
  expect(ledger.left()).toEqual({ requests: 498, told: false });
  pass(hour / 2 + 60_000);
  expect(ledger.left()).toEqual({ requests: 499, told: false });
});

test.each(books)("in %s: what is spent is not overdrawn", async (_name, book) => {
  const { ledger, slept } = machineWith(book());
  for (let count = 0; count < 500; count += 1) await ledger.enter(hurried);
  await expect(ledger.enter(hurried)).rejects.toThrow(
    /^user_quota_exhausted: this user has spent its requests of this hour\nCall again after 13:0[01] UTC\.$/,
  );
  expect((await ledger.left()).requests).toBe(0);
  await ledger.enter(patient);
  expect(slept.length).toBe(1);
});

test.each(books)(
  "in %s: believes the API's headers, until their window has passed",
  async (_name, book) => {
    const { ledger, pass } = machineWith(book());
    await ledger.enter(patient);
    ledger.leave(headers(2, 60));
    expect(ledger.left()).toEqual({ requests: 2, told: true });
    await ledger.enter(patient);
    await ledger.enter(patient);
    ledger.leave(headers(1, 60));
    ledger.leave(headers(0, 60));
    await expect(ledger.enter(hurried)).rejects.toThrow("rate_limited");
    pass(60_000);
    expect(ledger.left(), "what was before the reset is past").toEqual({
      requests: 500,
      told: false,
    });
  },
);

test.each(books)(
  "in %s: an answer that was overtaken does not give back what others spent",
  async (_name, book) => {
    const { ledger } = machineWith(book());
    await ledger.enter(patient);
    await ledger.enter(patient);
    ledger.leave(headers(8, 60));
    expect((await ledger.left()).requests).toBe(7);
    ledger.leave(headers(9, 60));
    expect((await ledger.left()).requests).toBe(8);
  },
);

test("all that is left may be sent at once, and no more", async () => {
  const { ledger } = machineWith(memoryBook());
  await ledger.enter(patient);
  ledger.leave(headers(20, 3600));
  let [sent, remaining] = [0, 20];
  const ask = async (): Promise<void> => {
    await ledger.enter(hurried);
    sent += 1;
    remaining -= 1;
    const told = remaining;
    await setImmediate();
    ledger.leave(headers(told, 3600));
  };
  const asked = await Promise.allSettled(Array.from({ length: 25 }, ask));
  expect(sent).toBe(20);
  expect(asked.filter(({ status }) => status === "rejected").length).toBe(5);
});

test("a reset that no clock could mean is not believed", async () => {
  const { ledger } = machineWith(memoryBook());
  await ledger.enter(patient);
  ledger.leave(headers(0, 1_800_000_000));
  await expect(ledger.enter(hurried)).resolves.toBeUndefined();
  const { ledger: other } = machineWith({
    ...memoryBook(),
    closed: () => ({ code: "rate_limited", until: start + 365 * 24 * hour, isReset: true }),
  });
  await expect(other.enter(hurried)).resolves.toBeUndefined();
});

test("a gate that cannot be written down is closed for this process all the same", async () => {
  const folder = join(temporaryFolder(), "quota");
  mkdirSync(join(folder, "closed.json"), { recursive: true });
  const { ledger } = machineWith(fileBook(folder));
  ledger.close("rate_limited", 90);
  await expect(ledger.enter(hurried)).rejects.toThrow("rate_limited");
  expect(readdirSync(folder)).toEqual(["closed.json"]);
});

test.each(books)(
  "in %s: a refusal closes the gate, for as long as the API says",
  async (_name, book) => {
    const { ledger, pass } = machineWith(book());
    await ledger.enter(patient);
    ledger.close("rate_limited", 90);
    await expect(ledger.enter(hurried)).rejects.toThrow("Call again after 12:02 UTC.");
    pass(90_000);
    await ledger.enter(hurried);
  },
);

test.each(books)(
  "in %s: where it does not say, until the first request known is an hour old",
  async (_name, book) => {
    const { ledger, pass } = machineWith(book());
    await ledger.enter(patient);
    pass(hour / 2);
    ledger.close("account_quota_exhausted", undefined);
    await expect(ledger.enter(hurried)).rejects.toThrow(
      /^account_quota_exhausted: the account has spent its requests of this hour\nCall again after 13:0[01] UTC\.$/,
    );
    pass(hour / 2 + 60_000);
    await ledger.enter(hurried);
  },
);

test("the processes of a machine share one book", async () => {
  const folder = join(temporaryFolder(), "quota");
  const [one, other] = [machineWith(fileBook(folder)), machineWith(fileBook(folder))];
  for (let count = 0; count < 300; count += 1) await one.ledger.enter(hurried);
  for (let count = 0; count < 200; count += 1) await other.ledger.enter(hurried);
  expect((await one.ledger.left()).requests).toBe(0);
  await expect(one.ledger.enter(hurried)).rejects.toThrow("user_quota_exhausted");
  one.ledger.close("rate_limited", 7200);
  await expect(other.ledger.enter(hurried)).rejects.toThrow("Call again after 14:00 UTC.");
});

test("books that nobody has written in for days are thrown away", () => {
  const shelf = temporaryFolder();
  const [old, lately, foreign] = ["a".repeat(32), "b".repeat(32), "foreign"];
  for (const name of [old, lately, foreign]) mkdirSync(join(shelf, name));
  for (const name of [old, foreign]) utimesSync(join(shelf, name), new Date(0), new Date(0));
  fileBook(join(shelf, "c".repeat(32)));
  expect(readdirSync(shelf).toSorted()).toEqual([lately, "c".repeat(32), foreign]);
});

test("a folder that cannot be used, or is damaged, hinders nobody", async () => {
  const folder = join(temporaryFolder(), "quota");
  writeFileSync(folder, "a file");
  const { ledger } = machineWith(fileBook(folder));
  await ledger.enter(hurried);
  expect((await ledger.left()).requests).toBe(499);

  const damaged = join(temporaryFolder(), "quota");
  mkdirSync(damaged);
  writeFileSync(join(damaged, "closed.json"), '{"code":"never","until":9e99}');
  writeFileSync(join(damaged, "told.json"), "half");
  writeFileSync(join(damaged, "x.sent"), "..");
  await machineWith(fileBook(damaged)).ledger.enter(hurried);
});

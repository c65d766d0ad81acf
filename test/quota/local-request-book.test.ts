/** The request book of a folder: its files, and what is wrong with them. */
import fileSystem from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LocalRequestBook } from "../../src/suite/quota/local-request-book.ts";
import { userAllowance } from "../../src/suite/quota/request-book.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import {
  countAt,
  hour,
  minute,
  newFolder,
  start,
  takeMany,
  denialOf,
} from "../helpers/request-books.ts";

test("the format on disk: a byte per request in a file per minute, the latest report, the latest closing", async () => {
  const folder = newFolder();
  const book = new LocalRequestBook(folder);
  await takeMany(book, start, 3);
  await takeMany(book, start + minute, 1);
  await book.report({ remaining: 7, until: start + hour });
  await book.close({ code: "rate_limited", until: start + 2 * minute, isReset: true });
  const files = readdirSync(folder).toSorted();
  const minutes = [start, start + minute].map((time) => `${time / minute}.sent`);
  expect(files).toEqual([...minutes, "closed.json", "told.json"]);
  expect(files.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([
    "...",
    ".",
    JSON.stringify({ code: "rate_limited", until: start + 2 * minute, isReset: true }),
    JSON.stringify({ remaining: 7, until: start + hour }),
  ]);
});

test("what another process clears, a running one forgets too, and counts from then on", async () => {
  const folder = newFolder();
  const [running, secondBook] = [new LocalRequestBook(folder), new LocalRequestBook(folder)];
  await takeMany(running, start, userAllowance.requests);
  await running.report({ remaining: 0, until: start + hour });
  await running.close({ code: "user_quota_exhausted", until: start + hour, isReset: false });
  expect(await denialOf(running, start, 0)).toMatchObject({ code: "user_quota_exhausted" });
  await secondBook.clear();
  await takeMany(running, start, 2);
  expect(await running.state(start)).toMatchObject({ reported: undefined, closed: undefined });
  expect([await countAt(running, start), await countAt(secondBook, start)]).toEqual([2, 2]);
  await secondBook.clear();
  expect(await countAt(running, start)).toBe(0);
});

test("minutes that are long past are removed", async () => {
  const folder = newFolder();
  const book = new LocalRequestBook(folder);
  await takeMany(book, start, 1);
  await takeMany(book, start + 3 * hour, 1);
  expect(readdirSync(folder)).toEqual([`${(start + 3 * hour) / minute}.sent`]);
});

test("the size of a minute is read again as long as processes may write to it", async () => {
  const folder = newFolder();
  const book = new LocalRequestBook(folder);
  await takeMany(book, start, 1);
  const file = join(folder, `${start / minute}.sent`);
  writeFileSync(file, "...");
  expect(await countAt(book, start + minute)).toBe(3);
  writeFileSync(file, "....");
  expect(await countAt(book, start + 2 * minute)).toBe(4);
  expect(await countAt(book, start + 3 * minute), "from memory").toBe(4);
});

test("a minute that is over is looked at once, by each process, and counted while its file is there", async () => {
  const folder = newFolder();
  const book = new LocalRequestBook(folder);
  const minutes = Array.from({ length: 50 }, (_, at) => start + at * minute);
  for (const time of minutes) await takeMany(book, time, 1);
  const later = start + 55 * minute;
  expect(await countAt(book, later)).toBe(50);
  let looks = 0;
  const { lstatSync } = fileSystem;
  const counting = (...parameters: Parameters<typeof lstatSync>): ReturnType<typeof lstatSync> => {
    if (String(parameters[0]).endsWith(".sent")) looks += 1;
    return lstatSync(...parameters);
  };
  Object.assign(fileSystem, { lstatSync: counting });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fileSystem, { lstatSync });
    syncBuiltinESMExports();
  });
  expect(await countAt(book, later)).toBe(50);
  expect(looks).toBe(0);
  const secondBook = new LocalRequestBook(folder);
  expect(await countAt(secondBook, later)).toBe(50);
  expect(looks).toBe(50);
});

test("books without requests for two days are removed", async () => {
  const shelf = temporaryFolder();
  const [old, recent, active, foreign] = [
    "a".repeat(32),
    "b".repeat(32),
    "c".repeat(32),
    "foreign",
  ];
  for (const name of [old, recent, foreign]) mkdirSync(join(shelf, name));
  for (const name of [old, foreign]) utimesSync(join(shelf, name), new Date(0), new Date(0));
  await takeMany(new LocalRequestBook(join(shelf, active)), start, 1);
  expect(readdirSync(shelf).toSorted()).toEqual([recent, active, foreign]);
});

test("when the folder was removed, each process records its own requests again", async () => {
  const folder = newFolder();
  const removed: string[] = [];
  const bookOf = (name: string): LocalRequestBook =>
    new LocalRequestBook(folder, undefined, { onRemoved: () => void removed.push(name) });
  const [firstBook, secondBook] = [bookOf("one"), bookOf("other")];
  await takeMany(firstBook, start, 100);
  await takeMany(secondBook, start + minute, 50);
  await secondBook.report({ remaining: 7, until: start + hour });
  await firstBook.close({ code: "rate_limited", until: start + 9 * minute, isReset: false });
  rmSync(folder, { recursive: true });
  const later = start + 20 * minute;
  await Promise.all([firstBook.state(later), firstBook.state(later)]);
  await secondBook.state(later);
  const third = await bookOf("third").state(start + 8 * minute);
  expect(third.counted.count).toBe(150);
  expect([third.reported?.remaining, third.closed?.code]).toEqual([7, "rate_limited"]);
  expect([await countAt(firstBook, later), await countAt(secondBook, later)]).toEqual([150, 150]);
  expect(removed).toEqual(["one", "other"]);
});

test("a closing that cannot be written holds for this process, and leaves nothing behind", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "closed.json"), { recursive: true });
  const book = new LocalRequestBook(folder);
  await book.close({ code: "rate_limited", until: start + minute, isReset: true });
  expect(await denialOf(book, start, 0)).toMatchObject({ code: "rate_limited" });
  expect(readdirSync(folder)).toEqual(["closed.json"]);
});

test("damaged files are ignored", async () => {
  const folder = newFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, "closed.json"), '{"code":"never","until":9e99}');
  writeFileSync(join(folder, "told.json"), "half");
  writeFileSync(join(folder, "x.sent"), "..");
  const book = new LocalRequestBook(folder);
  await takeMany(book, start, 1);
  expect(await countAt(book, start)).toBe(1);
});

test("a full disk is told once, and again after a write that succeeded", async () => {
  const problems: string[] = [];
  const folder = newFolder();
  const book = new LocalRequestBook(folder, userAllowance, {
    onProblem: (problem) => problems.push(problem),
  });
  await takeMany(book, start, 2);
  expect(problems).toEqual([]);
  const { writeSync } = fileSystem;
  const fill = (isFull: boolean): void => {
    fileSystem.writeSync = isFull
      ? () => {
          throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
        }
      : writeSync;
    syncBuiltinESMExports();
  };
  onTestFinished(() => fill(false));
  fill(true);
  await takeMany(book, start, 3);
  const problem = `${folder} cannot be written (ENOSPC): other processes do not see the requests of this one`;
  expect(problems).toEqual([problem]);
  expect(await countAt(book, start), "this process counts its own").toBe(5);
  fill(false);
  await takeMany(book, start, 1);
  fill(true);
  await takeMany(book, start, 1);
  expect(problems).toEqual([problem, problem]);
});

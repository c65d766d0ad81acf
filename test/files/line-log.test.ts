/** The log of lines that processes share in a file. */
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FileLineLog } from "../../src/files/line-log.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const logAt = (file: string): FileLineLog => new FileLineLog(file, async () => true);

test("lines of many writers at the same time are all whole", async () => {
  const file = join(temporaryFolder(), "log");
  const line = (writer: number, count: number): string => `${writer} ${count} ${"x".repeat(3000)}`;
  await Promise.all(
    [1, 2, 3, 4].map(async (writer) => {
      const log = logAt(file);
      for (let count = 0; count < 20; count += 1) await log.append(line(writer, count));
    }),
  );
  const lines = (await logAt(file).read()) ?? [];
  expect(lines).toHaveLength(80);
  expect(new Set(lines.map((text) => text.length))).toEqual(new Set([3004, 3005]));
});

test("half a line of a killed process costs no other line", async () => {
  const file = join(temporaryFolder(), "log");
  const log = logAt(file);
  await log.append("first");
  appendFileSync(file, "\n{half");
  expect(await log.read(), "a line that is still being written is read later").toEqual(["first"]);
  await log.append("second");
  expect(await log.read()).toEqual(["{half", "second"]);
});

test("a log that was replaced is read from its beginning", async () => {
  const file = join(temporaryFolder(), "log");
  const [log, other] = [logAt(file), logAt(file)];
  await log.append("first");
  await log.append("second");
  expect(await log.read()).toEqual(["first", "second"]);
  await other.replace(["second"]);
  await other.append("third, which is longer than the lines before");
  expect(await log.read()).toEqual(["second", "third, which is longer than the lines before"]);
});

test("a folder, a link or another's file in its place is no log, and writing there is no error", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "folder"));
  writeFileSync(join(folder, "target"), "secret\n");
  symlinkSync(join(folder, "target"), join(folder, "link"));
  for (const name of ["folder", "link"]) {
    const log = logAt(join(folder, name));
    await log.append("line");
    expect(await log.read()).toBeUndefined();
  }
});

/** A file is replaced whole or not at all. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAtomically } from "../../src/base/files/atomic-write.ts";
import { temporaryFolder } from "../helpers/folders.ts";

test("the file is for its owner only, and nothing else stays in the folder", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "file");
  writeFileSync(file, "old", { mode: 0o644 });
  await writeAtomically(file, "new", { isDurable: true });
  expect(readFileSync(file, "utf8")).toBe("new");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["file"]);
});

test("a write that fails leaves the old content and nothing else", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "file", "content"), { recursive: true });
  await expect(writeAtomically(join(folder, "file"), "new")).rejects.toThrow("EISDIR");
  expect(readdirSync(folder)).toEqual(["file"]);
  expect(existsSync(join(folder, "file", "content"))).toBe(true);
});

test.each([
  { followsLink: true, isLink: true, target: "new" },
  { followsLink: false, isLink: false, target: "old" },
])("where it follows links: $followsLink", async ({ followsLink, isLink, target }) => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, "file"), join(folder, "link")];
  writeFileSync(file, "old");
  symlinkSync(file, link);
  await writeAtomically(link, "new", { followsLink });
  expect(readFileSync(link, "utf8")).toBe("new");
  expect(readFileSync(file, "utf8")).toBe(target);
  expect(lstatSync(link).isSymbolicLink()).toBe(isLink);
});

test("of writes at the same time, one is read whole", async () => {
  const file = join(temporaryFolder(), "file");
  const texts = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(100_000));
  await Promise.all(texts.map((text) => writeAtomically(file, text)));
  expect(texts).toContain(readFileSync(file, "utf8"));
});

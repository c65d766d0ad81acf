/** The README is short, and each of its claims leads to the test that shows it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "README.md"), "utf8");

test("it has at most 8 kB, without the addresses of its links", () => {
  expect(Buffer.byteLength(page.replaceAll(/\]\([^)]*\)/g, "]"))).toBeLessThan(8000);
});

test("each claim of what it does links a test that exists", () => {
  const [, claims = ""] = /## What it does\n([^]*?)\n\n\[Fifteen/.exec(page) ?? [];
  const lines = claims.trim().split("\n");
  expect(lines.length).toBe(5);
  for (const line of lines) {
    const tests = [...line.matchAll(/\]\((test\/[^)]+)\)/g)].map(([, path = ""]) => path);
    expect([line, tests.length > 0]).toEqual([line, true]);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

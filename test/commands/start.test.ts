/** What the server reads before it answers: one file of its own, and nothing that only a call needs. */
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../helpers/process.ts";

/** The files and the packages that a file imports statically, with those that they import. */
function staticImports(file: string, imports = new Set<string>()): Set<string> {
  if (imports.has(file)) return imports;
  imports.add(file);
  const source = readFileSync(file, "utf8");
  for (const [, path = ""] of source.matchAll(/(?:from|import)\s*"((?:\.|node:|@)[^"]+)"/g))
    if (path.startsWith(".")) staticImports(resolve(dirname(file), path), imports);
    else imports.add(path);
  return imports;
}

test("the start is one chunk, without the keychain, the network and cryptography", () => {
  const imports = [...staticImports(cli)];
  const files = imports.filter((path) => path.endsWith(".js"));
  // The entry, the chunk, and what esbuild needs for both.
  expect(files.length).toBeLessThanOrEqual(3);
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(600_000);
  // A character beyond ASCII makes V8 hold the whole text with two bytes a character, which takes longer to compile.
  for (const file of files) expect(readFileSync(file, "utf8")).toMatch(/^[\0-\x7f]*$/);
  const packages = imports
    .filter((path) => !files.includes(path))
    .toSorted((left, right) => left.localeCompare(right));
  expect(packages).toEqual([
    "node:fs",
    "node:fs/promises",
    "node:os",
    "node:path",
    "node:process",
    "node:stream",
    "node:stream/consumers",
    "node:stream/promises",
    "node:timers/promises",
    "node:util",
  ]);
});

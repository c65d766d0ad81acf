/** The README is short, and has every tool that the server offers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { savingTools, tools } from "../tools/index.ts";
import { savingIn } from "../src/exports/saving.ts";
import { inBrief } from "./docs/tables.ts";

const page = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const isOfVersion2 = ({ toolsets }: { toolsets: readonly string[] }): boolean =>
  toolsets.join() === "v2";

test("it has at most 9 kB, without the addresses of its links", () => {
  expect(Buffer.byteLength(page.replaceAll(/\]\([^)]*\)/g, "]"))).toBeLessThan(9000);
});

test("its table has a row for each tool, with at most ten words", () => {
  const others = tools.filter((tool) => !isOfVersion2(tool));
  const names = [...others, ...savingTools(savingIn("/"))].map(({ name }) => name);
  expect(Object.keys(inBrief)).toEqual(names);
  const long = Object.values(inBrief).filter(([, words]) => words.split(" ").length > 10);
  expect(long).toEqual([]);
});

test("it names the tools of version 2", () => {
  const names = tools.filter(isOfVersion2).map(({ name }) => name);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

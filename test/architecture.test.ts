/** The house's rules as data: who may import whom, and who may speak on stdout. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Each room with the rooms that it may import from, beside its own. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "src/catalog": [],
  "src/secrets": [],
  "src/text": [],
  "src/errors": ["catalog"],
  "src/time": ["catalog", "text", "errors"],
  "src/async": ["errors", "time"],
  "src/files": ["catalog", "errors", "async"],
  "src/log": ["catalog", "secrets", "text"],
  "src/cells": ["catalog", "text", "errors", "time"],
  "src/api": ["catalog", "secrets", "text", "errors", "time", "async", "cells"],
  "src/credentials": ["catalog", "secrets", "text", "errors", "async", "files", "api"],
  "src/quota": ["catalog", "errors", "time", "async", "files", "log", "api"],
  "src/meaning": ["catalog", "errors", "time", "cells"],
  "src/connection": ["catalog", "text", "errors", "time", "async", "files", "log", "api", "quota"],
  "src/replies": [
    "catalog",
    "text",
    "errors",
    "time",
    "async",
    "cells",
    "log",
    "api",
    "quota",
    "connection",
  ],
  "src/tables": ["catalog", "text", "errors", "time", "async", "cells", "meaning", "replies"],
  "src/metrics": [
    "catalog",
    "text",
    "errors",
    "time",
    "async",
    "cells",
    "api",
    "quota",
    "meaning",
    "connection",
    "replies",
    "tables",
  ],
  "src/posts": ["catalog", "text", "errors", "time", "async", "api", "connection", "replies"],
  "src/mcp": ["catalog", "text", "errors", "time", "async", "log", "connection", "replies"],
  "src/http": ["catalog"],
  "src/sandbox": ["catalog", "api/endpoints.ts"],
  tools: [
    "catalog",
    "text",
    "errors",
    "time",
    "api",
    "connection",
    "replies",
    "metrics",
    "posts",
    "mcp",
  ],
  prompts: ["catalog", "mcp"],
};

/** They compose. */
const composers = ["src/commands", "src/cli.ts"];

const sources = ["src", "tools", "prompts"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file)),
);

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
    normalize(join(dirname(file), path)),
  );

const roomOf = (file: string): string =>
  /^(tools|prompts)\//.exec(file)?.[1] ?? file.split("/").slice(0, 2).join("/");

test("there is something to check", () => {
  expect(sources.length).toBeGreaterThan(50);
});

test.each(sources.filter((file) => !composers.includes(roomOf(file))))(
  "%s imports only what its room may",
  (file) => {
    const allowed = [roomOf(file), ...(mayImport[roomOf(file)] ?? []).map((name) => `src/${name}`)];
    const foreign = importsOf(file).filter(
      (target) => !allowed.some((room) => target === room || target.startsWith(`${room}/`)),
    );
    expect(foreign).toEqual([]);
  },
);

test("ARCHITECTURE.md shows the same table", () => {
  const page = textOf("ARCHITECTURE.md").replaceAll(/ +/g, " ");
  for (const [room, allowed] of Object.entries(mayImport)) {
    const names = allowed.join(", ") || "nothing";
    expect(page).toContain(`| \`${room}\` | ${names} |`);
  }
});

test("only src/commands/terminal.ts writes to stdout or stderr", () => {
  const writers = sources.filter((file) =>
    /process\.std(out|err)\.write|console\./.test(textOf(file)),
  );
  expect(writers).toEqual([relative(".", "src/commands/terminal.ts")]);
});

test("only the edge reads the process's arguments and environment", () => {
  const readers = sources.filter((file) => /process\.(env|argv)\b/.test(textOf(file)));
  expect(readers.filter((file) => !composers.includes(roomOf(file)))).toEqual([]);
});

/** The laws of ARCHITECTURE.md as data: the direction of imports, and who reads and writes the process's streams. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { mayImport, roomsByWing } from "./docs/rooms.ts";

const root = join(import.meta.dirname, "..");

/** Within a room: each subfolder may import the ones before it, and the room's own files may import all. */
const subfolders: Readonly<Record<string, readonly string[]>> = {
  "src/catalog": ["metrics"],
  "src/answers/charts": ["model", "text", "svg"],
  "src/suite/connection": ["answers"],
  "src/suite/credentials": ["oauth"],
  "src/server/mcp": ["prompts", "resources"],
  "src/questions/metrics": ["question", "plan", "merge", "run", "reply"],
  "src/sandbox": ["oauth"],
};

/** They compose, and so may import everything. */
const composers = ["src/command/compose", "src/command/commands", "src/command/cli.ts"];

const sources = ["src", "tools", "prompts"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file)),
);

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** All imports, those of types included. */
const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
    normalize(join(dirname(file), path)),
  );

/** Imports that are needed when the module is loaded, and types: not dynamic imports. */
const staticImportsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^(?:import|export) [^;]*?from\s*"(\.[^"]+)"/gms)].map(
    ([, path = ""]) => normalize(join(dirname(file), path)),
  );

/** Rooms are folders of wings; `src/catalog` and `src/sandbox` are wings of one room. */
const roomOf = (file: string): string =>
  /^(?:tools|prompts|src\/(?:catalog|sandbox)|src\/command\/cli\.ts|src\/[\w-]+\/[\w-]+)/.exec(
    file,
  )?.[0] ?? file;

const subfolderOf = (file: string): string | undefined => {
  const [folder, ...rest] = file.slice(roomOf(file).length + 1).split("/");
  return rest.length === 0 ? undefined : folder;
};

test("every room is in the table", () => {
  const rooms = new Set(sources.map(roomOf).filter((room) => !composers.includes(room)));
  expect([...rooms].toSorted()).toEqual(Object.keys(mayImport).toSorted());
});

test.each(sources.filter((file) => !composers.includes(roomOf(file))))(
  "%s imports only what its room may",
  (file) => {
    const allowed = mayImport[roomOf(file)] ?? [];
    const foreign = importsOf(file).filter(
      (target) =>
        !target.startsWith(`${roomOf(file)}/`) &&
        !allowed.some((room) => target === room || target.startsWith(`${room}/`)),
    );
    expect(foreign).toEqual([]);
  },
);

test("every room is in one wing, and none may import from a higher one", () => {
  const rooms = roomsByWing.flatMap((wing) => wing.rooms);
  expect(rooms.toSorted()).toEqual(Object.keys(mayImport).toSorted());
  const wingOf = (room: string): number =>
    roomsByWing.findIndex((wing) => wing.rooms.includes(room));
  const upwards = Object.entries(mayImport).flatMap(([room, names]) =>
    names
      .map(roomOf)
      .filter((target) => wingOf(target) > wingOf(room))
      .map((target) => `${room} imports ${target}`),
  );
  expect(upwards).toEqual([]);
});

test.each(Object.entries(subfolders))("subfolders of %s keep their order", (room, order) => {
  const files = sources.filter((file) => roomOf(file) === room && subfolderOf(file) !== undefined);
  expect([...new Set(files.map((file) => subfolderOf(file) ?? ""))].toSorted()).toEqual(
    [...order].toSorted(),
  );
  const upwards = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => roomOf(target) === room && subfolderOf(target) !== undefined)
      .filter((target) => rank(target) > rank(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(upwards).toEqual([]);

  function rank(file: string): number {
    return order.indexOf(subfolderOf(file) ?? "");
  }
});

test("each section of our limits names who acts on them", () => {
  const [, limits = ""] =
    /ourLimits = \{\n(.*?)\n\} as const/s.exec(textOf("src/catalog/limits.ts")) ?? [];
  let actors: readonly string[] = [];
  for (const line of limits.split("\n")) {
    const named = line.startsWith("  // ") ? (line.match(/src\/[\w/.-]+\w/g) ?? []) : undefined;
    if (named !== undefined)
      actors = sources.filter((file) => named.some((path) => file.startsWith(path)));
    const [, name] = /^ {2}(\w+):/.exec(line) ?? [];
    const isUsed = actors.some((file) => new RegExp(`\\b${name}\\b`).test(textOf(file)));
    expect([name, isUsed || name === undefined]).toEqual([name, true]);
  }
});

test("no imports form a cycle, those of types included", () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" > "));
    if (path.includes(file) || done.has(file)) return;
    for (const target of staticImportsOf(file)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(cycles).toEqual([]);
});

test("tools and commands alone are loaded on demand, undici with the first request, ECharts with the first picture, the page for charts, and skills for hosts that have them", () => {
  const lazy = sources.filter((file) => /\bimport\(\s*"/.test(textOf(file)));
  const allowed = (file: string): boolean =>
    ["tools", "src/sandbox", ...composers].includes(roomOf(file)) ||
    [
      "src/suite/api/transport.ts",
      "src/answers/charts/draw.ts",
      "src/answers/exports/saving.ts",
      "src/server/mcp/resources/register.ts",
      "src/server/mcp/skills.ts",
    ].includes(file);
  expect(lazy.filter((file) => !allowed(file))).toEqual([]);
});

test("only src/command/terminal/output.ts writes to stdout or stderr", () => {
  const writers = sources.filter((file) =>
    /process\.std(out|err)\.write|console\./.test(textOf(file)),
  );
  expect(writers).toEqual(["src/command/terminal/output.ts"]);
});

test("only the edge reads the process's arguments and environment", () => {
  const readers = sources.filter((file) => /process\.(env|argv)\b/.test(textOf(file)));
  const edge = [...composers, "src/command/terminal"];
  expect(readers.filter((file) => !edge.includes(roomOf(file)))).toEqual([]);
});

test("only the stored results themselves ask what kind of result they are", () => {
  const asking = sources.filter((file) => /kind === "(metrics|posts)"/.test(textOf(file)));
  expect(asking).toEqual([]);
});

test("the networks whose posts are listed differ by columns of a table, not by the API's version", () => {
  const asking = sources.filter((file) => /version === [23]\b|network === "/.test(textOf(file)));
  const rooms = asking.map(roomOf).filter((room) => room !== "src/sandbox");
  expect(rooms).toEqual(["src/catalog", "src/questions/metrics"]);
});

/** Text last: rooms that show and report numbers read no words that the program has printed, only values, names and codes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "src");

/** The files that read texts, and whose. */
const readers: Readonly<Record<string, string>> = {
  "documents/check.ts": "the author's text",
  "documents/columns.ts": "names of columns, as the author writes them",
  "documents/drawing.ts": "the title of a panel, which begins with the name of its metric",
  "documents/events.ts": "the author's file of events",
  "documents/filters.ts": "the author's options",
  "documents/formats.ts": "the digits and signs of one number, and days",
  "documents/output.ts": "the author's Markdown, and what is escaped in it",
  "documents/pieces.ts": "marks in the author's text",
  "documents/references.ts": "keys of references, as the author writes them",
  "documents/render.ts": "the author's text",
  "documents/report-file.ts": "the author's file",
  "documents/report.ts": "the author's text",
  "documents/sentence.ts": "names of metrics",
  "documents/sources.ts": "names of metrics",
  "documents/text.ts": "the author's text",
  "documents/yaml.ts": "messages of the libraries that read YAML",
  "digest/rules.ts": "the author's rules",
  "digest/state.ts": "keys of the stored state",
  "networks/notes.ts": "whether a note names its network already",
  "networks/stored.ts": "names of columns",
  "posts/chart.ts": "the caller's group_by, and names of fields",
  "posts/columns.ts": "times and texts of the API",
  "posts/cursor.ts": "cursors",
  "posts/grouped.ts": "the caller's group_by",
  "posts/group-names.ts": "the caller's group_by",
  "posts/split.ts": "the caller's split",
  "posts/parts.ts": "names of fields",
  "posts/question.ts": "names of fields",
  "posts/rows.ts": "values of the API",
  "posts/values.ts": "values of the API",
  "posts/where.ts": "names of fields",
  "results/form.ts": "the caller's statistic, and names of dimensions",
};

const pattern =
  /(?<!results)\.(?:test|exec|match|matchAll|search|replace|replaceAll|split|startsWith|endsWith)\(|\.includes\(["`](?![a-z_.]+["`])/;

const files = ["documents", "digest", "networks", "posts", "results"].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${room}/${file}`),
);

test("every file that reads texts is named, with whose texts these are", () => {
  const reading = files.filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));
  expect(reading.toSorted()).toEqual(Object.keys(readers).toSorted());
});

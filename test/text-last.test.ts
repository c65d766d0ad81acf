/** Text last: rooms that show and report numbers read no words that the program has printed, only values, names and codes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "src");

/** The files that read texts, and whose. */
const readers: Readonly<Record<string, string>> = {
  "writing/documents/check.ts": "the author's text",
  "writing/documents/columns.ts": "names of columns, as the author writes them",
  "writing/documents/drawing.ts": "the title of a panel, which begins with the name of its metric",
  "writing/documents/events.ts": "the author's file of events",
  "writing/documents/filters.ts": "the author's options",
  "writing/documents/formats.ts": "the digits and signs of one number, and days",
  "writing/documents/output.ts": "the author's Markdown, and what is escaped in it",
  "writing/documents/pieces.ts": "marks in the author's text",
  "writing/documents/references.ts": "keys of references, as the author writes them",
  "writing/documents/render.ts": "the author's text",
  "writing/documents/report-file.ts": "the author's file",
  "writing/documents/report.ts": "the author's text",
  "writing/documents/sentence.ts": "names of metrics",
  "writing/documents/sources.ts": "names of metrics",
  "writing/documents/text.ts": "the author's text",
  "writing/documents/yaml.ts": "messages of the libraries that read YAML",
  "writing/digest/rules.ts": "the author's rules",
  "writing/digest/state.ts": "keys of the stored state",
  "questions/networks/notes.ts": "whether a note names its network already",
  "questions/networks/stored.ts": "names of columns",
  "questions/posts/chart.ts": "the caller's group_by, and names of fields",
  "questions/posts/columns.ts": "times and texts of the API",
  "questions/posts/cursor.ts": "cursors",
  "questions/posts/grouped.ts": "the caller's group_by",
  "questions/posts/group-names.ts": "the caller's group_by",
  "questions/posts/split.ts": "the caller's split",
  "questions/posts/parts.ts": "names of fields",
  "questions/posts/question.ts": "names of fields",
  "questions/posts/rows.ts": "values of the API",
  "questions/posts/values.ts": "values of the API",
  "questions/posts/where.ts": "names of fields",
  "answers/results/form.ts": "the caller's statistic, and names of dimensions",
};

const pattern =
  /(?<!results)\.(?:test|exec|match|matchAll|search|replace|replaceAll|split|startsWith|endsWith)\(|\.includes\(["`](?![a-z_.]+["`])/;

const files = [
  "writing/documents",
  "writing/digest",
  "questions/networks",
  "questions/posts",
  "answers/results",
].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${room}/${file}`),
);

test("every file that reads texts is named, with whose texts these are", () => {
  const reading = files.filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));
  expect(reading.toSorted()).toEqual(Object.keys(readers).toSorted());
});

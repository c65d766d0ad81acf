/** The core of the program, in the order in which to read it: what the files say of themselves. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const chapters: Readonly<Record<string, readonly string[]>> = {
  Cells: ["cells/axis", "cells/day-values", "cells/result", "cells/states"],
  Meaning: [
    "meaning/methods",
    "meaning/levels",
    "meaning/late-days",
    "meaning/delivery",
    "meaning/segments",
    "meaning/groups",
  ],
  Table: [
    "table/table",
    "table/combine",
    "table/fold-column",
    "table/statistic",
    "table/share",
    "table/rank",
  ],
  Comparison: ["table/join", "table/pairing", "table/compare", "table/compared-total"],
};
const answers: Readonly<Record<string, readonly string[]>> = {
  Reply: ["replies/reply", "replies/layout", "results/stored", "results/report"],
  Report: [
    "report/subject",
    "report/coverage",
    "report/answer",
    "report/ranks",
    "report/notes",
    "report/condense",
    "report/csv",
    "report/comparison/notes",
    "report/comparison/length-note",
    "report/comparison/csv",
  ],
};

/** The text of a doc comment, without its stars. */
export const textIn = (comment: string): string =>
  comment
    .replaceAll(/^\/\*\*|\s*\*\/$|^ \* ?/g, "")
    .replaceAll(/^ \* ?/gm, "")
    .trim();

function sectionOf(path: string): string {
  const text = readFileSync(join(import.meta.dirname, "../..", path), "utf8");
  const [head = ""] = /^\/\*\*[^]*?\*\//.exec(text) ?? [];
  const [, comment, name] =
    [
      ...text.matchAll(
        /(\/\*\*(?:(?!\*\/)[^])*?@example(?:(?!\*\/)[^])*?\*\/)\nexport (?:interface|const|function\*?) (\w+)/g,
      ),
    ][0] ?? [];
  const [tagged = "", example = ""] = textIn(comment ?? "").split("@example");
  const [about = ""] = tagged.split(/@(?:param|throws|returns)/);
  return [
    `[${path}](../${path}): ${textIn(head).replaceAll("\n", " ")}`,
    ...(name === undefined
      ? []
      : [
          `\`${name}\`${about.trim() === "" ? "" : ": "}${about.trim().replaceAll("\n", " ")}`,
          ["```text", `//${example.replace(/^ */, " ").trimEnd()}`, "```"].join("\n"),
        ]),
  ].join("\n\n");
}

export const corePage = (): string =>
  [
    ...Object.entries(chapters).map(
      ([title, files]) => [title, files.map((file) => `src/numbers/${file}.ts`)] as const,
    ),
    ...Object.entries(answers).map(
      ([title, files]) => [title, files.map((file) => `src/answers/${file}.ts`)] as const,
    ),
  ]
    .map(([title, files]) => [`## ${title}`, ...files.map(sectionOf)].join("\n\n"))
    .join("\n\n");

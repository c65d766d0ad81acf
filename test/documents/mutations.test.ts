/** Mutated drafts: whatever an author writes around a number, a page without warnings shows that number. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TimeSlice } from "../../src/async/time-slice.ts";
import type { Answer } from "../../src/documents/answers.ts";
import { makeReport } from "../../src/documents/report.ts";
import { countFigure, type FigureLine } from "../../src/replies/figures.ts";
import { tableCsv } from "../../src/replies/csv.ts";
import { toDay } from "../../src/time/days.ts";
import { drawing } from "../helpers/repetitions.ts";

const value = 241_800;
const line: FigureLine = {
  name: "all 3",
  metrics: new Map([["views", { now: countFigure(value) }]]),
  coverage: new Map([["views", 1]]),
};
const answer: Answer = {
  name: "q",
  content: { subject: "" },
  figures: {
    network: "facebook",
    period: { start: toDay("2026-10-01"), end: toDay("2026-10-31") },
    total: line,
    dimensions: [],
    rowCount: 0,
    line: () => line,
    order: { rank: [], rose: [], fell: [] },
  },
  result: {
    id: "r",
    bytes: 0,
    csv: () => tableCsv({ columns: [], rows: [] }),
    piece: () => expect.fail("no piece"),
    chart: () => expect.fail("no chart"),
    serialize: () => new Uint8Array(),
  },
  get whole() {
    return this.result;
  },
  asked: 0,
};

/** What a reader sees: without tags, emphasis and what has no width. */
const seen = (html: string): string =>
  html
    .slice(html.indexOf("<main>"), html.indexOf('<section class="list"'))
    .replaceAll(/<\/?(p|h\d|li|ul|ol|blockquote|pre|table|td|tr)>/g, "¶")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll(/&\w+;/g, " ");

// Code is shown as it is, so that it can hold anything.
const parts = [
  "0",
  "5",
  "12",
  ".",
  ",",
  " ",
  "  ",
  "\n",
  "%",
  " %",
  "k",
  " k",
  " million",
  "-",
  "+",
  "€",
]
  .concat([
    "$ ",
    "(",
    ")",
    "*",
    "**",
    "_",
    "~~",
    "\\",
    "[",
    "](",
    "<b>",
    "</b>",
    "<!-- -->",
    "&nbsp;",
  ])
  .concat([
    "\u200B",
    "\u00AD",
    "views ",
    " more",
    "| ",
    "> ",
    "# ",
    "1. ",
    "minus ",
    " points",
    "½",
    "²",
  ]);
const around = fc.array(fc.constantFrom(...parts), { maxLength: 4 }).map((list) => list.join(""));

test("a number stands alone, with its own digits, sign and unit", async () => {
  let [accepted, rejected] = [0, 0];
  await fc.assert(
    fc.asyncProperty(around, around, async (before, after) => {
      const { content, errors, naked } = await makeReport({
        file: {
          text: `Views: ${before}{{ q.total.views.now }}${after}`,
          textLine: 0,
          values: new Map(),
          locale: "en",
        },
        answers: [answer],
        unanswered: [],
        goals: new Map(),
        events: { textOf: () => "" },
        brand: {},
        format: "html",
        name: "r",
        slice: new TimeSlice(),
      });
      if (errors.length + naked.length > 0) return void (rejected += 1);
      accepted += 1;
      const text = seen(content);
      const shown = /(\S*)241,800(\S*)/.exec(text);
      expect([text, shown]).not.toEqual([text, null]);
      const [, ahead = "", behind = ""] = shown ?? [];
      expect([text, ahead, behind]).toEqual([
        text,
        expect.not.stringMatching(/[\p{N}\p{L}€$+-][.,]?$/u),
        expect.not.stringMatching(/^[.,]?[\p{N}\p{L}%]/u),
      ]);
      expect(text.slice(text.indexOf("241,800") + 7)).not.toMatch(/^\s?(%|(k|million|points)\b)/);
    }),
    drawing(400, 20_000, 2),
  );
  expect(accepted).toBeGreaterThan(100);
  expect(rejected).toBeGreaterThan(100);
});

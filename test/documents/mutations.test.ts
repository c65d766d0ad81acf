/** Mutated drafts: whatever an author writes around a sentence of the program, a strict page shows that sentence alone. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import type { Answer } from "../../src/writing/documents/answers.ts";
import { makeReport } from "../../src/writing/documents/report.ts";
import { countFigure, type FigureLine } from "../../src/answers/replies/figures.ts";
import { tableCsv } from "../../src/answers/replies/csv.ts";
import { toDay } from "../../src/base/time/days.ts";
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
  get fullResult() {
    return this.result;
  },
  questionTime: 0,
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

const border = fc.constantFrom("", " ", "\n", "\n\n", "\n\n", "\n\n- ");

test("a sentence of the program stands alone, with its digits, sign and unit", async () => {
  let [accepted, rejected] = [0, 0];
  await fc.assert(
    fc.asyncProperty(around, border, border, around, async (before, from, to, after) => {
      const { content, errors, loose } = await makeReport({
        file: {
          text: `A text${before}${from}{{ q.total.views.now | sentence }}${to}${after}`,
          textLine: 0,
          values: new Map(),
          locale: "en",
        },
        answers: [answer],
        unanswered: [],
        goals: new Map(),
        events: { eventsOf: () => [], texts: [] },
        brand: {},
        format: "html",
        name: "r",
        slice: new TimeSlice(),
      });
      if (errors.length + loose.digits.length + loose.within.length > 0)
        return void (rejected += 1);
      accepted += 1;
      const text = seen(content);
      expect(text).toMatch(/¶\s*Views: 241,800 in October 2026\.1?\s*¶/);
      expect(/\p{N}/u.exec(text.replace(/241,800 in October 2026\.1?/, ""))).toBeNull();
    }),
    drawing(600, 20_000, 2),
  );
  expect(accepted).toBeGreaterThan(50);
  expect(rejected).toBeGreaterThan(100);
});

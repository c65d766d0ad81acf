/** Checks every figure in the text of a metrics reply against numbers that are computed apart. */
import assert from "node:assert/strict";
import { AskedRows, type AskedFigures } from "./asked-rows.ts";
import { SummaryCheck } from "./check-summary.ts";
import { TableCheck } from "./check-table.ts";
import { paragraphs } from "./reply-tables.ts";

export function checkReply(text: string, question: AskedFigures): void {
  const asked = new AskedRows(question);
  const { opening, tables } = paragraphs(text);
  checkCoverage(opening, asked);
  for (const lines of tables) {
    const [first = ""] = lines;
    if (lines.includes("There is no value to show.")) continue;
    if (first.startsWith("metric|total")) new SummaryCheck(text, asked).checkOverview(lines);
    else if (first.startsWith("By ")) new SummaryCheck(text, asked).checkLeaders(lines);
    else if (isSummary.test(first)) new SummaryCheck(text, asked).checkSeries(lines);
    else new TableCheck(text, asked).check(lines, opening);
  }
}

const isSummary = /^[a-z_0-9]+( (until|from) [^|]*)?\|(sum|last|mean|ratio|[a-z_]+ \/)/;

/** `Complete.`, or the number of missing values, of all that could have one. */
function checkCoverage(opening: string, { reference, metrics, all, days }: AskedRows): void {
  const counts = metrics.map((metric) => reference.missing(metric, all, days));
  const missing = counts.reduce((total, [count]) => total + count, 0);
  assert.equal(/\bComplete\b/.test(opening), missing === 0, opening);
  if (missing === 0) return;
  const [, count, of, unit] = /(\d+) of (\d+) (profile-days?|cells) missing/.exec(opening) ?? [];
  const expected =
    unit?.startsWith("profile-day") === true
      ? counts[0]
      : [missing, counts.reduce((total, [, own]) => total + own, 0)];
  assert.deepEqual([Number(count), Number(of)], expected, opening);
}

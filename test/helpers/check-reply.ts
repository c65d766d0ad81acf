/** Checks every figure in the text of a metrics reply against numbers that are computed apart. */
import assert from "node:assert/strict";
import { AskedRows, type AskedFigures } from "./asked-rows.ts";
import { AnswerCheck } from "./check-answer.ts";
import { checkLine, checkLines, TimeCheck } from "./check-rows.ts";
import { legendOf, readReply } from "./reply-tables.ts";

/** @param population all profiles of the question, where those asked for are a piece of them. */
export function checkReply(text: string, question: AskedFigures, population = question): void {
  const asked = new AskedRows(question);
  const { opening, tables, notes } = readReply(text);
  checkCoverage(opening, asked);
  // Codes of series hold for the tables that follow.
  const legend = tables.map(legendOf).find(({ size }) => size > 0) ?? new Map();
  for (const table of tables) {
    const head = table.header.find((name) => name !== "#") ?? "";
    if (table.header[1] === "total" && /^((all|these) \d+|metric)$/.test(head))
      new AnswerCheck(text, asked, new AskedRows(population)).check(table);
    else if (table.header.join() === "metric,value") checkLine(text, table, asked);
    else if (/^(day|week|month|quarter|year|weekday)$/.test(head)) {
      const type = `date.${head}`;
      const dimensions = question.dimensions.map((own) => (own === "date.day" ? type : own));
      new TimeCheck(text, new AskedRows({ ...question, dimensions }), legend).check(table);
    } else checkLines(text, table, asked, { population: new AskedRows(population), notes });
  }
}

/** `Complete.`, or the number of missing values, of all that could have one. */
function checkCoverage(opening: string, { reference, metrics, all, days }: AskedRows): void {
  // Of levels in total, only the days that are held are counted.
  if (opening.includes(" (values of ")) return;
  const counts = metrics.map((metric) => reference.missing(metric, all, days));
  const missing = counts.reduce((total, [count]) => total + count, 0);
  assert.equal(/\bComplete\b/.test(opening), missing === 0, opening);
  if (missing === 0) return;
  const [, count, of, unit, named] =
    /(\d+) of (\d+) (profile-days?|cells) missing(?: in (\w+))?/.exec(opening) ?? [];
  // The metrics that lack values lack the same: the number is that of each of them.
  const lacking = named === undefined ? counts[0] : reference.missing(named, all, days);
  const expected =
    unit?.startsWith("profile-day") === true
      ? lacking
      : [missing, counts.reduce((total, [, own]) => total + own, 0)];
  assert.deepEqual([Number(count), Number(of)], expected, opening);
}

/** Checks every figure in the text of a metrics reply against numbers that are computed apart. */
import assert from "node:assert/strict";
import { AskedRows, type AskedFigures } from "./asked-rows.ts";
import { AnswerCheck } from "./check-answer.ts";
import { checkLine, checkLines, TimeCheck } from "./check-rows.ts";
import { legendOf, readReply } from "./reply-tables.ts";
import { statedMissing } from "./stated-missing.ts";

/** @param population all profiles of the question, where those asked for are a piece of them. */
export function checkReply(text: string, question: AskedFigures, population = question): void {
  const scope = new AskedRows(question);
  const { opening, tables, notes } = readReply(text);
  checkCoverage(opening, scope);
  // Codes of series hold for the tables that follow.
  const legend = tables.map(legendOf).find(({ size }) => size > 0) ?? new Map();
  for (const table of tables) {
    const head = table.header.find((name) => name !== "#") ?? "";
    if (
      /^(profiles,)?(total|mean)\b/.test(table.header.slice(1).join()) &&
      /^((all|these) \d+|metric)$/.test(head)
    )
      new AnswerCheck(text, scope, new AskedRows(population)).check(table);
    else if (table.header.join() === "metric,value") checkLine(text, table, scope);
    else if (/^(day|week|month|quarter|year|weekday)$/.test(head)) {
      const type = `date.${head}`;
      const dimensions = question.dimensions.map((dimension) =>
        dimension === "date.day" ? type : dimension,
      );
      new TimeCheck(text, new AskedRows({ ...question, dimensions }), legend).check(table);
    } else checkLines(text, table, scope, { population: new AskedRows(population), notes });
  }
}

/** `Complete.`, `No values.`, or the number of missing values, of all that could have one. */
function checkCoverage(opening: string, scope: AskedRows): void {
  if (scope.holdsEnd) return;
  const { reference, metrics, ids, days } = scope;
  const counts = metrics.map((metric) => reference.missing(metric, ids, days));
  if (/\bNo values\./.test(opening))
    return assert(
      counts.every(([count, of]) => count === of),
      opening,
    );
  const missing = counts.reduce((total, [count]) => total + count, 0);
  assert.equal(/\bComplete\b/.test(opening), missing === 0, opening);
  if (missing === 0) return;
  const stated = statedMissing(opening, metrics);
  assert(stated.size > 0, opening);
  for (const [at, metric] of metrics.entries()) {
    const { missing: count = 0, of = counts[at]?.[1] } = stated.get(metric) ?? {};
    // Long lists are cut.
    if (stated.has(metric) || !/ and \d+ more/.test(opening))
      assert.deepEqual([count, of], counts[at], opening);
  }
}

/** The rows of a comparison that meet conditions (`where`). They are part of the question: ranks are among them. */
import { itemAt } from "../../../numbers/cells/item-at.ts";
import { addDays, toDay } from "../../../base/time/days.ts";
import { crossedBreaks } from "../../../numbers/meaning/segments.ts";
import { numberColumn } from "../../../numbers/table/compared-columns.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { isNumber, isWithheld } from "../../../numbers/cells/states.ts";
import { inputError } from "../../../base/errors/tool-error.ts";
import type { ComparedTable } from "../../../numbers/table/compare.ts";
import { ofProfiles } from "../../../numbers/table/compare.ts";
import { isLate } from "../../../numbers/table/table.ts";
import { comparedWith, matchingOf, readCondition } from "../../../numbers/meaning/conditions.ts";
import { keysOf } from "../order.ts";
import { metricsOf, numbersNamed, type ShownComparison } from "./shown.ts";

/**
 * If rows are profiles, the totals of the matching ones are shown beside those of all.
 * @throws ToolError `invalid_input` for a condition that the comparison cannot answer.
 */
export function matchingRows(shown: ShownComparison): {
  readonly shown: ShownComparison;
  readonly note?: string;
} {
  const { comparison, dimensions, sorting } = shown;
  if (sorting.where === undefined) return { shown };
  // A piece of some profiles has the ranks of all.
  const { table } = shown.population ?? shown;
  const conditions = sorting.where.map(readCondition);
  const isWhole = wholeRows(table);
  const numbers = conditions.map((condition) => {
    const { metric: name, number, text } = condition;
    const metric = metricNamed(table, name);
    const list = numbersNamed(table, metric, number);
    checkNumbers({ comparison, table }, metric, list, text);
    const [now, before] = [
      numberColumn(table, metric, "now"),
      numberColumn(table, metric, "before"),
    ];
    const { toPercent } = now;
    return comparedWith(condition, [...list], toPercent).map((value, row) =>
      isWhole(row) && !isLate(now, row) && !isLate(before, row) ? value : Number.NaN,
    );
  });
  const keys = keysOf(table);
  const matches = matchingOf(conditions, numbers, keys, new Set(keysOf(shown.table)));
  // More rows are shown, as of rows that the question names.
  const shownRows = { ...shown, matching: matches.keys, sorting: { ...sorting, isNamed: true } };
  const isPart = matches.count > 0 && matches.keys.size < keys.length;
  if (dimensions.join() !== "profile" || !isPart) return { shown: shownRows, note: matches.note };
  const ids = Array.from(matches.keys, (key) => key.slice(1));
  return { shown: { ...shownRows, matched: ofProfiles(comparison, ids) }, note: matches.note };
}

/** @throws ToolError `invalid_input` for numbers that a break divides, and for those that no row has. */
function checkNumbers(
  { table, comparison: { now, before } }: Pick<ShownComparison, "comparison" | "table">,
  metric: Metric,
  list: Float64Array,
  text: string,
): void {
  const crossed = crossedBreaks(
    { network: now.network, start: before.start, end: now.end },
    metric,
  );
  const date = crossed.at(-1)?.date;
  if (date !== undefined && !list.some(isNumber))
    throw inputError(
      `${text} has no number in any row: a break on ${date} divides ${metric.name}`,
      `Choose ranges on one side of it, such as from ${addDays(toDay(date), 1)}.`,
    );
  // A kind without the number is an error; rows that are not compared only match nothing.
  const hasChanges = numberColumn(table, metric, "change").values.some(isNumber);
  if (list.length > 0 && !list.some(isNumber) && (hasChanges || list.some(isWithheld)))
    throw inputError(
      `${text} has no number in any row: ${metric.name} cannot be combined so`,
      "Choose another number, such as the change, or another metric.",
    );
}

function metricNamed(table: ComparedTable, name: string | undefined): Metric {
  const metrics = metricsOf(table);
  const named = name === undefined ? metrics[0] : metrics.find((metric) => metric.name === name);
  if (named !== undefined) return named;
  throw inputError(
    `the comparison has no metric ${name}`,
    `Take one of ${metrics.map((metric) => metric.name).join(", ")}.`,
  );
}

/** Returns a function that says whether a row of time is whole on both sides. */
export function wholeRows({ dimensions, keys }: ComparedTable): (row: number) => boolean {
  return (row) =>
    dimensions.every(({ time, previous }, at) => {
      const place = itemAt(keys[at], row);
      return [time, previous?.time].every((rows) => itemAt(rows, place)?.isPartial !== true);
    });
}

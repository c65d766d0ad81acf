/** The rows of a comparison that meet conditions (`where`), which are shown among all. */
import { entriesAt } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { onlyProfiles } from "../cells/select.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Compared, ComparedMetric } from "./compare.ts";
import { isNumber, isWithheld } from "../cells/states.ts";
import { matchingOf, readCondition } from "../report/conditions.ts";
import { keysOf } from "./ranks.ts";
import { numbersBy, type ShownComparison } from "./table-rows.ts";

/**
 * The rows that match, with the ranks of all. Where rows are profiles, the totals are of those that match, beside all.
 * @throws ToolError `invalid_input` for a condition that the comparison cannot answer.
 */
export function matchingRows(shown: ShownComparison): {
  readonly shown: ShownComparison;
  readonly note?: string;
} {
  const { comparison, compared, dimensions, sorting } = shown;
  if (sorting.where === undefined) return { shown };
  const conditions = sorting.where.map(readCondition);
  const isWhole = wholeRows(compared);
  const numbers = conditions.map(({ metric, number, text }) => {
    const own = metricOf(compared, metric);
    const list = numbersBy[number](own);
    const since = own.parts
      .map(({ column }) => column.segment.start)
      .toSorted()
      .at(-1);
    if (since !== undefined)
      throw inputError(
        `${text} has no single number per row: a break on ${since} divides ${own.metric.name}`,
        `Choose ranges on one side of it, such as from ${since}.`,
      );
    if (
      list.length > 0 &&
      !list.some(isNumber) &&
      (own.now.some(isNumber) || list.some(isWithheld))
    )
      throw inputError(
        `${text} has no number in any row: ${own.metric.name} cannot be combined so`,
        "Choose another number, such as the change, or another metric.",
      );
    return Array.from(list, (value, row) => (isWhole(row) ? value : Number.NaN));
  });
  const keys = keysOf(compared);
  const found = matchingOf(conditions, numbers, keys);
  const own = { ...shown, matching: found.keys };
  const isPart = found.keys.size > 0 && found.keys.size < keys.length;
  if (dimensions.join() !== "profile" || !isPart) return { shown: own, note: found.note };
  const only = (result: Result): Result => onlyProfiles(result, (id) => found.keys.has(` ${id}`));
  const { now, before, whole = before } = comparison;
  const matched = { ...comparison, now: only(now), before: only(before), whole };
  return { shown: { ...own, matched }, note: found.note };
}

function metricOf({ metrics }: Compared, name: string | undefined): ComparedMetric {
  const found =
    name === undefined ? metrics[0] : metrics.find(({ metric }) => metric.name === name);
  if (found !== undefined) return found;
  throw inputError(
    `the comparison has no metric ${name}`,
    `Take one of ${metrics.map(({ metric }) => metric.name).join(", ")}.`,
  );
}

/** Returns a function that says whether a row of time is whole on both sides. */
function wholeRows({ axes }: Compared): (row: number) => boolean {
  const pairs = axes.map(({ rows }) => rows);
  return (row) =>
    !entriesAt(pairs, row).some((places, axis) =>
      [axes[axis]?.now, axes[axis]?.before].some(
        (side, at) => side?.time?.[places[at] ?? -1]?.isPartial === true,
      ),
    );
}

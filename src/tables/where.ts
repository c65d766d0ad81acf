/** The lines of a result that meet conditions (`where`), which are shown among all. */
import { isDateDimension } from "../catalog/dimensions.ts";
import { numberAt } from "../cells/number-at.ts";
import { withProfilesAt } from "../cells/select.ts";
import { inputError } from "../errors/tool-error.ts";
import { coverageAt, firstColumn, isPending, timeIn } from "../table/table.ts";
import { comparedNumbers } from "../catalog/column-names.ts";
import { matchingOf, readCondition } from "./conditions.ts";
import { keysOf } from "./order.ts";
import { checkCoverage, checkOneNumber, onlyMetric } from "./ranks.ts";
import { lineDimensions, type Shown } from "./shown.ts";

/**
 * The lines that match, with the ranks of all. Where lines are profiles, the totals are of those that match, beside all.
 * @throws ToolError `invalid_input` for a condition that the result cannot answer.
 */
export function matching(shown: Shown): { readonly shown: Shown; readonly note?: string } {
  const { result, held = result, dimensions, sorting } = shown;
  if (sorting.where === undefined) return { shown };
  const conditions = sorting.where.map(readCondition);
  const types = lineDimensions(shown);
  const [first] = result.metrics;
  const hasLines = shown.table.dimensions.some(
    ({ type, rows }) => !isDateDimension(type) && rows.length > 1,
  );
  const numbers: number[][] = [];
  let keys: readonly string[] = [];
  for (const { metric = first?.name ?? "", number, text } of conditions) {
    if (comparedNumbers.some((name) => name === number))
      throw inputError(
        `${text} asks for a comparison, and the result has one range`,
        "Ask get_profile_metrics with compare_to.",
      );
    const own = onlyMetric(held, metric);
    const table = shown.fold(own, hasLines ? types : dimensions);
    checkOneNumber(own, table, metric);
    const column = firstColumn(table);
    const time = timeIn(table);
    keys = keysOf(table);
    numbers.push(
      keys.map((_, row) => {
        if (time[row]?.isPartial === true || isPending(column, row)) return Number.NaN;
        if (number === "coverage") return 100 * coverageAt(column, row);
        const { buckets } = column;
        const lacksBuckets = buckets !== undefined && numberAt(buckets.counted, row) < buckets.all;
        return lacksBuckets ? Number.NaN : numberAt(column.values, row);
      }),
    );
    if (number === "coverage") checkCoverage(numbers.at(-1) ?? []);
  }
  const found = matchingOf(conditions, numbers, keys);
  const places = [...keys.keys()].filter((row) => found.keys.has(keys[row] ?? ""));
  const areProfiles = hasLines && types.join() === "profile" && places.length > 0;
  const matched = areProfiles ? withProfilesAt(result, places) : undefined;
  return { shown: { ...shown, matching: found.keys, matched }, note: found.note };
}

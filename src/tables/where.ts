/** The lines of a result that meet conditions (`where`), which are shown among all. */
import type { Work } from "../async/work.ts";
import { isDateDimension } from "../catalog/dimensions.ts";
import { numberAt } from "../cells/number-at.ts";
import { withProfilesAt } from "../cells/select.ts";
import { inputError } from "../errors/tool-error.ts";
import { coverageAt } from "../meaning/figures.ts";
import { comparedNumbers } from "../catalog/column-names.ts";
import { matchingOf, readCondition } from "./conditions.ts";
import { keysOf } from "./order.ts";
import { checkCoverage, checkOneNumber, onlyMetric } from "./ranks.ts";
import { lineDimensions, type Shown } from "./shown.ts";

/**
 * The lines that match, with the ranks of all. Where lines are profiles, the totals are of those that match, beside all.
 * @throws ToolError `invalid_input` for a condition that the result cannot answer.
 */
export function* matching(shown: Shown): Work<{ readonly shown: Shown; readonly note?: string }> {
  const { result, held = result, dimensions, sorting } = shown;
  if (sorting.where === undefined) return { shown };
  const conditions = sorting.where.map(readCondition);
  const types = lineDimensions(shown);
  const [first] = result.metrics;
  const hasLines = shown.figures.axes.some(
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
    const figures = yield* shown.combine(own, hasLines ? types : dimensions);
    checkOneNumber(own, figures, metric);
    const width = figures.columns.length;
    const time = figures.axes.find(({ type }) => isDateDimension(type))?.time;
    keys = keysOf(figures);
    numbers.push(
      keys.map((_, row) => {
        const at = row * width;
        if (time?.[row]?.isPartial === true || figures.pending[at] === 1) return Number.NaN;
        const share = coverageAt(figures, at);
        if (number === "coverage") return 100 * share;
        const { buckets } = figures.columns[0] ?? {};
        const lacksBuckets = buckets !== undefined && numberAt(buckets.counted, row) < buckets.all;
        return lacksBuckets ? Number.NaN : numberAt(figures.values, at);
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

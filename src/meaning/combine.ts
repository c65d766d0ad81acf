/** Rules for combining the values of a metric: over days, over profiles, or not at all. */
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import { isSummedLevel, type Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";

/** Each cell is one profile on one day, so that averages of cells are exact. */
export function hasProfileDays({ cells, profileCount }: Result): boolean {
  const types = cells.axes.map(({ type }) => type);
  return types.includes("date.day") && (types.includes("profile") || profileCount === 1);
}

/**
 * The values of a metric can be combined exactly along a dimension. They cannot where labels overlap, where a
 * breakdown need not sum to the total, for levels over days, and for averages of what are averages already.
 */
export function combines(result: Result, type: Dimension, metric: Metric): boolean {
  if (type !== "profile" && !isDateDimension(type)) return false;
  if (metric.aggregation === "average") return hasProfileDays(result);
  return type === "profile" || !isSummedLevel(metric);
}

/** Names of the metrics whose values cannot be combined over the days of this result. */
export const notCombinableOverDays = (result: Result): string[] =>
  result.cells.metrics
    .filter(
      (metric) =>
        isSummedLevel(metric) || (metric.aggregation === "average" && !hasProfileDays(result)),
    )
    .map(({ name }) => name);

/** The result without sums of levels over days: these stay in the CSV, as the API gives them. */
export function withoutLevelSums(result: Result): Result {
  const { cells, start, end } = result;
  const isByDay = start === end || cells.axes.some(({ type }) => type === "date.day");
  const levels = cells.metrics.map(isSummedLevel);
  if (isByDay || !levels.includes(true)) return result;
  const values = cells.values.map((value, at) =>
    levels[at % levels.length] === true ? Number.NaN : value,
  );
  return { ...result, cells: { ...cells, values } };
}

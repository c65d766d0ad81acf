/** The rows of a comparison: their names, and their numbers by the names that conditions and orders have for them. */
import { isCalendarDate, type Dimension } from "../catalog/dimensions.ts";
import { combinations } from "../cells/group-by.ts";
import { numberAt } from "../cells/number-at.ts";
import type { ComparedAxis } from "./axes.ts";
import type { Comparison } from "../cells/result.ts";
import type { Compared, ComparedMetric } from "./compare.ts";
import type { NumberName } from "../report/conditions.ts";
import { namesOf } from "../report/names.ts";
import type { Sorting } from "../report/shown.ts";

/** A comparison to show at some dimensions. */
export interface ShownComparison {
  readonly comparison: Comparison;
  readonly dimensions: readonly Dimension[];
  readonly compared: Compared;
  readonly sorting: Sorting;
  /** All profiles of the question, of which the comparison has some: ranks are among them. */
  readonly population?: Comparison | undefined;
  /** Keys of the rows that meet the conditions; all rows (default). */
  readonly matching?: ReadonlySet<string> | undefined;
  /** The profiles that meet the conditions: totals are of them, beside all. */
  readonly matched?: Comparison | undefined;
}

/** The names of the rows of an axis; of time, on both sides. */
export function rowNames({ now, before }: Comparison, axis: ComparedAxis): (readonly string[])[] {
  const [namesNow, namesBefore] = [namesOf(now, axis.now), namesOf(before, axis.before)];
  return axis.rows.map(([one, other]) =>
    isCalendarDate(axis.type)
      ? [namesNow[one] ?? "–", namesBefore[other] ?? "–"]
      : [namesNow[one] ?? namesBefore[other] ?? ""],
  );
}

/** One name per combination of rows: of the axes with several rows, or `all`. */
export const combinedNames = (comparison: Comparison, axes: readonly ComparedAxis[]): string[] =>
  combinedRowNames(comparison, axes).names.map((parts) => parts.join(", ") || "all");

/** The names of each combination of rows, and what they name: of time, the row of both ranges. Single rows are not named. */
export function combinedRowNames(
  comparison: Comparison,
  axes: readonly ComparedAxis[],
): { readonly heads: readonly string[]; readonly names: readonly (readonly string[])[] } {
  const several = axes.filter(({ rows }) => rows.length > 1);
  const heads = several.flatMap(({ type }) => {
    const name = type.replace("date.", "");
    return isCalendarDate(type) ? [name, `${name} before`] : [name];
  });
  const names = combinations(several.map((axis) => rowNames(comparison, axis)));
  return { heads, names: names.map((parts) => parts.flat()) };
}

/** The numbers of a metric by row. The coverage of a row is the lower one of its sides. */
export const numbersBy: Readonly<Record<NumberName, (own: ComparedMetric) => Float64Array>> = {
  value: ({ now }) => now,
  previous: ({ before }) => before,
  change: ({ change }) => change,
  change_percent: ({ percent }) => percent,
  contribution: ({ contribution }) => contribution,
  coverage: ({ coverage: [now, before] }) =>
    now.map((share, row) => 100 * Math.min(share, numberAt(before, row))),
};

/** Lists of gaps and of outliers as tables of text. */
import { isBreakdown } from "../catalog/dimensions.ts";
import { rowName, type Result } from "../cells/result.ts";
import type { LineRow } from "../meaning/daily-lines.ts";
import { isByDifference, type Outlier } from "../meaning/outliers.ts";
import { bucketGrain } from "../meaning/presence.ts";
import type { RowGaps } from "../meaning/row-gaps.ts";
import type { Table } from "../replies/table.ts";
import { formatNumber } from "../text/numbers.ts";
import { plural, some } from "../text/words.ts";
import { weekdayName } from "../time/grains.ts";
import { metricNames, rangeName } from "./names.ts";

/** The columns that name a line of days. */
function lineColumns({ days }: Result): string[] {
  const split = days?.axes.find(({ type }) => isBreakdown(type));
  return split === undefined ? ["profile"] : ["profile", split.type];
}

export function gapsTable(result: Result, rows: readonly RowGaps[]): Table {
  const { unit } = bucketGrain(result);
  const [only = ""] = result.names.profile?.keys() ?? [];
  return {
    columns: ["profile", `${unit}s missing`, "of", "longest run", "metrics"],
    rows: rows.map(({ profile, missing, expected, length, longest, metrics }) => {
      const run = `${plural(length, unit)}, ${rangeName(longest, result)}`;
      const name = rowName(result, "profile", result.profileCount === 1 ? only : profile);
      return [name, missing, expected, run, some(metricNames(metrics), 6)];
    }),
  };
}

export function outliersTable(result: Result, outliers: readonly Outlier[]): Table {
  const columns = lineColumns(result);
  return {
    columns: [...columns, "date", "weekday", "metric", "value", "usual", "score"],
    rows: outliers.map(({ rows, day, metric, value, usual: [low, high], score }) => [
      ...columns.map((type) => outlierName(result, rows, type)),
      day,
      weekdayName(day),
      isByDifference(metric) ? `${metric.name} (difference from the day before)` : metric.name,
      value,
      `${formatNumber(rounded(low))} to ${formatNumber(rounded(high))}`,
      Math.round(score * 10) / 10,
    ]),
  };
}

/** The name of a row in a column. Rows that combine profiles are in the column of profiles. */
function outlierName(result: Result, rows: readonly LineRow[], column: string): string {
  const nameOf = ({ type, row }: LineRow): string => rowName(result, type, row);
  const own = rows.find(({ type }) => type === column);
  if (own !== undefined) return nameOf(own);
  const label = rows.find(({ type }) => type === "profile_label");
  return label === undefined ? `all ${result.profileCount} profiles` : `label ${nameOf(label)}`;
}

/** Ends of a range need no more digits than three. */
const rounded = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));

/** Views that list gaps and outliers: as tables for programs, and as blocks of a reply. */
import { isBreakdown } from "../catalog/dimensions.ts";
import { grains, type GrainName } from "../catalog/grains.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { leastBefore, type BucketRank, type BucketRanks } from "../meaning/bucket-ranks.ts";
import { rowName, type Result } from "../cells/result.ts";
import type { LineRow } from "../meaning/daily-lines.ts";
import {
  isByDifference,
  outlierScore,
  usualWeeks,
  type Outlier,
  type Outliers,
} from "../meaning/outliers.ts";
import { bucketGrain } from "../meaning/presence.ts";
import type { RowGaps } from "../meaning/row-gaps.ts";
import type { Table } from "../replies/table.ts";
import { formatNumber, formatPercent } from "../text/numbers.ts";
import { plural, some } from "../text/words.ts";
import { weekdayName } from "../time/grains.ts";
import { metricNames, rangeName } from "./names.ts";

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

/** The columns that name the row of an outlier: a label, a profile, a row of a breakdown; none for the total alone. */
function rowColumns(
  { profileCount }: Result,
  outliers: readonly Pick<Outlier, "rows">[],
): string[] {
  const types = outliers.flatMap(({ rows }) => rows.map(({ type }) => type));
  return [...new Set(types)].filter((type) => type !== "profile" || profileCount > 1);
}

export function outliersTable(result: Result, outliers: readonly Outlier[]): Table {
  const columns = rowColumns(result, outliers);
  return {
    columns: [
      ...columns,
      "day",
      "weekday",
      "metric",
      "value",
      "against usual",
      "usual of its weekday",
      "score",
    ],
    rows: outliers.map((outlier) => {
      const { rows, day, metric, value, usual, score } = outlier;
      const [low, high] = usual;
      const middle = (low + high) / 2;
      return [
        ...columns.map((type) => nameIn(result, rows, type)),
        day,
        weekdayName(day),
        metricTitle(metric, "day"),
        value,
        middle > 0 ? `${formatPercent((100 * (value - middle)) / middle)} %` : null,
        `${formatNumber(low)} to ${formatNumber(high)}`,
        Math.round(score * 10) / 10,
      ];
    }),
  };
}

/** A table with the lines around it. */
export interface ListedTable {
  readonly title?: string;
  readonly table: Table;
  readonly below?: readonly string[];
}

/** Outliers of the rows that combine profiles, then those of single profiles, with what was compared. */
export function outlierTables(
  result: Result,
  shown: readonly Outlier[],
  { found, compared: [inRows, inDays] }: Outliers,
): ListedTable[] {
  const none = { columns: [], rows: [] };
  if (inRows + inDays === 0)
    return [
      {
        title: "No day could be compared: usual values need at least 12 weeks without a break.",
        table: none,
      },
    ];
  const isOfProfile = ({ rows }: Outlier): boolean =>
    result.profileCount === 1 || rows.some(({ type }) => type === "profile");
  const ofRows = found.filter((one) => !isOfProfile(one));
  const ofDays = found.length - ofRows.length;
  const isOneTotal =
    result.cells.metrics.length === 1 && ofRows.every(({ rows }) => rows.length === 0);
  const stand = (count: number): string =>
    count === 0 ? "none stands" : count === 1 ? "1 stands" : `${count} stand`;
  const what = isOneTotal
    ? `The total of the ${result.profileCount} profiles stands out on ${ofRows.length || "none"} of ${inRows} days`
    : `Of ${plural(inRows, "value")} of rows that combine profiles, ${stand(ofRows.length)} out`;
  const days = `Of ${plural(inDays, "profile-day")}, ${stand(ofDays)} out by ${ofDays > 1 ? "themselves" : "itself"}`;
  const listed = (title: string, own: readonly Outlier[]): ListedTable =>
    own.length === 0
      ? { title: `${title}.`, table: none }
      : { title: `${title}:`, table: narrowed(outliersTable(result, own)) };
  const usual = `Usual: the median of the weekday in ${usualWeeks} weeks, and 3 spreads to each side; from a score of ${outlierScore} a value stands out.`;
  const tables = [
    ...(inRows === 0
      ? []
      : [
          listed(
            what,
            shown.filter((one) => !isOfProfile(one)),
          ),
        ]),
    ...(inDays === 0 ? [] : [listed(days, shown.filter(isOfProfile))]),
  ];
  return tables.map((one, place) =>
    place === tables.length - 1 ? { ...one, below: [usual] } : one,
  );
}

const metricTitle = (metric: Metric, unit: string): string =>
  isByDifference(metric) ? `${metric.name} (difference from the ${unit} before)` : metric.name;

/** The latest bucket of each row among the others, without a verdict. */
export function bucketRanksTable(
  result: Result,
  ranks: readonly BucketRank[],
  grain: GrainName,
): Table {
  const columns = rowColumns(result, ranks);
  return {
    columns: [...columns, grain, "metric", "value", "rank", "lowest", "highest"],
    rows: ranks.map(({ rows, bucket, metric, value, rank, count, lowest, highest }) => {
      const end = rank === 1 ? ", the highest" : rank === count ? ", the lowest" : "";
      return [
        ...columns.map((type) => nameIn(result, rows, type)),
        bucket,
        metricTitle(metric, grain),
        value,
        `${rank} of ${count}${end}`,
        lowest,
        highest,
      ];
    }),
  };
}

/** The ranks of the latest buckets, and those that stand out where enough are before them. */
export function bucketTables(
  result: Result,
  table: Table,
  { outliers, compared }: BucketRanks,
  grain: GrainName,
): ListedTable[] {
  const units = grains[grain].plural;
  if (table.rows.length === 0)
    return [{ title: `No ${grain} could be ranked: three whole ones are needed.`, table }];
  const ranked = {
    title: `The latest whole ${grain} among the whole ${units} of the range:`,
    table,
  };
  const few = `No scores: they need ${leastBefore} ${units} before a ${grain}.`;
  if (compared === 0) return [{ ...ranked, below: [few] }];
  const columns = rowColumns(result, outliers);
  const rows = outliers.map(({ rows: own, bucket, metric, value, usual: [low, high], score }) => [
    ...columns.map((type) => nameIn(result, own, type)),
    bucket,
    metricTitle(metric, grain),
    value,
    `${formatNumber(low)} to ${formatNumber(high)}`,
    Math.round(score * 10) / 10,
  ]);
  const title = `Of ${compared} with at least ${leastBefore} ${units} before them, ${outliers.length === 0 ? "none stands out." : `${outliers.length} stand out:`}`;
  const usual = `Usual: the median of all before, and 3 spreads to each side; from a score of ${outlierScore} a value stands out.`;
  const found = { columns: [...columns, grain, "metric", "value", "usual", "score"], rows };
  return [ranked, { title, table: found, below: [usual] }];
}

/** A single metric names the column of its values, a single weekday that of the usual ones. */
function narrowed({ columns, rows }: Table): Table {
  const only = (name: string): string | undefined => {
    const [first, ...others] = new Set(rows.map((row) => row[columns.indexOf(name)]));
    return others.length === 0 ? String(first) : undefined;
  };
  const [metric, weekday] = [only("metric"), only("weekday")];
  const names = columns.map((name) =>
    name === "value" && metric !== undefined
      ? metric
      : name === "usual of its weekday" && weekday !== undefined
        ? `usual ${weekday}`
        : name,
  );
  const place = metric === undefined ? -1 : columns.indexOf("metric");
  const without = <Cell>(row: readonly Cell[]): Cell[] =>
    row.filter((_, column) => column !== place);
  return { columns: without(names), rows: rows.map(without) };
}

function nameIn(result: Result, rows: readonly LineRow[], type: string): string {
  const own = rows.find((one) => one.type === type);
  if (own !== undefined) return rowName(result, own.type, own.row);
  return isBreakdown(type) ? "" : `all ${result.profileCount}`;
}

/** Views that list gaps and outliers: as tables for programs, and as blocks of a reply. */
import { isBreakdown } from "../../catalog/dimensions.ts";
import { grains, type GrainName } from "../../catalog/grains.ts";
import { rowKey } from "../../numbers/cells/axis.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import {
  leastBefore,
  type BucketRank,
  type BucketRanks,
} from "../../numbers/table/bucket-ranks.ts";
import { rowName, type Result } from "../../numbers/cells/result.ts";
import type { LineRow } from "../../numbers/table/daily-lines.ts";
import { isByDifference, outlierScore, usualWeeks } from "../../numbers/table/outliers.ts";
import type { Outlier, Outliers } from "../../numbers/table/outliers.ts";
import type { Table, TableCell } from "../replies/table.ts";
import { formatNumber, formatPercent } from "../../base/text/numbers.ts";
import { plural } from "../../base/text/words.ts";
import { weekdayName } from "../../base/time/grains.ts";
import { outlierDayText } from "./outlier-days.ts";
import type { OutlierDay } from "../../numbers/table/outlier-days.ts";

/**
 * A table of numbers of single rows. Its first columns name the row: a label, a profile, a row of a breakdown; none for
 * the total alone.
 * @param cells by the name of their column.
 */
function rowsTable<Row extends Pick<Outlier, "rows">>(
  result: Result,
  list: readonly Row[],
  cells: Readonly<Record<string, (row: Row) => TableCell>>,
): Table {
  const types = list.flatMap(({ rows }) => rows.map(({ type }) => type));
  const named = [...new Set(types)].filter((type) => type !== "profile" || result.profileCount > 1);
  return {
    columns: [...named, ...Object.keys(cells)],
    rows: list.map((row) => [
      ...named.map((type) => nameIn(result, row.rows, type)),
      ...Object.values(cells).map((cellOf) => cellOf(row)),
    ]),
  };
}

type Usual = Pick<Outlier, "usual" | "score">;

const usualText = ({ usual: [low, high] }: Usual): string =>
  `${formatNumber(low)} to ${formatNumber(high)}`;
const scoreOf = ({ score }: Usual): number => Math.round(score * 10) / 10;

export const outliersTable = (result: Result, outliers: readonly Outlier[]): Table =>
  rowsTable(result, outliers, {
    day: ({ day }) => day,
    weekday: ({ day }) => weekdayName(day),
    metric: ({ metric }) => metricTitle(metric, "day"),
    value: ({ value }) => value,
    "against usual": ({ value, usual: [low, high] }) => {
      const middle = (low + high) / 2;
      return middle > 0 ? `${formatPercent((100 * (value - middle)) / middle)} %` : null;
    },
    "usual of its weekday": usualText,
    score: scoreOf,
  });

/** The tables of a view, each with its title, and the line below the last one. */
export interface Lists {
  readonly lists: readonly {
    readonly title?: string | undefined;
    readonly table: Table;
  }[];
  readonly below?: string;
}

/** An outlier of a row that combines profiles, not of a single one. */
export const isRowOutlier = ({ profileCount }: Result, { rows }: Outlier): boolean =>
  profileCount !== 1 && !rows.some(({ type }) => type === "profile");

/** Outliers of the rows that combine profiles, then those of single profiles, with what was compared. */
export function outlierTables(
  result: Result,
  shown: readonly (Outlier | OutlierDay)[],
  { outliers, compared: [inRows, inDays] }: Outliers,
): Lists {
  const days = shown.flatMap((line) => ("outliers" in line ? [line] : []));
  const lines = shown.flatMap((line) => ("outliers" in line ? [] : [line]));
  if (inRows + inDays === 0) {
    const title = "No day could be compared: usual values need at least 12 weeks without a break.";
    return { lists: [{ title, table: outliersTable(result, []) }] };
  }
  const lists = [
    {
      title: rowsTitle(result, outliers, inRows),
      compared: inRows,
      shownOutliers: lines.filter((outlier) => isRowOutlier(result, outlier)),
      days: [],
    },
    {
      title: daysTitle(result, outliers, inDays),
      compared: inDays,
      shownOutliers: lines.filter((outlier) => !isRowOutlier(result, outlier)),
      days: days.map((day) => outlierDayText(result, day)),
    },
  ].filter(({ compared }) => compared > 0);
  return {
    lists: lists.map(({ title, shownOutliers, days: texts }) => ({
      title: [`${title}${shownOutliers.length + texts.length === 0 ? "." : ":"}`, ...texts].join(
        "\n",
      ),
      table: narrowed(outliersTable(result, shownOutliers)),
    })),
    below: `Usual: the median of the weekday in ${usualWeeks} weeks, and 3 spreads to each side; from a score of ${outlierScore} a value stands out.`,
  };
}

const stand = (count: number): string =>
  count === 0 ? "none stands" : count === 1 ? "1 stands" : `${count} stand`;

/** Of the rows that combine profiles. */
function rowsTitle(result: Result, outliers: readonly Outlier[], compared: number): string {
  const ofRows = outliers.filter((outlier) => isRowOutlier(result, outlier));
  const isOneTotal = result.metrics.length === 1 && ofRows.every(({ rows }) => rows.length === 0);
  return isOneTotal
    ? `The total of the ${result.profileCount} profiles stands out on ${ofRows.length || "none"} of ${compared} days`
    : `Of ${plural(compared, "value")} of rows that combine profiles, ${stand(ofRows.length)} out`;
}

/** Of single profiles. A profile-day counts once, however many of its numbers stand out. */
function daysTitle(result: Result, outliers: readonly Outlier[], compared: number): string {
  const count = new Set(
    outliers.flatMap((outlier) =>
      isRowOutlier(result, outlier) ? [] : `${rowKey(outlier.rows[0]?.row ?? "")} ${outlier.day}`,
    ),
  ).size;
  return `Of ${plural(compared, "profile-day")}, ${stand(count)} out by ${count > 1 ? "themselves" : "itself"}`;
}

const metricTitle = (metric: Metric, unit: string): string =>
  isByDifference(metric) ? `${metric.name} (difference from the ${unit} before)` : metric.name;

/** The columns that each table of buckets has. */
const bucketCells = (grain: GrainName) => ({
  [grain]: ({ bucket }: Pick<BucketRank, "bucket">) => bucket,
  metric: ({ metric }: Pick<BucketRank, "metric">) => metricTitle(metric, grain),
  value: ({ value }: Pick<BucketRank, "value">) => value,
});

/** The latest bucket of each row among the others, without a verdict. */
export const bucketRanksTable = (
  result: Result,
  ranks: readonly BucketRank[],
  grain: GrainName,
): Table =>
  rowsTable(result, ranks, {
    ...bucketCells(grain),
    rank({ rank, count, thin, since }) {
      const end = rank === 1 ? ", the highest" : rank === count ? ", the lowest" : "";
      const without = thin === 0 ? "" : ` (${thin} with gaps left out)`;
      return `${rank} of ${count}${since === undefined ? "" : ` since ${since}`}${end}${without}`;
    },
    lowest: ({ lowest }) => lowest,
    highest: ({ highest }) => highest,
  });

/** The ranks of the latest buckets, and those that stand out where enough are before them. */
export function bucketTables(
  result: Result,
  table: Table,
  { outliers, compared }: BucketRanks,
  grain: GrainName,
): Lists {
  const units = grains[grain].plural;
  if (table.rows.length === 0)
    return {
      lists: [{ title: `No ${grain} could be ranked: three whole ones are needed.`, table }],
    };
  const ranked = {
    title: `The latest whole ${grain} among the whole ${units} of the range:`,
    table,
  };
  if (compared === 0)
    return {
      lists: [ranked],
      below: `No scores: they need ${leastBefore} ${units} before a ${grain}.`,
    };
  const title = `Of ${compared} with at least ${leastBefore} ${units} before them, ${outliers.length === 0 ? "none stands out." : `${outliers.length} stand${outliers.length === 1 ? "s" : ""} out:`}`;
  const cells = { ...bucketCells(grain), usual: usualText, score: scoreOf };
  return {
    lists: [ranked, { title, table: rowsTable(result, outliers, cells) }],
    below: `Usual: the median of all before, and 3 spreads to each side; from a score of ${outlierScore} a value stands out.`,
  };
}

/** A single metric names the column of its values, a single weekday that of the usual ones. */
function narrowed({ columns, rows }: Table): Table {
  const only = (name: string): string | undefined => {
    const [first, ...rest] = new Set(rows.map((row) => row[columns.indexOf(name)]));
    return rest.length === 0 ? String(first) : undefined;
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
  const lineRow = rows.find((row) => row.type === type);
  if (lineRow !== undefined) return rowName(result, lineRow.type, lineRow.row);
  return isBreakdown(type) ? "" : `all ${result.profileCount}`;
}

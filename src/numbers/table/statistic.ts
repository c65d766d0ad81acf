/** Statistics of the days, weeks, months or quarters of each row: of weekdays, and those that a reader asks for. */
import { isBreakdown, isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Statistic, StatisticBucket } from "../../catalog/statistics.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { isMissing, isNumber, isWithheld, withheld } from "../cells/states.ts";
import { required } from "../../base/errors/tool-error.ts";
import { differsMuch } from "../meaning/coverage.ts";
import { withCountedDays } from "../meaning/delivery.ts";
import type { Segment } from "../meaning/segments.ts";
import type { TimeRow } from "../meaning/time-rows.ts";
import { timeOf, timeRowsOf, withoutBreaks } from "./columns.ts";
import { combine, type Combining } from "./combine.ts";
import { pivot } from "./pivot.ts";
import { statisticValue } from "./statistic-value.ts";
import { coverageAt, isPending, noDay, timeIn, withheldColumn } from "./table.ts";
import type { NumberColumn, Table } from "./table.ts";

/** A bucket of a profile counts where at least this share of its days has a value. */
const enough = 0.95;

/**
 * A table with statistics of the values of each row in place of its numbers: a column for each of them.
 * @example the lowest month of each profile
 * statistic(result, ["profile"], { names: ["min"], of: "month" })
 */
export const statistic = (
  result: Result,
  dimensions: readonly Dimension[],
  { names, of }: { readonly names: readonly Statistic[]; readonly of: "day" | StatisticBucket },
  combining: Combining = {},
): Table =>
  of === "day"
    ? ofDays(result, dimensions, () => names, combining)
    : ofBuckets(result, dimensions, { names, grain: of }, combining);

/**
 * The table of a result by the kinds of its metrics. Weekdays are means: a range holds unequal numbers of each.
 * @example the views of each profile: a row per profile, the sum of its days
 * fold(result, ["profile"])
 */
export const fold = (
  result: Result,
  dimensions: readonly Dimension[],
  combining: Combining = {},
): Table =>
  dimensions.includes("date.weekday")
    ? ofDays(result, dimensions, weekdayStatistic, combining)
    : combine(result, dimensions, combining);

const weekdayStatistic = ({ kind }: Metric): readonly Statistic[] =>
  kind.overProfiles === "sum" ? ["mean"] : [];

/** The lowest, highest, first and last value, and a mean, are of days on which every profile has a value of a level already. */
const needsAll = (name: Statistic): boolean =>
  ["min", "max", "first", "last", "mean"].includes(name);

/** @param statisticsOf those of a metric; none for one whose number stays. */
function ofDays(
  result: Result,
  dimensions: readonly Dimension[],
  statisticsOf: (metric: Metric) => readonly Statistic[],
  combining: Combining,
): Table {
  const table = combine(result, dimensions, combining);
  const days = beneathOf(result, dimensions, "day", combining);
  const time = timeRowsOf(result, dimensions);
  const lines = linesOf(table, days);
  const hasBreakdown = dimensions.some((type) => isBreakdown(type));
  const columns = table.columns.flatMap((column): NumberColumn[] => {
    const { metric } = column;
    const isSplit = hasBreakdown && metric.kind.overProfiles !== "quotient";
    const listing = {
      source: columnFor(days, metric),
      placeOf: timeOf(result, column, time).placeOf,
      isSplit,
    };
    const shown = { ...column, days: column.days.slice().fill(noDay) };
    const names = statisticsOf(metric);
    const lists = statisticsIn(column, lines, listing, names);
    return names.length === 0
      ? [shown]
      : names.map((method, at) => ({
          ...shown,
          method,
          totalMethod: method,
          values: withoutBreaks(result, metric, table, required(lists[at], method)),
        }));
  });
  return { ...table, columns };
}

/** A line of a table, with the rows of its days or buckets. */
interface StatisticLine {
  /** By row of time. */
  readonly rows: Int32Array;
  /** By day or bucket. */
  readonly beneath: Int32Array;
}

/** The lines of a table and of one with more rows of time; both have the same lines. */
function linesOf(table: Table, beneath: Table): StatisticLine[] {
  const timeOn = ({ dimensions }: Table): Dimension | undefined =>
    dimensions.find(({ type }) => isDateDimension(type))?.type;
  // Without time, each row is a line.
  const lines = pivot(table, timeOn(table)).lines;
  const linesBeneath = pivot(beneath, timeOn(beneath)).lines;
  return lines.map((rows, line) => ({ rows, beneath: required(linesBeneath[line], "a line") }));
}

/** The same lines by day, or by longer buckets. */
const beneathOf = (
  result: Result,
  dimensions: readonly Dimension[],
  of: "day" | StatisticBucket,
  combining: Combining,
): Table => {
  const lineDimensions = dimensions.filter((type) => !isDateDimension(type));
  const dimensionsBeneath = [...lineDimensions, `date.${of}`] as const;
  return combine(withCountedDays(result), dimensionsBeneath, combining);
};

const columnFor = ({ columns }: Table, { name }: Metric): NumberColumn =>
  required(
    columns.find(({ metric }) => metric.name === name),
    `the column ${name}`,
  );

interface Listing {
  readonly source: NumberColumn;
  /** By the place of a day in the range, the place of its row of time. */
  readonly placeOf: Int32Array;
  /** On a covered day, a row of a breakdown that no profile has counts as 0. */
  readonly isSplit: boolean;
}

/**
 * The statistics of the days of each row, a list for each. Without a daily value to use, the number of the column must
 * not take its place.
 */
function statisticsIn(
  column: NumberColumn,
  lines: readonly StatisticLine[],
  { source, placeOf, isSplit }: Listing,
  names: readonly Statistic[],
): Float64Array[] {
  const lists = names.map(() => withheldColumn(column).values);
  const buffer = new Float64Array(placeOf.length);
  const daysOf = Array.from(lines[0]?.rows ?? [], (): number[] => []);
  for (const [day, place] of placeOf.entries()) daysOf[place]?.push(day);
  /** The values of some days of a line, in the order of time; undefined where one is withheld. A sum of people adds daily people, not means. */
  const valuesOf = ({ beneath }: StatisticLine, days: readonly number[], name: Statistic) => {
    const [needsAllDays, sumsPeople] = [
      needsAll(name),
      name === "sum" && column.metric.kind.isDistinct,
    ];
    let [count, isHidden] = [0, false];
    for (const day of days) {
      const row = numberAt(beneath, day);
      if (row === -1 || (needsAllDays && isPending(source, row))) continue;
      const value = numberAt(source.values, row);
      isHidden ||= isWithheld(value);
      if (!isMissing(value))
        buffer[count++] = sumsPeople ? value * (source.covered[row] ?? 1) : value;
      else if (isSplit && numberAt(source.covered, row) > 0) buffer[count++] = 0;
    }
    return isHidden ? undefined : buffer.subarray(0, count);
  };
  for (const line of lines)
    for (const [time, days] of daysOf.entries())
      for (const [at, name] of names.entries()) {
        const values = valuesOf(line, days, name);
        if (values?.length === 0) continue;
        const value = values === undefined ? withheld : statisticValue(values, name);
        required(lists[at], name)[numberAt(line.rows, time)] = value;
      }
  return lists;
}

/**
 * Statistics of the buckets of each row that the range holds whole. A bucket of rows that combine profiles counts where
 * it has about as many of its profile-days as the best one.
 * @param dimensions none of time.
 */
function ofBuckets(
  result: Result,
  dimensions: readonly Dimension[],
  { names, grain }: { readonly names: readonly Statistic[]; readonly grain: StatisticBucket },
  combining: Combining,
): Table {
  const table = combine(result, dimensions, combining);
  const buckets = beneathOf(result, dimensions, grain, combining);
  const time = timeIn(buckets);
  const lines = linesOf(table, buckets);
  const hasOneProfile = dimensions.includes("profile") || result.profileCount === 1;
  const columns = table.columns.flatMap((column): NumberColumn[] => {
    const source = columnFor(buckets, column.metric);
    const places = placesWithin(time, column.segment);
    const lists = lines.map(({ beneath }) => bucketsIn(source, places, beneath, hasOneProfile));
    const counted = Uint32Array.from(lists, ({ values }) => values.length);
    const shown = {
      ...column,
      buckets: { grain, total: places.length, counted },
      pending: column.pending.slice().fill(0),
      days: column.days.slice().fill(noDay),
    };
    return names.map((method) => ({
      ...shown,
      method,
      values: Float64Array.from(lists, ({ values, isHidden }) =>
        isHidden
          ? withheld
          : values.length === 0
            ? Number.NaN
            : statisticValue(Float64Array.from(values), method),
      ),
    }));
  });
  return { ...table, columns };
}

/** The places of the buckets that a part of the range holds whole. */
const placesWithin = (time: readonly TimeRow[], { start, end }: Segment): number[] =>
  [...time.entries()].flatMap(([place, bucket]) =>
    !bucket.isPartial && bucket.start >= start && bucket.end <= end ? [place] : [],
  );

/** The numbers of the buckets of a line that can be used. */
function bucketsIn(
  source: NumberColumn,
  places: readonly number[],
  beneath: Int32Array,
  hasOneProfile: boolean,
): { readonly values: readonly number[]; readonly isHidden: boolean } {
  const rows = places.map((place) => numberAt(beneath, place));
  const shares = rows.map((row) => coverageAt(source, row));
  const most = Math.max(...shares);
  const values = rows.flatMap((row, at) => {
    const [value, share = 1] = [numberAt(source.values, row), shares[at]];
    const isThin = hasOneProfile ? share < enough : differsMuch(most, share);
    return isNumber(value) && !isPending(source, row) && !isThin ? value : [];
  });
  return { values, isHidden: rows.some((row) => isWithheld(numberAt(source.values, row))) };
}

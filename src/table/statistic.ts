/** Statistics of the days, weeks, months or quarters of each row: of weekdays, and those that a reader asks for. */
import { each, type Work } from "../async/work.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Statistic, StatisticBucket } from "../catalog/statistics.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { isMissing, isNumber, isWithheld, withheld } from "../cells/states.ts";
import { required } from "../errors/tool-error.ts";
import { differsMuch } from "../meaning/coverage.ts";
import { crossedBreaks } from "../meaning/segments.ts";
import { timeOf } from "./columns.ts";
import { combine, type Combining } from "./combine.ts";
import { pivot } from "./pivot.ts";
import { statisticValue } from "./statistic-value.ts";
import { coverageAt, isPending, timeIn, withheldColumn } from "./table.ts";
import type { NumberColumn, Table } from "./table.ts";

/** A bucket of a profile counts where at least this share of its days has a value. */
const enough = 0.95;

/** A table with a statistic of the values of each row in place of its numbers. */
export function* statistic(
  result: Result,
  dimensions: readonly Dimension[],
  name: Statistic,
  of: "day" | StatisticBucket,
): Work<Table> {
  // The lowest, highest, first and last value are of days on which every profile has a value already.
  const needsAll = ["min", "max", "first", "last"].includes(name);
  return of === "day"
    ? yield* ofDays(result, dimensions, { statisticOf: () => name, needsAll })
    : yield* ofBuckets(result, dimensions, name, of);
}

/** The table of a result by the kinds of its metrics. Weekdays are means: a range holds unequal numbers of each. */
export const fold = (
  result: Result,
  dimensions: readonly Dimension[],
  combining: Combining = {},
): Work<Table> =>
  dimensions.includes("date.weekday")
    ? ofDays(result, dimensions, {
        ...combining,
        statisticOf: ({ kind }) => (kind.overProfiles === "sum" ? "mean" : undefined),
      })
    : combine(result, dimensions, combining);

interface OfDays extends Combining {
  /** The statistic of a metric; undefined for one whose number stays. */
  readonly statisticOf: (metric: Metric) => Statistic | undefined;
  /** Omits days on which a profile has no value of a level yet: their totals are of fewer profiles. */
  readonly needsAll?: boolean;
}

function* ofDays(
  result: Result,
  dimensions: readonly Dimension[],
  { statisticOf, needsAll = false, isDense = false }: OfDays,
): Work<Table> {
  const table = yield* combine(result, dimensions, { isDense });
  const days = yield* beneathOf(result, dimensions, "day", isDense);
  const times = timeOf(result, dimensions, true);
  const isWeekday = dimensions.includes("date.weekday");
  const lines = linesOf(table, days);
  const isOfBreakdown = dimensions.some((type) => isBreakdown(type));
  const columns = yield* each(table.columns, function* withStatistic(column): Work<NumberColumn> {
    const { metric } = column;
    const isSplit = isOfBreakdown && metric.kind.overProfiles !== "quotient";
    const source = columnFor(days, metric);
    const listing = { source, placeOf: times(column).placeOf, isSplit, needsAll };
    const name = statisticOf(metric);
    const pending = column.pending.slice();
    // Without a daily value to use, another number must not take its place.
    const values = name === undefined ? column.values : withheldColumn(column).values;
    for (const line of lines) {
      if (isWeekday) markPending(pending, line, listing);
      if (name === undefined) continue;
      for (const [time, list] of valuesIn(line, listing).entries())
        if (list.length > 0)
          values[numberAt(line.rows, time)] = list.some(isWithheld)
            ? withheld
            : statisticValue(list, name);
    }
    yield;
    const method = name ?? column.method;
    const made = { ...column, method, values, pending, days: column.days.slice().fill(-1) };
    // Weekdays of both sides of a break cannot be combined.
    return isWeekday && crossedBreaks(result, metric).length > 0 ? withheldColumn(made) : made;
  });
  return { ...table, columns };
}

/** A line of a table, with the rows of its days or buckets. */
interface Line {
  /** By row of time. */
  readonly rows: Int32Array;
  /** By day or bucket. */
  readonly beneath: Int32Array;
}

/** The lines of a table and of one with more rows of time; both have the same lines. */
function linesOf(table: Table, beneath: Table): Line[] {
  const timeOn = ({ dimensions }: Table): Dimension | undefined =>
    dimensions.find(({ type }) => isDateDimension(type))?.type;
  // Without time, each row is a line.
  const lines = pivot(table, timeOn(table)).lines;
  const others = pivot(beneath, timeOn(beneath)).lines;
  return lines.map((rows, line) => ({ rows, beneath: required(others[line], "a line") }));
}

/** The same lines by day, or by longer buckets. */
const beneathOf = (
  result: Result,
  dimensions: readonly Dimension[],
  of: "day" | StatisticBucket,
  isDense: boolean,
): Work<Table> => {
  const others = dimensions.filter((type) => !isDateDimension(type));
  return combine(result, [...others, `date.${of}`], { isDivided: false, isDense });
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
  readonly needsAll: boolean;
}

/** The values of the days of each row of time, in the order of time. */
function valuesIn({ rows, beneath }: Line, listing: Listing): number[][] {
  const { source, placeOf, isSplit, needsAll } = listing;
  const lists = Array.from(rows, (): number[] => []);
  for (let day = 0; day < beneath.length; day += 1) {
    const [row, list] = [numberAt(beneath, day), lists[placeOf[day] ?? -1]];
    if (list === undefined || row === -1 || (needsAll && isPending(source, row))) continue;
    const value = numberAt(source.values, row);
    if (!isMissing(value)) list.push(value);
    else if (isSplit && numberAt(source.covered, row) > 0) list.push(0);
  }
  return lists;
}

/** A weekday has fewer profiles where any of its days has. */
function markPending(
  pending: Uint8Array,
  { rows, beneath }: Line,
  { source, placeOf }: Listing,
): void {
  for (const row of rows) pending[row] = 0;
  for (let day = 0; day < beneath.length; day += 1) {
    const row = rows[placeOf[day] ?? -1];
    if (row !== undefined && isPending(source, beneath[day] ?? -1)) pending[row] = 1;
  }
}

/**
 * The statistic of the buckets of each row that the range holds whole. A bucket of rows that combine profiles counts where
 * it has about as many of its profile-days as the best one.
 * @param dimensions none of time.
 */
function* ofBuckets(
  result: Result,
  dimensions: readonly Dimension[],
  name: Statistic,
  grain: StatisticBucket,
): Work<Table> {
  const table = yield* combine(result, dimensions);
  const buckets = yield* beneathOf(result, dimensions, grain, false);
  const time = timeIn(buckets);
  const lines = linesOf(table, buckets);
  const isOfOne = dimensions.includes("profile") || result.profileCount === 1;
  const columns = yield* each(table.columns, function* withBuckets(column): Work<NumberColumn> {
    const source = columnFor(buckets, column.metric);
    const { start, end } = column.segment;
    const places = [...time.keys()].filter((place) => {
      const bucket = required(time[place], "a bucket");
      return !bucket.isPartial && bucket.start >= start && bucket.end <= end;
    });
    const values = column.values.slice();
    const counted = new Uint32Array(table.rowCount);
    for (const { rows, beneath } of lines) {
      const own = places.map((place) => numberAt(beneath, place));
      const shares = own.map((row) => coverageAt(source, row));
      const most = Math.max(...shares);
      const list = own.flatMap((row, at) => {
        const [value, share = 1] = [numberAt(source.values, row), shares[at]];
        const isThin = isOfOne ? share < enough : differsMuch(most, share);
        return isNumber(value) && !isPending(source, row) && !isThin ? value : [];
      });
      const isHidden = own.some((row) => isWithheld(numberAt(source.values, row)));
      const value = list.length === 0 ? Number.NaN : statisticValue(list, name);
      const row = numberAt(rows, 0);
      values[row] = isHidden ? withheld : value;
      counted[row] = list.length;
    }
    yield;
    return {
      ...column,
      values,
      method: name,
      buckets: { grain, all: places.length, counted },
      pending: column.pending.slice().fill(0),
      days: column.days.slice().fill(-1),
    };
  });
  return { ...table, columns };
}

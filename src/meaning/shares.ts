/** Shares of totals, and numbers per profile. */
import type { Work } from "../async/work.ts";
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import { stridesOf } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { figuresOf } from "./daily.ts";
import { inOrder } from "./ranking.ts";
import { isMissing, isNumber, replaced, withheld, type Column, type Figures } from "./figures.ts";

/**
 * Each number in percent of its total: that of the same row of time over all other rows, or that of the range where rows
 * are of time alone. Withheld where there is no valid total above 0.
 * @param whole the rows of the question, of which the result is a slice: totals are theirs.
 */
export function* sharesOf(
  result: Result,
  dimensions: readonly Dimension[],
  whole: Result = result,
): Work<Figures> {
  const figures = yield* figuresOf(result, dimensions);
  const time = dimensions.filter((type) => isDateDimension(type));
  const isOfTime = time.length === dimensions.length;
  const totals = yield* figuresOf(whole, isOfTime ? [] : time);
  const totalAt = totalOf(figures, totals, isOfTime);
  const width = figures.columns.length;
  const canShare = figures.columns.map((column) => hasShare(column, isOfTime));
  const values = yield* replaced(figures.values, width, (value, column, at) => {
    if (isMissing(value)) return value;
    const total = canShare[column] === true ? totalAt(at) : withheld;
    return isNumber(value) && isNumber(total) && total > 0 ? (100 * value) / total : withheld;
  });
  const all = whole.profileCount === 1 ? "total" : `all ${whole.profileCount} profiles`;
  const base = isOfTime ? "the range's total" : all;
  const columns = figures.columns.map((column): Column => ({ ...column, method: "share", base }));
  return { ...figures, columns, values, days: figures.days.slice().fill(-1) };
}

/** The part of a total that {@link Cumulative} counts the rows of, in percent. */
export const mostOfTotal = 80;

export interface Cumulative {
  /** By place, the shares of a row and of all rows above it, in percent; NaN for a row without a share. */
  readonly shares: Float64Array;
  /** The fewest rows that together make {@link mostOfTotal} percent. */
  readonly count: number;
}

/** Adds shares up, the highest first; undefined where one is negative or withheld, or all make less than the total. */
export function cumulativeOf(numbers: readonly number[]): Cumulative | undefined {
  if (numbers.some((share) => share < 0 || share === withheld)) return undefined;
  const shares = new Float64Array(numbers.length).fill(Number.NaN);
  let [sum, count] = [0, 0];
  for (const { place, rank } of inOrder(numbers)) {
    if (rank === undefined) break;
    if (sum < mostOfTotal) count += 1;
    sum += numbers[place] ?? 0;
    shares[place] = sum;
  }
  return sum < mostOfTotal ? undefined : { shares, count };
}

/** True where numbers are parts of a total: counts of events; of rows without time also levels. */
export const hasShare = (
  { metric: { kind }, method }: Pick<Column, "metric" | "method">,
  isOfTime: boolean,
): boolean =>
  kind.change === "percent" &&
  (kind.overDays === "sum" ? method === "sum" : method === "last" && !isOfTime);

/** Returns the total of the figure at a place. */
function totalOf(figures: Figures, totals: Figures, isOfTime: boolean): (at: number) => number {
  const width = figures.columns.length;
  const axis = figures.axes.findIndex(({ type }) => isDateDimension(type));
  const time = figures.axes[axis]?.time ?? [];
  const stride = stridesOf(figures.axes, width)[axis] ?? figures.values.length;
  const rowAt = (at: number): number => Math.floor(at / stride) % Math.max(1, time.length);
  if (!isOfTime) {
    return (at) => numberAt(totals.values, rowAt(at) * width + (at % width));
  }
  return (at) => {
    const row = time[rowAt(at)];
    const metric = figures.columns[at % width]?.metric;
    // A total is of one side of a break.
    const place = totals.columns.findIndex(
      ({ metric: own, segment: { start, end } }) =>
        own === metric && row !== undefined && start <= row.start && row.end <= end,
    );
    return place === -1 ? withheld : numberAt(totals.values, place);
  };
}

/** Sums and levels divided by the profiles that have a value; means stay as they are. */
export function* perProfile(result: Result, dimensions: readonly Dimension[]): Work<Figures> {
  const figures = yield* figuresOf(result, dimensions);
  const { columns, values, profiles } = figures;
  const isDivided = columns.map(({ method }) => method === "sum" || method === "last");
  return {
    ...figures,
    columns: columns.map((column, place) =>
      isDivided[place] === true ? { ...column, isPerProfile: true } : column,
    ),
    values: yield* replaced(values, columns.length, (value, column, at) => {
      // Single profile-days have no count of profiles: each is of one.
      if (isDivided[column] !== true || !isNumber(value) || profiles.length === 0) return value;
      const count = numberAt(profiles, at);
      return count === 0 ? withheld : value / count;
    }),
  };
}

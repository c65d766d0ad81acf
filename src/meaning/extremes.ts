/** The lowest and the highest row of time of a series. */
import { isDateDimension } from "../catalog/dimensions.ts";
import { strideAt, stridesOf } from "../cells/cells.ts";
import { numberAt } from "../cells/number-at.ts";
import { differsMuch } from "./coverage.ts";
import { coverageAt, isMissing, isNumber, withheld, type Column, type Figures } from "./figures.ts";

export interface Extreme {
  readonly value: number;
  /** The place of its row of time; -1 where no row has a number. */
  readonly row: number;
  /** The share of its profile-days that have a value, where it is much lower than that of other rows. */
  readonly coverage: number | undefined;
}

export type Extremes = Readonly<Record<"low" | "high", Extreme>>;

/**
 * Extremes of one column over the rows of time of the figures, at the given rows of the other axes. Partial rows, and
 * rows in which a profile has no value yet, are not compared.
 * @param offset the place of the first row of time.
 */
export function extremesOf(figures: Figures, column: Column, offset: number): Extremes {
  const axis = figures.axes.findIndex(({ type }) => isDateDimension(type));
  const time = figures.axes[axis]?.time ?? [];
  const stride = strideAt(stridesOf(figures.axes, figures.columns.length), axis);
  const at = (row: number): number => offset + row * stride;
  const isInside = ({ start, end }: { readonly start: string; readonly end: string }): boolean =>
    start >= column.segment.start && end <= column.segment.end;
  const rows = time.flatMap((one, row) => {
    const isCompared = !one.isPartial && isInside(one) && figures.pending[at(row)] !== 1;
    return isCompared && isNumber(numberAt(figures.values, at(row))) ? [row] : [];
  });
  const hasValues = time.some((_, row) => !isMissing(numberAt(figures.values, at(row))));
  // Withheld where there are values, but none to compare.
  const none = { value: hasValues ? withheld : Number.NaN, row: -1, coverage: undefined };
  const most = rows.reduce((best, row) => Math.max(best, coverageAt(figures, at(row))), 0);
  const extreme = (isBetter: (one: number, other: number) => boolean): Extreme =>
    rows.reduce<Extreme>((best, row) => {
      const value = numberAt(figures.values, at(row));
      if (best.row !== -1 && !isBetter(value, best.value)) return best;
      const coverage = coverageAt(figures, at(row));
      return { value, row, coverage: differsMuch(coverage, most) ? coverage : undefined };
    }, none);
  return { low: extreme((one, other) => one < other), high: extreme((one, other) => one > other) };
}

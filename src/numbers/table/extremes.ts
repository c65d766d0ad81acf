/** The lowest and the highest row of time of a line. */
import { numberAt } from "../cells/number-at.ts";
import { isMissing, isNumber, withheld } from "../cells/states.ts";
import { differsMuch } from "../meaning/coverage.ts";
import type { Range } from "../../base/time/grains.ts";
import { coverageAt, isPending, timeIn, type NumberColumn, type Table } from "./table.ts";

export interface Extreme {
  readonly value: number;
  /** The place of its row of time; -1 where no row has a number. */
  readonly time: number;
  /** The share of its profile-days that have a value, where it is much lower than that of other rows. */
  readonly coverage: number | undefined;
}

export type Extremes = Readonly<Record<"low" | "high", Extreme>>;

/**
 * Extremes of a column over rows of time alone. Partial rows, and rows in which a profile has no value yet, are not
 * compared.
 * @param within the part of the range whose rows are compared.
 */
export function extremesOf(table: Table, column: NumberColumn, within: Range): Extremes {
  const time = timeIn(table);
  const rows = time.flatMap((bucket, row) => {
    const isInside = bucket.start >= within.start && bucket.end <= within.end;
    const isCompared = !bucket.isPartial && isInside && !isPending(column, row);
    return isCompared && isNumber(numberAt(column.values, row)) ? [row] : [];
  });
  const hasValues = time.some((_, row) => !isMissing(numberAt(column.values, row)));
  // Withheld where there are values, but none to compare.
  const none = { value: hasValues ? withheld : Number.NaN, time: -1, coverage: undefined };
  const most = rows.reduce((best, row) => Math.max(best, coverageAt(column, row)), 0);
  const extreme = (isBetter: (left: number, right: number) => boolean): Extreme =>
    rows.reduce<Extreme>((best, row) => {
      const value = numberAt(column.values, row);
      if (best.time !== -1 && !isBetter(value, best.value)) return best;
      const coverage = coverageAt(column, row);
      return { value, time: row, coverage: differsMuch(coverage, most) ? coverage : undefined };
    }, none);
  return {
    low: extreme((left, right) => left < right),
    high: extreme((left, right) => left > right),
  };
}

/** The series of a comparison: the numbers of some of its rows, on both sides. */
import type { Compared, ComparedMetric } from "../../meaning/comparison.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { ComparedAxis } from "../../meaning/compared-axes.ts";
import { differsMuch } from "../../meaning/coverage.ts";
import { isNumber } from "../../meaning/figures.ts";
import type { Day } from "../../time/days.ts";
import { isPartOfPeriod } from "./series.ts";
import { part, thin, whole, type ChartSeries } from "../../replies/chart.ts";

/** The numbers of some rows on both sides. @param name begins the names of both series. */
export function pair(
  { now, before, coverage, pending }: ComparedMetric,
  rows: readonly number[],
  name: string,
  { time, today }: { readonly time?: ComparedAxis; readonly today: Day | undefined },
): ChartSeries[] {
  const side = (place: 0 | 1, list: Float64Array): Pick<ChartSeries, "values" | "marks"> => {
    const shares = Float64Array.from(rows, (row) => numberAt(coverage[place], row));
    const most = shares.reduce((best, one) => Math.max(best, one || 0), 0);
    const axis = place === 0 ? time?.now : time?.before;
    return {
      values: Float64Array.from(rows, (row) => {
        const value = numberAt(list, row);
        return isNumber(value) ? value : Number.NaN;
      }),
      marks: Uint8Array.from(rows, (row, index) => {
        if (!isNumber(numberAt(list, row))) return whole;
        const period = axis?.time?.[time?.rows[index]?.[place] ?? -1];
        if (isPartOfPeriod(period, today) || pending[place][row] === 1) return part;
        return differsMuch(numberAt(shares, index), most) ? thin : whole;
      }),
    };
  };
  return [
    { name: `${name}now`, role: "own", ...side(0, now) },
    { name: `${name}before`, role: "before", ...side(1, before) },
  ];
}

/** Returns a function that lists the rows of the comparison along time, for a combination of the other rows. */
export function rowsAlong({ axes }: Compared, time: ComparedAxis): (series: number) => number[] {
  const after = axes.slice(axes.indexOf(time) + 1);
  const inner = after.reduce((count, { rows }) => count * rows.length, 1);
  const { length } = time.rows;
  return (series) =>
    Array.from(
      { length },
      (_, row) => (Math.floor(series / inner) * length + row) * inner + (series % inner),
    );
}

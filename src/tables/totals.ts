/** The last rows of a table: totals over the dimension that runs down, made from the values beneath, never from the rows. */
import type { Work } from "../async/work.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { onlyLabelled } from "../cells/select.ts";
import { combine } from "../meaning/combine.ts";
import { isNumber, withheld, type Column } from "../meaning/figures.ts";
import { hasTotal } from "../meaning/methods.ts";
import type { Ways } from "../meaning/shape.ts";
import { methodName, segmentName } from "./names.ts";
import { valueAt, viewOf, type View } from "./view.ts";

export interface TotalRow {
  readonly label: string;
  /** Undefined for a column that the row is not about. */
  readonly valueOf: (series: number, column: number) => number | undefined;
}

/** The rows of totals: one, or one for each side of the breaks. None where the rows cannot be combined at all. */
export function* totalRows(view: View, ways: (metric: Metric) => Ways): Work<TotalRow[]> {
  const { down, rows, figures, result } = view;
  if (down === undefined || rows.length < 2 || isBreakdown(down) || down === "date.weekday") {
    return [];
  }
  const others = figures.axes.map(({ type }) => type).filter((type) => type !== down);
  const counted = down === "profile_label" ? onlyLabelled(result) : result;
  const totals = yield* combine(counted, others, { ways });
  const total = viewOf(result, totals, "none");
  const overTime = isDateDimension(down);
  const parts = [...new Set(totals.columns.map((column) => segmentName(column, result)))];
  const names = overTime ? parts : [""];
  return names
    .map((name): TotalRow => {
      const places = figures.columns.map(({ metric }, column) =>
        overTime
          ? totals.columns.findIndex(
              (one) => one.metric === metric && segmentName(one, result) === name,
            )
          : column,
      );
      const words = figures.columns.flatMap((_, column) => {
        const place = places[column] ?? -1;
        const own = totals.columns[place];
        return own === undefined ? [] : [totalWord(own, down)];
      });
      const distinct = [...new Set(words)].join("/");
      return {
        label: [distinct, name].filter(Boolean).join(" "),
        valueOf: (series, column) => {
          const place = places[column] ?? -1;
          const one = total.series[series];
          const own = totals.columns[place];
          if (one === undefined || own === undefined) return undefined;
          return hasTotal(own.metric) ? valueAt(total, one, 0, place) : withheld;
        },
      };
    })
    .filter(({ valueOf }) =>
      view.series.some((_, series) =>
        figures.columns.some((__, column) => isNumber(valueOf(series, column) ?? withheld)),
      ),
    );
}

export function totalWord(column: Column, down: Dimension): string {
  const { method } = column;
  if (method === "last") return isDateDimension(down) ? "last" : "sum";
  if (method === "mean of last") return isDateDimension(down) ? "last" : "mean";
  return method === "quotient"
    ? column.metric.kind.word
    : methodName(column).replace(/ per .*/, "");
}

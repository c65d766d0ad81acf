/** The CSV of a comparison: a row per combination, with both numbers of each metric and their change. */
import { isDateDimension } from "../catalog/dimensions.ts";
import type { ComparedAxis } from "./axes.ts";
import { entriesAt } from "../cells/cells.ts";
import type { RowValue } from "../cells/axis.ts";
import type { Result, Comparison } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Compared, ComparedMetric } from "./compare.ts";
import { comparedNumbers } from "../catalog/column-names.ts";
import type { Csv } from "../replies/csv.ts";
import { gridCsv } from "../report/csv.ts";
import { numbersBy } from "./table-rows.ts";
import { dimensionColumns, rowCells } from "../report/rows.ts";

/** The columns of numbers of a metric, in order. */
const columnsOf = (own: ComparedMetric) => [
  { name: own.metric.name, list: own.now },
  ...comparedNumbers.map((name) => ({
    name: `${own.metric.name}:${name}`,
    list: numbersBy[name](own),
  })),
];

/** The cells that name a row: of time, those of both ranges. A profile is named by a side that has it. */
function namesOf(
  { type, now, before, rows }: ComparedAxis,
  comparison: Comparison,
): (string | null)[][] {
  const cellsOf = (result: Result, row: RowValue | undefined): (string | null)[] =>
    row === undefined ? [null] : rowCells(result, type, row);
  return rows.map(([one, other]) => {
    const [late, early] = [now.rows[one], before.rows[other]];
    const later = cellsOf(comparison.now, late);
    const earlier = cellsOf(comparison.before, early);
    if (isDateDimension(type)) return [...later, ...earlier];
    return late === undefined ? earlier : later;
  });
}

/** @param rows those to show, in order; all (default). */
export function comparedCsv(
  comparison: Comparison,
  { axes, metrics, rowCount }: Compared,
  rows?: readonly number[],
): Csv {
  // A dimension of time is followed by that of the other range.
  const dimensions = axes.flatMap(({ type, now }) => [
    ...dimensionColumns([now]),
    ...(isDateDimension(type) ? [`${type}:previous`] : []),
  ]);
  const numbers = metrics.flatMap(columnsOf);
  const names = axes.map((axis) => namesOf(axis, comparison));
  const grid = {
    columns: [...dimensions, ...numbers.map(({ name }) => name)],
    rowCount,
    namesAt: (row: number) => entriesAt(names, row).flat(),
    numbersAt: (row: number) => numbers.map(({ list }) => numberAt(list, row)),
  };
  return gridCsv(grid, rows);
}

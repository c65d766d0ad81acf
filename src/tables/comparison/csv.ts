/** The CSV of a comparison: a row per combination, with both numbers of each metric and their change. */
import type { Work } from "../../async/work.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import type { ComparedAxis } from "../../meaning/compared-axes.ts";
import type { RowValue } from "../../cells/axis.ts";
import type { Result } from "../../cells/result.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { Compared, ComparedMetric, Comparison } from "../../meaning/comparison.ts";
import { comparedNumbers } from "../conditions.ts";
import type { Grid } from "../csv.ts";
import { explainedParts } from "./columns.ts";
import { numbersBy } from "./numbers.ts";
import { dimensionColumns, rowCells } from "../rows.ts";

/** The columns of a metric, in order. */
const columnsOf = (own: ComparedMetric) => [
  { suffix: "", list: own.now },
  ...comparedNumbers.map((name) => ({ suffix: `:${name}`, list: numbersBy[name](own) })),
  ...explainedParts.flatMap((part) =>
    own.explained === undefined ? [] : [{ suffix: `:${part}`, list: own.explained[part] }],
  ),
];

/** The dimensions, one of time followed by that of the other range, and the columns of each metric. */
function columnNames({ axes, metrics }: Compared): string[] {
  const dimensions = axes.flatMap((axis) => [
    ...dimensionColumns([axis.now]),
    ...(isDateDimension(axis.type) ? [`${axis.type}:previous`] : []),
  ]);
  const numbers = metrics.flatMap((own) =>
    columnsOf(own).map(({ suffix }) => `${own.metric.name}${suffix}`),
  );
  return [...dimensions, ...numbers];
}

function* valuesOf({ rowCount, metrics }: Compared): Work<Float64Array> {
  const lists = metrics.flatMap(columnsOf).map(({ list }) => list);
  const values = new Float64Array(rowCount * lists.length);
  for (const [column, list] of lists.entries()) {
    for (let row = 0; row < rowCount; row += 1)
      values[row * lists.length + column] = numberAt(list, row);
    yield;
  }
  return values;
}

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

export function* comparedGrid(comparison: Comparison, compared: Compared): Work<Grid> {
  return {
    columns: columnNames(compared),
    names: compared.axes.map((axis) => namesOf(axis, comparison)),
    values: yield* valuesOf(compared),
    width: compared.metrics.flatMap(columnsOf).length,
  };
}

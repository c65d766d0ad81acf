/** The CSV of a comparison: a row per combination, with both numbers of each metric and their change. */
import type { Work } from "../../async/work.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import type { ComparedAxis } from "../../meaning/compared-axes.ts";
import type { RowValue } from "../../cells/axis.ts";
import { entriesAt } from "../../cells/cells.ts";
import type { Result } from "../../cells/result.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { Compared, ComparedMetric, Comparison } from "../../meaning/comparison.ts";
import { isNumber } from "../../meaning/figures.ts";
import type { Csv } from "../../replies/csv.ts";
import { mostRows, type Table, type TableCell } from "../../replies/table.ts";
import { comparedNumbers } from "../conditions.ts";
import { gridCsv, rowCell } from "../csv.ts";
import { explainedParts } from "./columns.ts";
import { numbersBy } from "./numbers.ts";
import { dimensionColumns, numberCells, rowCells, type TableOptions } from "../rows.ts";

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

/** The numbers row by row. Missing and withheld numbers are NaN. */
function* valuesOf({ rowCount, metrics }: Compared): Work<Float64Array> {
  const lists = metrics.flatMap(columnsOf).map(({ list }) => list);
  const values = new Float64Array(rowCount * lists.length);
  for (const [column, list] of lists.entries()) {
    for (let row = 0; row < rowCount; row += 1) {
      const value = numberAt(list, row);
      values[row * lists.length + column] = isNumber(value) ? value : Number.NaN;
    }
    yield;
  }
  return values;
}

/** The texts that name a row: of time, those of both ranges. `textOf` is called for each side that has the row. */
function namesOf<Text>(
  { type, now, before, rows }: ComparedAxis,
  comparison: Comparison,
  textOf: (result: Result, row: RowValue) => Text,
  none: Text,
): Text[][] {
  return rows.map(([one, other]) => {
    const [late, early] = [now.rows[one], before.rows[other]];
    const textNow = late === undefined ? none : textOf(comparison.now, late);
    const textBefore = early === undefined ? none : textOf(comparison.before, early);
    if (isDateDimension(type)) return [textNow, textBefore];
    return late === undefined ? [textBefore] : [textNow];
  });
}

export function* comparisonCsv(comparison: Comparison, rows: Work<Compared>): Work<Csv> {
  const compared = yield* rows;
  const prefixes = compared.axes.map((axis) =>
    namesOf(axis, comparison, (result, row) => rowCell(result, axis.type, row), "").map(
      (texts) => `${texts.join(",")},`,
    ),
  );
  const values = yield* valuesOf(compared);
  const width = compared.metrics.flatMap(columnsOf).length;
  return gridCsv({ columns: columnNames(compared), prefixes, values, width });
}

/** The rows of the CSV, for programs. */
export function* comparisonTable(
  comparison: Comparison,
  compared: Compared,
  { rows: chosen, mostCells }: TableOptions = {},
): Work<Table> {
  const values = yield* valuesOf(compared);
  const width = compared.metrics.flatMap(columnsOf).length;
  const cells = compared.axes.map((axis) =>
    namesOf<TableCell[]>(axis, comparison, (result, row) => rowCells(result, axis.type, row), [
      null,
    ]).map((texts) => texts.flat()),
  );
  const columns = columnNames(compared);
  const rows = chosen ?? [...Array(compared.rowCount).keys()];
  return {
    columns,
    total: rows.length,
    rows: rows
      .slice(0, mostRows(columns.length, mostCells))
      .map((row) => [
        ...entriesAt(cells, row).flat(),
        ...numberCells(values.subarray(row * width, (row + 1) * width)),
      ]),
  };
}

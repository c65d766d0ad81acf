/** The CSV of a comparison: a row per combination, with both numbers of each metric and their change. */
import { comparedNumbers, comparedShareNumbers } from "../../catalog/numbers.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import type { Comparison, Result } from "../../cells/result.ts";
import type { ComparedTable } from "../../table/compare.ts";
import { comparedColumn } from "../../table/compared-columns.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { TableDimension } from "../../table/table.ts";
import type { Csv } from "../../replies/csv.ts";
import { gridCsv } from "../csv.ts";
import { dimensionColumns, rowCells } from "../rows.ts";
import { metricsOf, sidesOf } from "./shown.ts";

/** The columns of the numbers of each metric, in order; of each side of a break that divides a range, one more. */
const metricNumbers = (comparison: Comparison, table: ComparedTable) =>
  metricsOf(table).flatMap((metric) => {
    const columns = (["now", ...comparedNumbers, ...comparedShareNumbers] as const).flatMap(
      (name) => comparedColumn(table, metric, name) ?? [],
    );
    const sides = sidesOf(comparison, table, metric).map(({ column, isNow, side }) => {
      const name = `${metric.name}${isNow ? "" : ":before"} ${side}`;
      return { name, is: { metric: name, number: "now" as const }, list: column.values };
    });
    const numbers = columns.map(({ number = "now", values }) => ({
      name: number === "now" ? metric.name : `${metric.name}:${number}`,
      is: { metric: metric.name, number },
      list: values,
    }));
    return [...numbers, ...sides];
  });

/** The cells that name a row: of time, those of both ranges. A profile is named by a side that has it. */
function namesIn(
  { now, before }: Comparison,
  { type, rows, previous }: TableDimension,
): (string | null)[][] {
  const cellsAt = (
    side: Result,
    rowValues: TableDimension["rows"],
    place: number,
  ): (string | null)[] => {
    const row = rowValues[place];
    return row === undefined || (row === "" && isDateDimension(type))
      ? [null]
      : rowCells(side, type, row);
  };
  return rows.map((_, place) =>
    previous === undefined
      ? cellsAt(now, rows, place)
      : [...cellsAt(now, rows, place), ...cellsAt(before, previous.rows, place)],
  );
}

/** A dimension of time is followed by that of the other range. */
const comparedDimensions = ({ dimensions }: ComparedTable): string[] =>
  dimensions.flatMap((dimension) => [
    ...dimensionColumns([dimension]),
    ...(dimension.previous === undefined ? [] : [`${dimension.type}:before`]),
  ]);

/** @param rows those to show, in order; all (default). */
export function comparedCsv(
  comparison: Comparison,
  table: ComparedTable,
  rows?: readonly number[],
): Csv {
  const columns = metricNumbers(comparison, table);
  const names = table.dimensions.map((dimension) => namesIn(comparison, dimension));
  const grid = {
    columns: [...comparedDimensions(table), ...columns.map(({ name }) => name)],
    numbers: columns.map(({ is }) => is),
    rowCount: table.rowCount,
    namesAt: (row: number) =>
      names.flatMap((cells, at) => cells[numberAt(table.keys[at] ?? new Int32Array(), row)] ?? []),
    numbersAt: (row: number) => columns.map(({ list }) => list[row] ?? Number.NaN),
  };
  return gridCsv(grid, rows);
}

/** A table as programs read it: its CSV, and the wide form of it. */
import { orMissing } from "../../numbers/cells/states.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import { itemAt } from "../../numbers/cells/item-at.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { RowValue } from "../../numbers/cells/axis.ts";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Csv } from "../replies/csv.ts";
import { pivot } from "../../numbers/table/pivot.ts";
import type { NumberColumn, Table } from "../../numbers/table/table.ts";
import { isSideOfBreak, methodName, sideName } from "./names.ts";
import { numbersCsv, rowCells, rowNames } from "./csv.ts";

/** The numbers that a reply shows. @param chosen the rows to show, in order; all (default). */
export function csvOf(result: Result, table: Table, chosen?: readonly number[]): Csv {
  const columns = namedColumns(result, table).map(({ name, column }) => {
    const number = column?.window === undefined ? "now" : "window";
    return {
      name: number === "now" ? name : `${name}:${number}`,
      is: { metric: name, number },
      values: column?.values,
    };
  });
  return numbersCsv(rowNames({ now: result }, table), columns, chosen);
}

/**
 * The columns of the CSV: one for each metric, or for each statistic of it. The column of a metric whose range a break
 * divides is empty, and followed by one for each side.
 */
function namedColumns(
  result: Result,
  { columns }: Table,
): { readonly name: string; readonly column: NumberColumn | undefined }[] {
  const methods = (name: string): number =>
    new Set(columns.filter(({ metric }) => metric.name === name).map(({ method }) => method)).size;
  const nameOf = (column: NumberColumn): string => {
    const { metric, method, percentOf } = column;
    const countsPeople = method === "sum" && metric.kind.isDistinct;
    const isNamed = percentOf !== undefined || countsPeople || methods(metric.name) > 1;
    return isNamed ? `${metric.name} ${methodName(column)}` : metric.name;
  };
  return groupBy(columns, nameOf).flatMap((sides) => {
    const name = nameOf(sides[0]);
    return isSideOfBreak(sides[0])
      ? [
          { name, column: undefined },
          ...sides.map((column) => ({ name: `${name} ${sideName(column, result)}`, column })),
        ]
      : sides.map((column) => ({ name, column }));
  });
}

/** The other dimension of a result by day, whose rows can be columns; undefined for a result at other dimensions. */
export const wideDimension = ({ dimensions }: Result): Dimension | undefined =>
  dimensions.length === 2 && dimensions.includes("date.day")
    ? dimensions.find((type) => type !== "date.day")
    : undefined;

/**
 * A row per day, and a column per row of the other dimension. Where there are several metrics, columns name the row and the
 * metric.
 */
export function wideCsv(result: Result, table: Table, across: Dimension): Csv {
  const named = namedColumns(result, table);
  const { lines, downCount } = pivot(table, "date.day");
  const valuesOf = (type: Dimension, rows: readonly number[]): RowValue[] => {
    const at = table.dimensions.findIndex((dimension) => dimension.type === type);
    const values = required(table.dimensions[at], `the dimension ${type}`).rows;
    return rows.map((row) => required(itemAt(values, itemAt(table.keys[at], row)), "a row"));
  };
  const names = valuesOf(
    across,
    lines.map((line) => numberAt(line, 0)),
  ).map((row) => rowName(result, across, row));
  const days = valuesOf("date.day", [...(lines[0] ?? [])]);
  const columns = named.flatMap(({ name, column }) =>
    lines.map((line, at) => {
      const row = required(names[at], "a name");
      return {
        name: named.length === 1 ? row : `${row}: ${name}`,
        is: { metric: name, number: "now" },
        values: Float64Array.from(line, (place) => orMissing(column?.values[place])),
      };
    }),
  );
  const rows = days.map((day) => rowCells(result, "date.day", day));
  const keys = [[...days.keys()]];
  return numbersCsv({ heads: ["date.day"], names: [rows], keys, rowCount: downCount }, columns);
}

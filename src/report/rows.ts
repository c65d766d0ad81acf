/** A table as programs read it: its CSV, and the wide form of it. */
import type { Dimension } from "../catalog/dimensions.ts";
import type { Axis, RowValue } from "../cells/axis.ts";
import { groupBy } from "../cells/group-by.ts";
import { ourLimits } from "../catalog/limits.ts";
import { rowName, rowText, type Result } from "../cells/result.ts";
import { required } from "../errors/tool-error.ts";
import { isNumber } from "../cells/states.ts";
import { lineEnd, textCell, type Csv } from "../replies/csv.ts";
import type { TableCell } from "../replies/table.ts";
import { pivot } from "../table/pivot.ts";
import type { NumberColumn, Table } from "../table/table.ts";
import { isOfSide, methodName, sideName } from "./names.ts";
import { gridCsv } from "./csv.ts";

/**
 * The numbers that a reply shows, in full precision.
 * @param chosen the rows to show, in order; all (default).
 */
export function csvOf(result: Result, table: Table, chosen?: readonly number[]): Csv {
  const { dimensions, keys, rowCount } = table;
  const named = namedColumns(result, table);
  const cells = dimensions.map(({ type, rows }) => rows.map((row) => rowCells(result, type, row)));
  // The text of a name is written once, and not for each row.
  const texts = cells.map((rows) => rows.map((names) => `${names.map(textCell).join(",")},`));
  const numbersAt = (row: number): (number | null)[] =>
    named.map(({ column }) => {
      const value = column?.values[row];
      return value !== undefined && isNumber(value) ? value : null;
    });
  const rowAt = (place: number): number => chosen?.[place] ?? place;
  return {
    columns: [...dimensionColumns(dimensions), ...named.map(({ name }) => name)],
    numbers: named.map(({ name }) => ({ metric: name, number: "now" })),
    rowCount: chosen?.length ?? rowCount,
    *cells(from, to) {
      for (let place = from; place < to; place += 1) {
        const row = rowAt(place);
        const names = cells.flatMap((own, at): TableCell[] => own[keys[at]?.[row] ?? -1] ?? []);
        yield [...names, ...numbersAt(row)];
      }
    },
    *lines(from, to) {
      for (let place = from; place < to; place += 1) {
        const row = rowAt(place);
        let line = "";
        for (const [at, names] of texts.entries()) line += names[keys[at]?.[row] ?? -1] ?? "";
        yield line + numbersAt(row).join(",") + lineEnd;
      }
    },
  };
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
    const { metric, percentOf } = column;
    const isNamed = percentOf !== undefined || methods(metric.name) > 1;
    return isNamed ? `${metric.name} ${methodName(column)}` : metric.name;
  };
  return groupBy(columns, nameOf).flatMap((sides) => {
    const name = nameOf(sides[0]);
    return isOfSide(sides[0])
      ? [
          { name, column: undefined },
          ...sides.map((column) => ({ name: `${name} ${sideName(column, result)}`, column })),
        ]
      : sides.map((column) => ({ name, column }));
  });
}

export const dimensionColumns = (axes: readonly Axis[]): string[] =>
  axes.flatMap(({ type }) => (type === "profile" ? [type, "profile_name"] : [type]));

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
    return rows.map((row) => required(values[table.keys[at]?.[row] ?? -1], "a row"));
  };
  const names = valuesOf(
    across,
    lines.map((line) => line[0] ?? -1),
  ).map((row) => rowName(result, across, row));
  const days = valuesOf("date.day", [...(lines[0] ?? [])]);
  return gridCsv({
    columns: [
      "date.day",
      ...named.flatMap(({ name }) =>
        names.map((row) => (named.length === 1 ? row : `${row}: ${name}`)),
      ),
    ],
    rowCount: downCount,
    namesAt: (day) => rowCells(result, "date.day", required(days[day], "a day")),
    numbersAt: (day) =>
      named.flatMap(({ column }) =>
        lines.map((line) => column?.values[line[day] ?? -1] ?? Number.NaN),
      ),
  });
}

/** The value of a row, an object as the API's own minified JSON; of a profile the id and the name. */
export function rowCells(result: Result, type: Dimension, row: RowValue): string[] {
  const text = typeof row === "object" ? JSON.stringify(row) : String(row);
  const value = rowText(type, text, ourLimits.postTextLength);
  return type === "profile" ? [value, rowName(result, type, row)] : [value];
}

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
import { methodName } from "./names.ts";
import { gridCsv } from "./csv.ts";

/**
 * The numbers that a reply shows. Where a break divides the range, each row stands once for each side, the earlier first.
 * @param chosen the rows to show, in order; all (default).
 */
export function csvOf(result: Result, table: Table, chosen?: readonly number[]): Csv {
  const { dimensions, keys, rowCount } = table;
  const groups = namedColumns(table);
  const sides = Math.max(1, ...groups.map(({ columns }) => columns.length));
  const cells = dimensions.map(({ type, rows }) => rows.map((row) => rowCells(result, type, row)));
  // The text of a name is written once, and not for each row.
  const texts = cells.map((rows) => rows.map((names) => `${names.map(textCell).join(",")},`));
  const rowAt = (place: number): number => {
    const at = Math.floor(place / sides);
    return chosen?.[at] ?? at;
  };
  // A metric without the break stands beside the last side.
  const columnsAt = Array.from({ length: sides }, (_, side) =>
    groups.map(({ columns }) => columns[side - sides + columns.length]),
  );
  function* placesIn(from: number, to: number): Generator<readonly [row: number, side: number]> {
    for (let place = from; place < to; place += 1) yield [rowAt(place), place % sides];
  }
  const numberIn = (column: NumberColumn | undefined, row: number): number | null => {
    const value = column?.values[row];
    return value !== undefined && isNumber(value) ? value : null;
  };
  return {
    columns: [...dimensionColumns(dimensions), ...groups.map(({ name }) => name)],
    numbers: groups.map(({ name }) => ({ metric: name, number: "value" })),
    rowCount: (chosen?.length ?? rowCount) * sides,
    *cells(from, to) {
      for (const [row, side] of placesIn(from, to)) {
        const line: TableCell[] = [];
        for (const [at, names] of cells.entries())
          line.push(...(names[keys[at]?.[row] ?? -1] ?? []));
        for (const column of columnsAt[side] ?? []) line.push(numberIn(column, row));
        yield line;
      }
    },
    *lines(from, to) {
      for (const [row, side] of placesIn(from, to)) {
        let line = "";
        for (const [at, names] of texts.entries()) line += names[keys[at]?.[row] ?? -1] ?? "";
        const numbers = columnsAt[side]?.map((column) => numberIn(column, row) ?? "");
        yield line + (numbers ?? []).join(",") + lineEnd;
      }
    },
  };
}

/** The columns of the CSV: one for each metric, or for each statistic of it, with its sides of a break. */
function namedColumns({ columns }: Table) {
  const methods = (name: string): number =>
    new Set(columns.filter(({ metric }) => metric.name === name).map(({ method }) => method)).size;
  const nameOf = (column: NumberColumn): string => {
    const { metric, percentOf } = column;
    const isNamed = percentOf !== undefined || methods(metric.name) > 1;
    return isNamed ? `${metric.name} ${methodName(column)}` : metric.name;
  };
  return groupBy(columns, nameOf).map((sides) => ({ name: nameOf(sides[0]), columns: sides }));
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
  const groups = namedColumns(table);
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
      ...groups.flatMap(({ name }) =>
        names.map((row) => (groups.length === 1 ? row : `${row}: ${name}`)),
      ),
    ],
    rowCount: downCount,
    namesAt: (day) => rowCells(result, "date.day", required(days[day], "a day")),
    numbersAt: (day) =>
      groups.flatMap(({ columns: [column] }) =>
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

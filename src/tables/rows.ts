/** A metrics result as programs read it: a row per combination, as in its CSV. */
import type { Work } from "../async/work.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import { rowKey, type Axis, type RowValue } from "../cells/axis.ts";
import { entriesAt, type Cells } from "../cells/cells.ts";
import { ourLimits } from "../catalog/limits.ts";
import { rowName, rowText, type Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { isNumber, type Column, type Figures } from "../meaning/figures.ts";
import { methodName } from "./names.ts";
import { kindColumns, kindSuffix } from "../meaning/kind-column.ts";
import { mostRows, type Table, type TableCell } from "../replies/table.ts";

export interface TableOptions {
  /** The rows to show, in order; all (default). */
  readonly rows?: readonly number[] | undefined;
  /** Those of structured content (default). */
  readonly mostCells?: number | undefined;
}

/** The whole result: the numbers of its CSV. */
export function* metricsTable(held: Result, mostCells?: number): Work<Table> {
  const { cells } = withKinds(held, yield* kindColumns(held));
  return tableOf(held, columnsOf(held), cells, { mostCells });
}

/**
 * The numbers that a reply shows.
 * @param rows those to show, in order; all (default).
 */
export function figuresTable(
  result: Result,
  { axes, columns, values }: Figures,
  { rows, mostCells }: TableOptions = {},
): Table {
  const nameOf = ({ metric, segment: { meaning, start, end } }: Column): string =>
    meaning === undefined ? metric.name : `${metric.name} ${start} to ${end}`;
  const names = columns.map(nameOf);
  // Columns of one metric with several statistics need the name of the method, as shares do.
  const own = columns.map((column) => {
    const name = nameOf(column);
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return isShared || column.method === "share" ? `${name} ${methodName(column)}` : name;
  });
  const titles = [...dimensionColumns(axes), ...own];
  return tableOf(result, titles, { axes, values }, { rows, mostCells });
}

/** The result with the numbers of the kinds, each after the API's number. */
export function withKinds(result: Result, kinds: Cells | undefined): Result {
  if (kinds === undefined) return result;
  const { axes, metrics, values } = result.cells;
  const places = metrics.flatMap((metric, place) => {
    const lists = kindSuffix(result, metric) === undefined ? [values] : [values, kinds.values];
    return lists.map((from) => ({ metric, place, from }));
  });
  const rowCount = values.length / Math.max(1, metrics.length);
  const joined = new Float64Array(rowCount * places.length);
  let at = 0;
  for (let row = 0; row < rowCount; row += 1) {
    for (const { from, place } of places)
      joined[at++] = numberAt(from, row * metrics.length + place);
  }
  const cells = { axes, metrics: places.map(({ metric }) => metric), values: joined };
  return { ...result, cells };
}

export const dimensionColumns = (axes: readonly Axis[]): string[] =>
  axes.flatMap(({ type }) => (type === "profile" ? [type, "profile_name"] : [type]));

/** The dimensions, with the names of profiles, and the columns of numbers. */
export const columnsOf = (result: Result): string[] => [
  ...dimensionColumns(result.cells.axes),
  ...numberColumns(result),
];

/** The metrics, each followed by the number of its kind where that differs. */
export const numberColumns = (result: Result): string[] =>
  result.cells.metrics.flatMap((metric) => {
    const suffix = kindSuffix(result, metric);
    return suffix === undefined ? [metric.name] : [metric.name, `${metric.name}:${suffix}`];
  });

function tableOf(
  result: Result,
  columns: readonly string[],
  { axes, values }: Pick<Cells, "axes" | "values">,
  { rows: chosen, mostCells }: TableOptions,
): Table {
  const all = axes.reduce((count, { rows }) => count * rows.length, 1);
  const total = chosen?.length ?? all;
  const width = values.length / Math.max(1, all);
  const cells = axes.map(({ type, rows }) => rows.map((row) => rowCells(result, type, row)));
  return {
    columns,
    total,
    rows: Array.from({ length: Math.min(total, mostRows(columns.length, mostCells)) }, (_, at) => {
      const row = chosen?.[at] ?? at;
      const numbers = values.subarray(row * width, (row + 1) * width);
      return [...entriesAt(cells, row).flat(), ...numberCells(numbers)];
    }),
  };
}

/** Missing and withheld numbers are null. */
export const numberCells = (values: Float64Array): TableCell[] =>
  Array.from(values, (value) => (isNumber(value) ? value : null));

export const rowCells = (result: Result, type: Dimension, row: RowValue): TableCell[] => {
  const value = rowText(type, rowKey(row), ourLimits.postTextLength);
  return type === "profile" ? [value, rowName(result, type, row)] : [value];
};

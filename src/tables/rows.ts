/** A metrics result as programs read it: a row per combination, as in its CSV. */
import type { Work } from "../async/work.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import { rowKey, type Axis, type RowValue } from "../cells/axis.ts";
import { cellCount, entriesAt, type Cells } from "../cells/cells.ts";
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
export function* metricsTable(result: Result, mostCells?: number): Work<Table> {
  return tableOf(result, yield* withKinds(result), { mostCells });
}

/** The numbers that a reply shows. */
export function figuresTable(
  result: Result,
  { axes, columns, values }: Figures,
  options: TableOptions,
): Table {
  const nameOf = ({ metric, segment: { meaning, start, end } }: Column): string =>
    meaning === undefined ? metric.name : `${metric.name} ${start} to ${end}`;
  const all = columns.map(nameOf);
  // Columns of one metric with several statistics need the name of the method, as shares do.
  const names = columns.map((column) => {
    const name = nameOf(column);
    const isShared = all.indexOf(name) !== all.lastIndexOf(name);
    return isShared || column.method === "share" ? `${name} ${methodName(column)}` : name;
  });
  return tableOf(result, { axes, names, values }, options);
}

/** A row for each combination of the rows of the axes. */
interface Numbers extends Pick<Cells, "axes" | "values"> {
  /** The columns of numbers. */
  readonly names: readonly string[];
}

/** The API's numbers of each metric, each followed by the number of its kind where that differs. */
export function* withKinds(result: Result): Work<Numbers> {
  const { axes, metrics, values } = result.cells;
  const kinds = yield* kindColumns(result);
  const columns = metrics.flatMap((metric, place) => {
    const own = { name: metric.name, place, from: values };
    const suffix = kindSuffix(result, metric);
    if (kinds === undefined || suffix === undefined) return [own];
    return [own, { name: `${metric.name}:${suffix}`, place, from: kinds.values }];
  });
  const names = columns.map(({ name }) => name);
  if (kinds === undefined) return { axes, names, values };
  const joined = new Float64Array((values.length / metrics.length) * columns.length);
  let at = 0;
  for (let row = 0; row < values.length; row += metrics.length)
    for (const { from, place } of columns) joined[at++] = numberAt(from, row + place);
  return { axes, names, values: joined };
}

export const dimensionColumns = (axes: readonly Axis[]): string[] =>
  axes.flatMap(({ type }) => (type === "profile" ? [type, "profile_name"] : [type]));

function tableOf(
  result: Result,
  { axes, names, values }: Numbers,
  { rows: chosen, mostCells }: TableOptions,
): Table {
  const columns = [...dimensionColumns(axes), ...names];
  const total = chosen?.length ?? cellCount(axes, 1);
  const width = names.length;
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

/** The value of a row; of a profile the id and the name. @param text the value as a text. */
export function rowCells(
  result: Result,
  type: Dimension,
  row: RowValue,
  text = rowKey(row),
): string[] {
  const value = rowText(type, text, ourLimits.postTextLength);
  return type === "profile" ? [value, rowName(result, type, row)] : [value];
}

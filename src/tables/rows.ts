/** A metrics result as programs read it: a row per combination, as in its CSV. */
import type { Work } from "../async/work.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { Axis, RowValue } from "../cells/axis.ts";
import type { Cells } from "../cells/cells.ts";
import { ourLimits } from "../catalog/limits.ts";
import { rowName, rowText, type Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Column, Figures } from "../meaning/figures.ts";
import { methodName } from "./names.ts";
import { kindColumns, kindSuffix } from "../meaning/kind-column.ts";
import type { Csv } from "../replies/csv.ts";
import { gridCsv, type Grid } from "./csv.ts";

/** The whole result: the numbers of the API, and those of the kinds where they differ. */
export function* metricsCsv(result: Result): Work<Csv> {
  return gridCsv(gridOf(result, yield* withKinds(result)));
}

/** The numbers that a reply shows. */
export function figuresCsv(
  result: Result,
  { axes, columns, values }: Figures,
  rows?: readonly number[],
): Csv {
  const nameOf = ({ metric, segment: { meaning, start, end } }: Column): string =>
    meaning === undefined ? metric.name : `${metric.name} ${start} to ${end}`;
  const all = columns.map(nameOf);
  // Columns of one metric with several statistics need the name of the method, as shares do.
  const names = columns.map((column) => {
    const name = nameOf(column);
    const isShared = all.indexOf(name) !== all.lastIndexOf(name);
    return isShared || column.method === "share" ? `${name} ${methodName(column)}` : name;
  });
  const width = columns.length;
  const numbersAt = (row: number): Float64Array => values.subarray(row * width, (row + 1) * width);
  return gridCsv(gridOf(result, { axes, names, numbersAt }), rows);
}

/** A row for each combination of the rows of the axes. */
interface Numbers extends Pick<Cells, "axes">, Pick<Grid, "numbersAt"> {
  /** The columns of numbers. */
  readonly names: readonly string[];
}

/** The API's numbers of each metric, each followed by the number of its kind where that differs. */
function* withKinds(result: Result): Work<Numbers> {
  const { axes, metrics, values } = result.cells;
  const kinds = yield* kindColumns(result);
  const columns = metrics.flatMap((metric, place) => {
    const own = { name: metric.name, place, from: values };
    const suffix = kindSuffix(result, metric);
    if (kinds === undefined || suffix === undefined) return [own];
    return [own, { name: `${metric.name}:${suffix}`, place, from: kinds.values }];
  });
  return {
    axes,
    names: columns.map(({ name }) => name),
    numbersAt: (row) =>
      columns.map(({ from, place }) => numberAt(from, row * metrics.length + place)),
  };
}

export const dimensionColumns = (axes: readonly Axis[]): string[] =>
  axes.flatMap(({ type }) => (type === "profile" ? [type, "profile_name"] : [type]));

const gridOf = (result: Result, { axes, names, numbersAt }: Numbers): Grid => ({
  columns: [...dimensionColumns(axes), ...names],
  names: axes.map(({ type, rows }) => rows.map((row) => rowCells(result, type, row))),
  numbersAt,
});

/** A row per day, and a column per row of the other dimension of a result by day. Undefined for a result at other dimensions. Where there are several metrics, columns name the row and the metric. */
export function* wideCsv(held: Result): Work<Csv | undefined> {
  const { axes } = held.cells;
  const days = axes.find(({ type }) => type === "date.day");
  const others = axes.find(({ type }) => type !== "date.day");
  if (axes.length !== 2 || days === undefined || others === undefined) return undefined;
  const { names, numbersAt } = yield* withKinds(held);
  const rowAt = (of: number, place: number): number =>
    days === axes[0] ? of * others.rows.length + place : place * days.rows.length + of;
  const columns = names.flatMap((column) =>
    others.rows.map((row) => {
      const name = rowName(held, others.type, row);
      return names.length === 1 ? name : `${name}: ${column}`;
    }),
  );
  return gridCsv({
    columns: ["date.day", ...columns],
    names: [days.rows.map((row) => rowCells(held, "date.day", row))],
    numbersAt(of) {
      const lists = others.rows.map((_, place) => numbersAt(rowAt(of, place)));
      return names.flatMap((_, metric) => lists.map((list) => list[metric] ?? Number.NaN));
    },
  });
}

/** The value of a row, an object as the API's own minified JSON; of a profile the id and the name. */
export function rowCells(result: Result, type: Dimension, row: RowValue): string[] {
  const text = typeof row === "object" ? JSON.stringify(row) : String(row);
  const value = rowText(type, text, ourLimits.postTextLength);
  return type === "profile" ? [value, rowName(result, type, row)] : [value];
}

/** A metrics result as programs read it: a row per combination, as in its CSV. */
import type { Work } from "../async/work.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { Axis, RowValue } from "../cells/axis.ts";
import { groupBy } from "../cells/group-by.ts";
import { ourLimits } from "../catalog/limits.ts";
import { rowName, rowText, type Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import { figuresOf } from "../meaning/daily.ts";
import type { Figures } from "../meaning/figures.ts";
import { methodName } from "./names.ts";
import type { Csv } from "../replies/csv.ts";
import { gridCsv, type Grid } from "./csv.ts";

/** The whole result: the number of the kind of each metric. */
export function* metricsCsv(result: Result): Work<Csv> {
  return figuresCsv(result, yield* figuresOf(result, result.dimensions));
}

/** The numbers that a reply shows. Where a break divides the range, each row stands once for each side, the earlier first. */
export function figuresCsv(result: Result, figures: Figures, rows?: readonly number[]): Csv {
  const { axes } = figures;
  const { names, sides, numbersAt } = numbersOf(figures);
  const grid: Grid = {
    columns: [...dimensionColumns(axes), ...names],
    names: [
      ...axes.map(({ type, rows: own }) => own.map((row) => rowCells(result, type, row))),
      Array.from({ length: sides }, (): string[] => []),
    ],
    numbersAt: (row) => numbersAt(Math.floor(row / sides), row % sides),
  };
  const places = [...Array(sides).keys()];
  return gridCsv(
    grid,
    rows?.flatMap((row) => places.map((side) => row * sides + side)),
  );
}

/** The columns of the CSV of figures: one for each metric, or for each statistic of it. */
function numbersOf({ columns, values }: Figures) {
  const methods = (name: string): number =>
    new Set(columns.filter(({ metric }) => metric.name === name).map(({ method }) => method)).size;
  const named = columns.map((column, place) => {
    const { metric, method } = column;
    const isShared = method === "share" || methods(metric.name) > 1;
    return { place, name: isShared ? `${metric.name} ${methodName(column)}` : metric.name };
  });
  const groups = groupBy(named, ({ name }) => name);
  const sides = Math.max(1, ...groups.map(({ length }) => length));
  return {
    names: groups.map(([{ name }]) => name),
    sides,
    // A metric without the break stands beside the last side.
    numbersAt: (row: number, side: number) =>
      groups.map((group) => {
        const column = group[side - sides + group.length];
        return column === undefined
          ? Number.NaN
          : numberAt(values, row * columns.length + column.place);
      }),
  };
}

export const dimensionColumns = (axes: readonly Axis[]): string[] =>
  axes.flatMap(({ type }) => (type === "profile" ? [type, "profile_name"] : [type]));

/** A row per day, and a column per row of the other dimension of a result by day. Undefined for a result at other dimensions. Where there are several metrics, columns name the row and the metric. */
export function* wideCsv(held: Result): Work<Csv | undefined> {
  const [one, other] = held.dimensions;
  if (held.dimensions.length !== 2 || ![one, other].includes("date.day")) return undefined;
  const figures = yield* figuresOf(held, held.dimensions);
  const { axes } = figures;
  const days = required(
    axes.find(({ type }) => type === "date.day"),
    "the days",
  );
  const others = required(
    axes.find(({ type }) => type !== "date.day"),
    "the other rows",
  );
  const { names, numbersAt } = numbersOf(figures);
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
      const lists = others.rows.map((_, place) => numbersAt(rowAt(of, place), 0));
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

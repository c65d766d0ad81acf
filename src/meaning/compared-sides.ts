/** One side of a comparison: the numbers of each metric by row. */
import { isCalendarDate } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import type { Range } from "../time/grains.ts";
import { comparedAxis, placesOn, type ComparedAxis } from "./compared-axes.ts";
import { isMissing, withheld, type Column, type Figures, type Method } from "./figures.ts";
import { countedIn } from "./segments.ts";

/** A part of one of the ranges, in which the metric counts one thing. */
export interface ComparedPart {
  readonly side: "now" | "before";
  readonly column: Column;
  /** A list entry per row. */
  readonly values: Float64Array;
}

/** A side of a comparison at some dimensions. */
export interface Side {
  readonly name: ComparedPart["side"];
  readonly result: Result;
  readonly figures: Figures;
  /** By row, the place of its first figure; -1 where the side does not have the row. */
  readonly places: Int32Array;
  /** By row, its days. */
  readonly rangeOf: (row: number) => Range;
}

export function sideOf(
  name: Side["name"],
  result: Result,
  figures: Figures,
  axes: readonly ComparedAxis[],
): Side {
  const side = name === "now" ? 0 : 1;
  const places = placesOn(axes, side, figures);
  const axis = axes.findIndex(({ type }) => isCalendarDate(type));
  const inner = axes.slice(axis + 1).reduce((count, { rows }) => count * rows.length, 1);
  const rangeOf = (row: number): Range => {
    const time = axes[axis];
    if (time === undefined) return result;
    const place = time.rows[Math.floor(row / inner) % time.rows.length]?.[side] ?? -1;
    return time[name].time?.[place] ?? result;
  };
  return { name, result, figures, places, rangeOf };
}

/** A side by its own rows. */
export const sideAlone = (name: Side["name"], result: Result, figures: Figures): Side =>
  sideOf(
    name,
    result,
    figures,
    figures.axes.map((axis) => comparedAxis(axis, axis)),
  );

export interface Numbers {
  readonly method: Method;
  readonly values: Float64Array;
  readonly covered: Float64Array;
  readonly expected: Float64Array;
  /** 1 where a profile beneath a level has no value yet, so that later rows have more profiles. */
  readonly pending: Float64Array;
  /** As `countedIn`, for numbers without a dimension of time. */
  readonly counted: string | undefined;
}

export const shares = ({ covered, expected }: Numbers): Float64Array =>
  covered.map((count, row) => count / (expected[row] ?? 0));

/**
 * The numbers of a metric by row. Where a break divides the range, a last covered day is that of its last part; other
 * numbers are withheld.
 */
export function numbersOf(side: Side, metric: Metric): Numbers {
  const { result, figures, rangeOf } = side;
  const columns = columnsOf(figures, metric);
  const place = columns.at(-1) ?? 0;
  const { method = "sum", segment = result } = figures.columns[place] ?? {};
  const isLast = method === "last" || method === "mean of last";
  const scope = { network: result.network, start: segment.start, end: segment.end };
  const values = listAt(side, place, figures.values);
  const isDivided = columns.length > 1;
  const parts = columns.map((column) => listAt(side, column, figures.values));
  for (let row = 0; row < values.length; row += 1) {
    if (parts.every((list) => isMissing(list[row] ?? Number.NaN))) continue;
    const isCut = isDivided
      ? !isLast || isMissing(values[row] ?? Number.NaN)
      : isCrossed({ network: result.network, ...rangeOf(row) }, metric);
    if (isCut) values[row] = withheld;
  }
  return {
    method,
    values,
    covered: listAt(side, place, figures.covered),
    expected: listAt(side, place, figures.expected),
    pending: listAt(side, place, figures.pending),
    counted: isDivided && !isLast ? undefined : countedIn(scope, metric),
  };
}

export const columnsOf = ({ columns }: Figures, { name }: Metric): number[] =>
  [...columns.keys()].filter((place) => columns[place]?.metric.name === name);

const isCrossed = (scope: Parameters<typeof countedIn>[0], metric: Metric): boolean =>
  countedIn(scope, { ...metric, kind: "flow" }) === undefined;

/** Figures of one column by row; NaN where the side does not have the row. */
export const listAt = (
  { places }: Side,
  column: number,
  figures: Float64Array | Uint32Array | Uint8Array,
): Float64Array =>
  Float64Array.from(places, (place) =>
    place === -1 ? Number.NaN : (figures[place + column] ?? Number.NaN),
  );

export const partsOf = (side: Side, metric: Metric): ComparedPart[] =>
  columnsOf(side.figures, metric).flatMap((place) => {
    const column = side.figures.columns[place];
    return column === undefined
      ? []
      : [{ side: side.name, column, values: listAt(side, place, side.figures.values) }];
  });

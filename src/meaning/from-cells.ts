/** Combines numbers that the API has aggregated: sums of disjoint rows can be totalled, other numbers cannot be combined. */
import { each, type Work } from "../async/work.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { strideAt, stridesOf, type Cells } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { dimensionsOf, metricPlace } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { dayNumber } from "../time/days.ts";
import { isMissing, withheld, withholdAll, type Column, type Figures } from "./figures.ts";
import { isAdditive } from "./methods.ts";
import type { Shape } from "./shape.ts";
import { crossedBreaks } from "./segments.ts";
import { ownRows, type TimeRows } from "./time-rows.ts";

/** A cell of the result: its numbers, its places among the figures, and its row of time. */
interface SourceCell {
  readonly offset: number;
  readonly places: readonly number[];
  readonly time: number;
}

/** Fills the columns of the figures whose profile-days are not stored. @param grid the cells or the sums of the result. */
export function* fillFromCells(
  figures: Figures,
  shape: Shape,
  held: Result,
  grid: Cells,
  columns: readonly Column[],
): Work<void> {
  if (columns.length === 0) return;
  const { values } = figures;
  const result = { ...held, cells: grid };
  const own = ownRows(result);
  const cells = yield* sourceCells(result, shape);
  for (const column of columns) {
    const target = figures.columns.indexOf(column);
    const source = metricPlace(grid, column.metric);
    const counts = new Uint32Array(values.length);
    const missing = new Uint32Array(values.length);
    const rows = rowsOfTime(own, shape.timeOf(column), result, column.metric);
    for (const [index, { offset, places, time }] of cells.entries()) {
      if (index % 1000 === 0) yield;
      const value = numberAt(grid.values, offset + source);
      const { isCut, places: timePlaces } = rows[time] ?? { isCut: false, places: [] };
      for (const row of timePlaces) {
        for (const place of places) {
          const at = place + row * shape.timeStride + target;
          counts[at]! += 1;
          if (isMissing(value)) missing[at]! += 1;
          else values[at] = isCut ? withheld : plus(values[at], value);
        }
      }
    }
    for (let at = target; at < values.length; at += figures.columns.length) {
      figures.rowCoverage[at] = 1 - missing[at]! / counts[at]!;
      // Means of several rows carry no count.
      const isCombined = !isAdditive(column.metric) && counts[at]! > 1;
      if (isCombined && !isMissing(numberAt(values, at))) values[at] = withheld;
    }
    if (!fits(result, shape)) withholdAll(figures, target);
  }
}

const plus = (sum: number | undefined, value: number): number =>
  sum === undefined || isMissing(sum) ? value : sum + value;

/** Labels overlap, and a breakdown need not sum to its total: they are never folded away, and cannot be recovered. */
function fits(result: Result, shape: Shape): boolean {
  const own = dimensionsOf(result);
  const wanted = dimensionsOf({ cells: shape });
  const isKept = (type: Dimension): boolean => type === "profile_label" || isBreakdown(type);
  const lost = own.some((type) => isKept(type) && !wanted.includes(type));
  const needed = wanted.filter((type) => !isDateDimension(type));
  const canCount = (type: Dimension): boolean =>
    own.includes(type) || (type === "profile_label" && own.includes("profile"));
  return !lost && needed.every(canCount);
}

/** For each own row of time, the rows of the figures that hold its days. It is cut where they hold only some, or by a break. */
function rowsOfTime(
  own: TimeRows,
  { placeOf }: TimeRows,
  { network, start }: Result,
  metric: Metric,
): { readonly places: readonly number[]; readonly isCut: boolean }[] {
  const first = dayNumber(start);
  return own.rows.map((row) => {
    const places = new Set(
      placeOf.subarray(dayNumber(row.start) - first, dayNumber(row.end) - first + 1),
    );
    const isCut = places.size > 1 || crossedBreaks({ network, ...row }, metric).length > 0;
    return { places: [...places].filter((place) => place !== -1), isCut };
  });
}

function* sourceCells(result: Result, shape: Shape): Work<SourceCell[]> {
  const { axes, metrics } = result.cells;
  const strides = stridesOf(axes, metrics.length);
  // Rows of labels in the cells take precedence over the labels of profiles: each cell is of one label.
  const isCounted = !dimensionsOf(result).includes("profile_label");
  let cells: SourceCell[] = [{ offset: 0, places: [0], time: 0 }];
  for (const [axis, { type, rows }] of axes.entries()) {
    const stride = strideAt(strides, axis);
    const own = shape.axes.findIndex((one) => one.type === type);
    const step = strideAt(shape.strides, own);
    const added = rows.map((row, place) =>
      isCounted && type === "profile" ? shape.placesOf(row) : [place * step],
    );
    cells = (yield* each(cells, function* split(cell) {
      yield;
      return rows.map((_, place): SourceCell => {
        const offset = cell.offset + place * stride;
        if (isDateDimension(type)) return { ...cell, offset, time: place };
        const places = cell.places.flatMap((one) => (added[place] ?? []).map((more) => one + more));
        return { ...cell, offset, places };
      });
    })).flat();
  }
  return cells;
}

/**
 * Combines a result into the rows of a question: the one place that decides which numbers may be combined, and how. It
 * uses the values of profiles and days where the result has them, else the API's own numbers, of which only sums of
 * disjoint rows can be totalled; other combinations are withheld.
 */
import type { Work } from "../async/work.ts";
import { isBreakdown, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Axis } from "../cells/axis.ts";
import { cellCount, type Cells } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { dayColumn, isOfSums } from "../cells/select.ts";
import { dayGrid } from "../cells/day-grid.ts";
import {
  bytesPerFigure,
  emptyFigures,
  emptyLists,
  withholdAll,
  withholdColumn,
  type Figures,
} from "./figures.ts";
import { fillFromCells } from "./from-cells.ts";
import { fillFromDays } from "./from-days.ts";
import { hasTotal, partsOf } from "./methods.ts";
import { shapeFor, type Shape, type Ways } from "./shape.ts";

/** The ways in which the metrics of a result can be combined. Checking the parts of a ratio reads all days: it is done once. */
export function waysOf(result: Result): (metric: Metric) => Ways {
  const grid = result.days && dayGrid(result.days);
  const ways = new Map<string, Ways>();
  return (metric) => {
    const known = ways.get(metric.name) ?? {
      isDaily: dayColumn(result, metric) !== undefined,
      parts: grid && partsOf(metric, grid),
    };
    ways.set(metric.name, known);
    return known;
  };
}

/**
 * The figures of a result at some dimensions: any that its days or its cells can be folded to.
 * @param isDivided metrics with a break have a column, or rows of time, for each side of it (default).
 */
export function* combine(
  result: Result,
  dimensions: readonly Dimension[],
  { ways = waysOf(result), isDivided = true } = {},
): Work<Figures> {
  return yield* combineInto(result, shapeFor(result, dimensions, ways, isDivided));
}

/** The figures of a result in the rows and columns of a shape. */
export function* combineInto(result: Result, shape: Shape): Work<Figures> {
  const raw = rawFigures(result, shape);
  if (raw !== undefined) return raw;
  const { columns } = shape;
  yield cellCount(shape.axes, columns.length) * bytesPerFigure;
  const figures = emptyFigures(shape.axes, columns);
  const { cells, days, sums } = result;
  const daily = columns.filter(({ isDaily }) => isDaily);
  const isSplit = ({ axes }: Pick<Cells, "axes">): boolean =>
    axes.some(({ type }) => isBreakdown(type));
  if (days !== undefined && isSplit(days) && !isSplit(shape))
    for (const column of daily) withholdAll(figures, columns.indexOf(column));
  else if (days !== undefined) yield* fillFromDays(figures, shape, result, dayGrid(days), daily);
  for (const [place, { metric }] of columns.entries()) {
    if (shape.combinesProfiles && !hasTotal(metric))
      withholdColumn(figures.values, columns.length, place);
  }
  const others = columns.filter(({ isDaily }) => !isDaily);
  const ofSums = others.filter(({ metric }) => isOfSums(result, metric));
  const ofCells = others.filter((column) => !ofSums.includes(column));
  if (sums !== undefined) yield* fillFromCells(figures, shape, result, sums, ofSums);
  yield* fillFromCells(figures, shape, result, cells, ofCells);
  return figures;
}

/** Single profiles and days are shown as they are. */
function rawFigures({ cells }: Result, { axes, columns, isSingle }: Shape): Figures | undefined {
  const sizesOf = (all: readonly Axis[]): string =>
    all.map(({ type, rows }) => `${type} ${rows.length}`).join();
  const isSame = sizesOf(axes) === sizesOf(cells.axes) && columns.length === cells.metrics.length;
  if (!isSingle || !isSame) return undefined;
  return { axes, columns, ...emptyLists(0), values: cells.values };
}

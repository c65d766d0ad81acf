/** Combines a result into the rows of a question: the one place that decides which numbers may be combined, and how. */
import type { Work } from "../async/work.ts";
import { isBreakdown, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Axis } from "../cells/axis.ts";
import type { Cells } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { isOfSums } from "../cells/select.ts";
import { dayGrid } from "../cells/day-grid.ts";
import { dayNumber, toDay } from "../time/days.ts";
import { emptyFigures, emptyLists, withholdAll, withholdColumn, type Figures } from "./figures.ts";
import { fillFromCells } from "./from-cells.ts";
import { fillFromDays, type DayColumn } from "./from-days.ts";
import { hasTotal, partsOf, dayColumn } from "./methods.ts";
import { bucketPlaces, gapGrid } from "./presence.ts";
import { crossedBreaks, firstDayOf } from "./segments.ts";
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
  const shape = shapeFor(result, dimensions, ways, isDivided);
  return yield* combineInto(result, shape, ways);
}

/** The figures of a result in the rows and columns of a shape. */
export function* combineInto(
  result: Result,
  shape: Shape,
  ways: (metric: Metric) => Ways,
): Work<Figures> {
  const raw = rawFigures(result, shape);
  if (raw !== undefined) return raw;
  const figures = emptyFigures(shape.axes, shape.columns);
  const columns = shape.columns.map((column, target) => ({ column, target }));
  const place = (metrics: readonly Metric[], metric: Metric): number =>
    metrics.findIndex(({ name }) => name === metric.name);
  const { days } = result;
  const places = bucketPlaces(result);
  if (days !== undefined) {
    const visible = columns
      .filter(({ column }) => column.isDaily)
      .map((one): DayColumn => {
        const { metric } = one.column;
        const firstDay = dayNumber(firstDayOf(result, metric)) - dayNumber(result.start);
        const parts = one.column.method === "quotient" ? ways(metric).parts : undefined;
        const breaks = crossedBreaks(result, metric).map(({ date }) => toDay(date));
        const source = place(days.metrics, metric);
        const buckets = gapGrid(result, metric) && places;
        return { ...one, source, parts, firstDay, breaks, buckets };
      });
    const isSplit = shape.axes.some(({ type }) => isBreakdown(type));
    if (days.axes.some(({ type }) => isBreakdown(type)) && !isSplit) {
      for (const { target } of visible) withholdAll(figures, target);
    } else yield* fillFromDays(figures, shape, result, dayGrid(days), visible);
  }
  for (const { column, target } of columns) {
    if (shape.combinesProfiles && !hasTotal(column.metric))
      withholdColumn(figures.values, columns.length, target);
  }
  const { sums } = result;
  const others = columns.filter(({ column }) => !column.isDaily);
  const fill = (cells: Cells, own: typeof others): Work<void> => {
    const sources = own.map((one) => ({
      ...one,
      source: place(cells.metrics, one.column.metric),
      areGapsSeen: gapGrid(result, one.column.metric) !== undefined,
    }));
    return fillFromCells(figures, shape, { ...result, cells }, sources);
  };
  const ofSums = others.filter(({ column }) => isOfSums(result, column.metric));
  if (sums !== undefined) yield* fill(sums, ofSums);
  yield* fill(
    result.cells,
    others.filter((one) => !ofSums.includes(one)),
  );
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

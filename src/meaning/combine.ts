/** Combines the days of a result into the rows of a question: the one place that decides how numbers may be combined. */
import type { Work } from "../async/work.ts";
import { isBreakdown, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { dayGrid } from "../cells/day-grid.ts";
import { cellCount } from "../cells/cells.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { arranged, dayColumn, metricPlace } from "../cells/select.ts";
import { bytesPerFigure, emptyFigures, emptyLists, withheld, withholdColumn } from "./figures.ts";
import type { Figures } from "./figures.ts";
import { fillFromDays } from "./from-days.ts";
import { hasTotal, partsOf } from "./methods.ts";
import { shapeFor, type Shape, type Ways } from "./shape.ts";

/** The ways in which the metrics of a result can be combined. Checking the parts of a ratio reads all days: it is done once. */
export function waysOf(result: Result): (metric: Metric) => Ways {
  const grid = dayGrid(result.days);
  const ways = new Map<string, Ways>();
  return (metric) => {
    const known = ways.get(metric.name) ?? {
      isDaily: dayColumn(result, metric) !== undefined,
      parts: partsOf(metric, grid),
    };
    ways.set(metric.name, known);
    return known;
  };
}

/**
 * The figures of a result at some dimensions: any that its days can be folded to.
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
  const single = singleFigures(result, shape);
  if (single !== undefined) return single;
  const { columns, axes } = shape;
  yield cellCount(axes, columns.length) * bytesPerFigure;
  const figures = emptyFigures(axes, columns);
  yield* fillFromDays(
    figures,
    shape,
    result,
    columns.filter(({ isDaily }) => isDaily),
  );
  for (const [place, { metric, isDaily }] of columns.entries()) {
    if (!isDaily) fillOwn(figures, result, place);
    if (shape.combinesProfiles && !hasTotal(metric))
      withholdColumn(figures.values, columns.length, place);
  }
  return figures;
}

/** Single profiles and days are shown as they are. */
function singleFigures(result: Result, { axes, columns, isSingle }: Shape): Figures | undefined {
  if (!isSingle) return undefined;
  const types = axes.map(({ type }) => type);
  const grid = types.some(isBreakdown) ? result.split : result.days;
  const metrics = columns.map(({ metric }) => metric);
  const isHeld = metrics.every((metric) => grid !== undefined && metricPlace(grid, metric) !== -1);
  if (grid === undefined || !isHeld) return undefined;
  return { axes, columns, ...emptyLists(0), values: arranged(grid, types, metrics) };
}

/** The API's own numbers where these are its rows; else they are withheld, because they cannot be combined. */
function fillOwn(
  { axes, columns, values }: Figures,
  { own, dimensions }: Result,
  column: number,
): void {
  const width = columns.length;
  const metric = columns[column]?.metric;
  const place = own && metric ? metricPlace(own, metric) : -1;
  const types = axes.map(({ type }) => type);
  const isAlike =
    types.join() === dimensions.join() &&
    axes.every(
      ({ type, rows }) => own?.axes.find((axis) => axis.type === type)?.rows.length === rows.length,
    );
  const numbers =
    own && metric && place !== -1 && isAlike ? arranged(own, types, [metric]) : undefined;
  for (let row = 0; row * width + column < values.length; row += 1)
    values[row * width + column] = numbers === undefined ? withheld : numberAt(numbers, row);
}

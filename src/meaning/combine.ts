/** Combines the days of a result into the rows of a question: the one place that decides how numbers may be combined. */
import type { Work } from "../async/work.ts";
import { isBreakdown, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowsPerProfile, type DayValues } from "../cells/day-values.ts";
import { cellCount } from "../cells/cells.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { arranged, dailyValues, metricPlace } from "../cells/select.ts";
import { bytesPerFigure, emptyFigures, emptyLists, withheld, withholdColumn } from "./figures.ts";
import type { Figures } from "./figures.ts";
import { fillFromDays } from "./from-days.ts";
import { hasTotal, partsOf } from "./methods.ts";
import { shapeFor, type Shape, type Ways } from "./shape.ts";

/** The ways in which the metrics of a result can be combined. Checking the parts of a ratio reads all days: it is done once. */
export function waysOf(result: Result): (metric: Metric) => Ways {
  const ways = new Map<string, Ways>();
  return (metric) => {
    const known = ways.get(metric.name) ?? {
      isDaily: dailyValues(result, metric) !== undefined,
      parts: partsOf(metric, result.days),
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
  return { axes, columns, ...emptyLists(0), values: interleaved(grid, types, metrics) };
}

/** The values of single profiles and days, in the order of some dimensions. */
function interleaved(
  days: DayValues,
  types: readonly Dimension[],
  metrics: readonly Metric[],
): Float64Array {
  const rows = rowsPerProfile(days);
  const counts = { profile: days.profiles.length, day: days.dayCount, row: rows };
  const strideFor = { profile: rows * days.dayCount, day: 1, row: days.dayCount };
  const nameOf = (type: Dimension): keyof typeof counts =>
    type === "profile" ? "profile" : isBreakdown(type) ? "row" : "day";
  let offsets = new Int32Array(1);
  for (const name of types.map(nameOf)) {
    const longer = new Int32Array(offsets.length * counts[name]);
    for (let place = 0; place < longer.length; place += 1)
      longer[place] =
        numberAt(offsets, Math.floor(place / counts[name])) +
        (place % counts[name]) * strideFor[name];
    offsets = longer;
  }
  const lists = metrics.map((metric) => days.lists[metricPlace(days, metric)] ?? offsets);
  const values = new Float64Array(offsets.length * lists.length);
  let to = 0;
  for (const offset of offsets) for (const list of lists) values[to++] = numberAt(list, offset);
  return values;
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

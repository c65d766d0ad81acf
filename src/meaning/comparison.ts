/** Two ranges of one question: both numbers of each row, the change, and what it contributes to the change of all. */
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import type { Range } from "../time/grains.ts";
import { comparedAxis, placesOn, type ComparedAxis } from "./compared-axes.ts";
import { figuresOf } from "./daily.ts";
import {
  isMissing,
  isNumber,
  withheld,
  type Column,
  type Figures,
  type Method,
} from "./figures.ts";
import { rateAndMix, type RateAndMix } from "./rate-and-mix.ts";
import { countedIn } from "./segments.ts";

/** The results of one question for two ranges. */
export interface Comparison {
  readonly now: Result;
  readonly before: Result;
  /** Changes of ratios are split into rate and mix (default: false). */
  readonly isExplained?: boolean;
}

/** The numbers of one metric, a list entry per row. NaN is missing; withheld numbers exist, but are not shown. */
export interface ComparedMetric {
  readonly metric: Metric;
  readonly method: Method;
  readonly now: Float64Array;
  readonly before: Float64Array;
  /** Now minus before. */
  readonly change: Float64Array;
  /** The change in percent of the number before. */
  readonly percent: Float64Array;
  /** As `percent`, of the numbers per covered profile-day; NaN where gaps are not visible, or the number is no sum. */
  readonly percentPerDay: Float64Array;
  /** The absolute sum of all rows before; NaN for numbers that cannot be added, and for a sum of 0. */
  readonly base: number;
  /** The change in percent of the base. */
  readonly contribution: Float64Array;
  /** What adds up to the change of a ratio over all rows, if it is explained. */
  readonly explained?: RateAndMix | undefined;
  /** The share of the profile-days of each side that have a value; NaN where it is not known. */
  readonly coverage: readonly [now: Float64Array, before: Float64Array];
  /** The metric's parts of each range, where its breaks forbid every change. */
  readonly parts: readonly ComparedPart[];
}

/** A part of one of the ranges, in which the metric counts one thing. */
export interface ComparedPart {
  readonly side: "now" | "before";
  readonly column: Column;
  /** A list entry per row. */
  readonly values: Float64Array;
}

export interface Compared {
  readonly axes: readonly ComparedAxis[];
  /** The number of rows: combinations of the rows of all axes. */
  readonly rowCount: number;
  readonly metrics: readonly ComparedMetric[];
}

/** A side of a comparison at some dimensions. */
interface Side {
  readonly name: ComparedPart["side"];
  readonly result: Result;
  readonly figures: Figures;
  /** By row, the place of its first figure; -1 where the side does not have the row. */
  readonly places: Int32Array;
  /** By row, its days. */
  readonly rangeOf: (row: number) => Range;
}

/** Compares both sides at some dimensions: any that their days or their cells can be folded to. */
export function compare(
  { now, before, isExplained = false }: Comparison,
  dimensions: readonly Dimension[],
): Compared {
  const hasTime = dimensions.some((type) => isDateDimension(type) && type !== "date.weekday");
  const [figuresNow, figuresBefore] = [now, before].map((result) =>
    figuresOf(result, dimensions, { isDivided: !hasTime }),
  );
  if (figuresNow === undefined || figuresBefore === undefined) throw new TypeError("no figures");
  const axes = figuresNow.axes.map((axis, index) =>
    comparedAxis(axis, figuresBefore.axes[index] ?? axis),
  );
  const sides = [
    sideOf("now", now, figuresNow, axes),
    sideOf("before", before, figuresBefore, axes),
  ] as const;
  return {
    axes,
    rowCount: sides[0].places.length,
    metrics: now.cells.metrics.map((metric) =>
      comparedMetric(metric, sides, { hasTime, isExplained }),
    ),
  };
}

function sideOf(
  name: Side["name"],
  result: Result,
  figures: Figures,
  axes: readonly ComparedAxis[],
): Side {
  const side = name === "now" ? 0 : 1;
  const places = placesOn(axes, side, figures);
  const axis = axes.findIndex(({ type }) => isDateDimension(type) && type !== "date.weekday");
  const inner = axes.slice(axis + 1).reduce((count, { rows }) => count * rows.length, 1);
  const rangeOf = (row: number): Range => {
    const time = axes[axis];
    if (time === undefined) return result;
    const place = time.rows[Math.floor(row / inner) % time.rows.length]?.[side] ?? -1;
    return time[name].time?.[place] ?? result;
  };
  return { name, result, figures, places, rangeOf };
}

function comparedMetric(
  metric: Metric,
  sides: readonly [Side, Side],
  { hasTime, isExplained }: { readonly hasTime: boolean; readonly isExplained: boolean },
): ComparedMetric {
  const [now, before] = sides.map((side) => numbersOf(side, metric));
  if (now === undefined || before === undefined) throw new TypeError("no numbers");
  const isAlike = (row: number): boolean => {
    const counted = hasTime
      ? sides.map(({ result, rangeOf }) =>
          countedIn({ network: result.network, ...rangeOf(row) }, metric),
        )
      : [now.counted, before.counted];
    return counted[0] !== undefined && counted[0] === counted[1];
  };
  const length = now.values.length;
  const isAdded =
    (now.method === "sum" && metric.kind !== "net") || (now.method === "last" && !hasTime);
  const base = (isAdded && Math.abs(sumOf(before.values))) || Number.NaN;
  const lists = { change: listOf(length), percent: listOf(length), contribution: listOf(length) };
  const percentPerDay = listOf(length);
  const { change, percent, contribution } = lists;
  for (let row = 0; row < length; row += 1) {
    const [one, other] = [now.values[row] ?? Number.NaN, before.values[row] ?? Number.NaN];
    change[row] = isAlike(row) ? difference(one, other) : whereBoth(one, other, withheld);
    if (!isNumber(change[row] ?? Number.NaN)) continue;
    percent[row] = percentOf(metric, one, other);
    contribution[row] = (100 * (change[row] ?? Number.NaN)) / base;
    if (now.method !== "sum") continue;
    const [days, daysBefore] = [now.covered[row] ?? 0, before.covered[row] ?? 0];
    percentPerDay[row] = percentOf(metric, one / days, other / daysBefore);
  }
  const isBroken = !hasTime && (now.counted === undefined || now.counted !== before.counted);
  return {
    metric,
    method: now.method,
    now: now.values,
    before: before.values,
    base,
    ...lists,
    percentPerDay,
    explained: isExplained && !isBroken ? explain(sides, metric) : undefined,
    coverage: [shares(now), shares(before)],
    parts: isBroken ? sides.flatMap((side) => partsOf(side, metric)) : [],
  };
}

/** Undefined for a metric that is no ratio of sums. */
function explain(sides: readonly [Side, Side], metric: Metric): RateAndMix | undefined {
  const [now, before] = sides.map((side) => {
    const [place = -1] = columnsOf(side.figures, metric);
    const { quotients } = side.figures;
    if (side.figures.columns[place]?.method !== "ratio" || quotients === undefined)
      return undefined;
    return {
      above: listAt(side, place, quotients.above),
      below: listAt(side, place, quotients.below),
    };
  });
  return now && before && rateAndMix(now, before);
}

const listOf = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);

const sumOf = (values: Float64Array): number =>
  values.reduce((sum, value) => (isNumber(value) ? sum + value : sum), 0);

const whereBoth = (one: number, other: number, value: number): number =>
  isMissing(one) || isMissing(other) ? Number.NaN : value;

const difference = (one: number, other: number): number =>
  whereBoth(one, other, isNumber(one) && isNumber(other) ? one - other : withheld);

/** NaN for a base of 0, for differences, and for flows whose base is not above 0. */
function percentOf({ kind }: Metric, one: number, other: number): number {
  if (kind === "net" || kind === "ratio") return Number.NaN;
  const hasBase = kind === "flow" ? other > 0 : other !== 0;
  const percent = (100 * (one - other)) / Math.abs(other);
  return hasBase && Number.isFinite(percent) ? percent : Number.NaN;
}

interface Numbers {
  readonly method: Method;
  readonly values: Float64Array;
  readonly covered: Float64Array;
  readonly expected: Float64Array;
  /** What the numbers count, without a dimension of time; undefined where they count no one thing. */
  readonly counted: string | undefined;
}

const shares = ({ covered, expected }: Numbers): Float64Array =>
  covered.map((count, row) => count / (expected[row] ?? 0));

/**
 * The numbers of a metric by row. Where a break divides the range, a last covered day is that of its last part; other
 * numbers are withheld.
 */
function numbersOf(side: Side, metric: Metric): Numbers {
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
    counted: isDivided && !isLast ? undefined : countedIn(scope, metric),
  };
}

const columnsOf = ({ columns }: Figures, { name }: Metric): number[] =>
  [...columns.keys()].filter((place) => columns[place]?.metric.name === name);

const isCrossed = (scope: Parameters<typeof countedIn>[0], metric: Metric): boolean =>
  countedIn(scope, { ...metric, kind: "flow" }) === undefined;

/** Figures of one column by row; NaN where the side does not have the row. */
const listAt = (
  { places }: Side,
  column: number,
  figures: Float64Array | Uint32Array,
): Float64Array =>
  Float64Array.from(places, (place) =>
    place === -1 ? Number.NaN : (figures[place + column] ?? Number.NaN),
  );

const partsOf = (side: Side, metric: Metric): ComparedPart[] =>
  columnsOf(side.figures, metric).flatMap((place) => {
    const column = side.figures.columns[place];
    return column === undefined
      ? []
      : [{ side: side.name, column, values: listAt(side, place, side.figures.values) }];
  });

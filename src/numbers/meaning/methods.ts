/** Decides how days and profiles of a metric are combined, by its kind: summed, averaged, the last value, or no total. */
import { isCarried, isStanding } from "../../catalog/kinds.ts";
import type { Statistic } from "../../catalog/statistics.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { listOf, metricPlace, type DayValues } from "../cells/day-values.ts";
import { numberAt } from "../cells/number-at.ts";
import { denominatorOf } from "./ratios.ts";

/** The way in which the values beneath a number are combined. */
export type Method = "sum" | "last" | "mean" | "mean of last" | "quotient" | "share" | Statistic;

export const isLast = (method: Method): boolean => method === "last" || method === "mean of last";

/** The numerator and denominator of a ratio, by their places among the metrics of the days, and the factor of their quotient. */
export interface Parts {
  readonly above: number;
  readonly below: number;
  readonly factor: number;
  /** The days of a profile are added, or their mean is taken, or the last of them. */
  readonly denominator: "sum" | "mean" | "last";
}

export function methodOf(metric: Metric, parts: Parts | undefined): Method {
  switch (metric.kind.overDays) {
    case "sum":
      return "sum";
    case "last":
      return isStanding(metric.kind) ? "last" : "mean of last";
    case "mean":
      return "mean";
    case "quotient":
      return parts === undefined ? "mean" : "quotient";
  }
}

/**
 * The factor that converts a rate to a percentage: 100 for ratios whose names end in `rate`, `share` or `percent`. Undefined
 * for other metrics, and for a rate of the API whose unit is unknown.
 */
export const percentFactor = (
  { kind, name }: Metric,
  parts: Parts | undefined,
): number | undefined =>
  kind.overDays === "quotient" && isRateName(name) && parts !== undefined
    ? 100 / parts.factor
    : undefined;

/** The name of a ratio that is written in percent. */
export const isRateName = (name: string): boolean => /^\w*(rate|share|percent)$/.test(name);

/** A ratio whose parts are not metrics has no number of several profiles. */
export const hasTotal = ({ kind, parts }: Metric): boolean =>
  kind.overProfiles !== "quotient" || parts !== undefined;

/** A rate is a quotient or a percentage. */
const factors = [1, 100] as const;
/** Rates can be rounded, percentages to two decimals: the largest difference, as a share of the rate and per factor. */
const tolerance = { relative: 1e-3, perFactor: 5.1e-5 };

/**
 * The parts of a ratio where the days hold them, and every cell of a ratio of the API confirms one constant factor, 1 or
 * 100. Undefined otherwise: the ratio is then a mean.
 */
export function partsOf(metric: Metric, days: DayValues): Parts | undefined {
  if (metric.parts === undefined) return undefined;
  const known = confirmed.get(days) ?? new Map<string, Parts | undefined>();
  confirmed.set(days, known);
  if (!known.has(metric.name)) known.set(metric.name, findParts(metric, days));
  return known.get(metric.name);
}

/** True for a number of the last day, which is carried to later ones: a level, a window, and a ratio of levels. */
export const usesLastDay = (metric: Metric, days: DayValues): boolean =>
  isCarried(metric.kind) || partsOf(metric, days)?.denominator === "last";

/** Checking the parts of a ratio reads all days: it is done once. */
const confirmed = new WeakMap<DayValues, Map<string, Parts | undefined>>();

function findParts(metric: Metric, days: DayValues): Parts | undefined {
  const [above = -1, below = -1] = (metric.parts ?? []).map((name) => metricPlace(days, { name }));
  const [numerator, divisor, values] = [
    days.metrics[above],
    days.metrics[below],
    listOf(days, metric),
  ];
  if (numerator === undefined || divisor === undefined || values === undefined) return undefined;
  const denominator = denominatorOf(numerator, divisor);
  if (metric.isDerived === true) return { above, below, factor: 1, denominator };
  const factor = factors.find((candidate) =>
    confirms(values, days.lists[above], days.lists[below], candidate),
  );
  return factor === undefined ? undefined : { above, below, factor, denominator };
}

/** Every profile-day that has all three values agrees, and there is one. */
function confirms(
  values: Float64Array,
  above: Float64Array = values,
  below: Float64Array = values,
  factor: number,
): boolean {
  let count = 0;
  for (let at = 0; at < values.length; at += 1) {
    const ratio = numberAt(values, at);
    const expected = (factor * numberAt(above, at)) / numberAt(below, at);
    if (!Number.isFinite(ratio) || !Number.isFinite(expected)) continue;
    count += 1;
    const { relative, perFactor } = tolerance;
    const most = Math.max(relative * Math.abs(expected), perFactor * factor);
    if (Math.abs(ratio - expected) > most) return false;
  }
  return count > 0;
}

/** Breaks of one metric within a range: the parts of the range in which it counts one thing. */
import { breaksOf, type SeriesBreak } from "../../catalog/breaks.ts";
import { metricsOf, type Metric } from "../../catalog/metrics/index.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import type { Result } from "../cells/result.ts";
import { addDays, addMonths, earlier, later, toDay, type Day } from "../../base/time/days.ts";
import { splitAt, type Range } from "../../base/time/grains.ts";

/** A part of a range in which a metric counts one thing. */
export interface Segment extends Range {
  /** The quantity that is counted; undefined where the range has no break. */
  readonly meaning: string | undefined;
}

type Scope = Pick<Result, "network" | "start" | "end">;

/** True for a break of the metric, or of a metric of its formula. */
export function concerns({ metrics }: SeriesBreak, { name, operands = [name] }: Metric): boolean {
  const names: readonly string[] = operands;
  return names.some((operand) => metrics.includes(operand));
}

/** Rows of time ask for them again and again. */
const breaksByMetric = new WeakMap<Metric, Map<string, readonly SeriesBreak[]>>();

/** The breaks of a metric, in order; of a derived ratio, those of its parts, which share a date as one. */
function breaksOfMetric({ network }: Scope, metric: Metric): readonly SeriesBreak[] {
  const known = breaksByMetric.get(metric) ?? new Map<string, readonly SeriesBreak[]>();
  breaksByMetric.set(metric, known);
  const breaks = known.get(network) ?? findBreaks(network, metric);
  known.set(network, breaks);
  return breaks;
}

function findBreaks(network: MetricNetwork, metric: Metric): SeriesBreak[] {
  const breaks = breaksOf(network).filter((row) => concerns(row, metric));
  const dates = [...new Set(breaks.map(({ date }) => date))].toSorted();
  return dates.flatMap((date) => {
    const [first, second] = breaks.filter((row) => row.date === date);
    if (first === undefined || second === undefined) return first ?? [];
    const joined = { ...first, after: `${first.after}, ${second.after}` };
    return first.before === undefined || second.before === undefined
      ? joined
      : { ...joined, before: `${first.before}, ${second.before}` };
  });
}

/** The breaks of a metric that a range crosses, with a meaning before and after. */
export const crossedBreaks = (scope: Scope, metric: Metric): readonly SeriesBreak[] =>
  breaksOfMetric(scope, metric).filter(
    ({ date, before }) => before !== undefined && scope.start < date && date <= scope.end,
  );

/** True for a range on both sides of a break: its days are never combined. */
export const holdsBreak = (scope: Scope, metric: Metric): boolean =>
  crossedBreaks(scope, metric).length > 0;

/** The first day on which a metric counts what it counts on the first day of a range; undefined if it never had a break. */
export const countedSince = (scope: Scope, metric: Metric): Day | undefined => {
  const last = breaksOfMetric(scope, metric).findLast(({ date }) => date <= scope.start);
  return last && toDay(last.date);
};

/** The first day for which a metric can have data; the start of the range (default). */
export function firstDayOf(scope: Scope, metric: Metric): Day {
  const start = breaksOfMetric(scope, metric).findLast(({ before }) => before === undefined);
  return start === undefined ? scope.start : later(scope.start, toDay(start.date));
}

/**
 * Identifies what a metric counts throughout a range: equal for ranges whose numbers can be compared. Undefined where a
 * break is crossed, and for a net whose range has the day of a break, whose value may be the switch.
 */
export function countedIn(scope: Scope, metric: Metric): string | undefined {
  const breaks = breaksOfMetric(scope, metric).filter(({ before }) => before !== undefined);
  const isUnclear = breaks.some(
    ({ date }) =>
      date <= scope.end &&
      (date > scope.start || (date === scope.start && metric.kind.isDifference)),
  );
  if (isUnclear) return undefined;
  return breaks.findLast(({ date }) => date <= scope.start)?.date ?? "";
}

/** The quantity that a metric counts in a range without a break; undefined if the metric never had one. */
export function meaningOf(scope: Scope, metric: Metric): string | undefined {
  const breaks = breaksOfMetric(scope, metric).filter(({ before }) => before !== undefined);
  const last = breaks.findLast(({ date }) => date <= scope.start);
  return last?.after ?? breaks.find(({ date }) => date > scope.end)?.before;
}

/**
 * The days of breaks within a longer range, for a net and a ratio of one: they are in neither side, because their value may
 * be the switch. Empty for other metrics.
 */
export function switchDays(scope: Scope, metric: Metric): Day[] {
  const { network, start, end } = scope;
  const [numerator] = metric.operands ?? [metric.name];
  const hasNet = metricsOf(network, 3).some(
    ({ name, kind }) => name === numerator && kind.isDifference,
  );
  if (start === end || !hasNet) return [];
  return breaksOfMetric(scope, metric)
    .filter(({ date, before }) => before !== undefined && start <= date && date <= end)
    .map(({ date }) => toDay(date));
}

/** The parts of a range for a metric, in order. */
export function segmentsOf(scope: Scope, metric: Metric): Segment[] {
  const crossed = crossedBreaks(scope, metric);
  const switches = switchDays(scope, metric);
  const range = { start: earlier(firstDayOf(scope, metric), scope.end), end: scope.end };
  const days = crossed.map(({ date }) => toDay(date));
  return splitAt(range, days)
    .map(({ start, end }, place): Segment => {
      const meaning = crossed[place - 1]?.after ?? crossed[0]?.before;
      return { start: addDays(start, switches.includes(start) ? 1 : 0), end, meaning };
    })
    .filter(({ start, end }) => start <= end);
}

/** The break whose later meaning applies to the whole range, if it was at most 13 months before its start. */
export function recentBreak(scope: Scope, metric: Metric): SeriesBreak | undefined {
  if (crossedBreaks(scope, metric).length > 0) return undefined;
  return breaksOfMetric(scope, metric).findLast(
    ({ date, before }) =>
      before !== undefined && date <= scope.start && scope.start < addMonths(toDay(date), 13),
  );
}

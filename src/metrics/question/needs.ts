/**
 * Decides which numbers the reply to a question needs. The decision depends only on the ranges, dimensions and kinds of
 * the question, not on the cache or on the sizes that the API accepts: one question has one answer. Pure.
 */
import { areProfileDays, dateDimensionOf, grainNameOf } from "../../catalog/dimensions.ts";
import { isBreakdown, isDateDimension, isFoldedDate } from "../../catalog/dimensions.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { breaksOf } from "../../catalog/breaks.ts";
import { mostDaysOf } from "../../catalog/grains.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { isAdditive } from "../../meaning/methods.ts";
import { crossedBreaks, firstDayOf, segmentsOf } from "../../meaning/segments.ts";
import { addDays, later, type Day } from "../../time/days.ts";
import { bucketsOf, grainOf, type Range, type Weekday } from "../../time/grains.ts";
import type { Question } from "./question.ts";

/** A metric can be among the sums or means by itself, and among the days as a part of a ratio. */
export interface Needs {
  /** Metrics whose numbers are made of single profiles and days. */
  readonly days: readonly Metric[];
  /** Metrics whose sums add up, needed at {@link sumDimensions}. */
  readonly sums: readonly Metric[];
  /** Metrics each of whose numbers the API computes, needed at the dimensions of the question. */
  readonly means: readonly Metric[];
}

const areDaysAsked = ({ dimensions, profiles }: Question): boolean =>
  areProfileDays(dimensions, profiles.length);

export function needsOf(question: Question): Needs {
  const { metrics, shown = metrics, dimensions } = question;
  if (areDaysAsked(question)) return { days: metrics, sums: [], means: [] };
  const isFine = !dimensions.some(isBreakdown) || dimensions.includes("date.weekday");
  const parts = new Set(shown.flatMap((metric) => metric.parts ?? []));
  const isShown = ({ name }: Metric): boolean => shown.some((one) => one.name === name);
  const own = metrics.filter((metric) => isShown(metric) || !parts.has(metric.name));
  const sums = isFine ? [] : own.filter((metric) => isAdditive(metric));
  const means = own.filter(
    (metric) => isOpaqueMean(metric) || (!isFine && isComputedByApi(metric, question)),
  );
  const days = metrics.filter(
    (metric) => parts.has(metric.name) || (!sums.includes(metric) && !means.includes(metric)),
  );
  return { days, sums, means };
}

/** True for a metric whose only number is the API's own, of one cell. */
export const isOpaqueMean = (metric: Metric): boolean =>
  metric.isOpaque === true && ["mean", "quotient"].includes(metric.kind.overDays);

/** The names of means whose days are there too, for a ratio or because they are asked for. */
export function heldAsParts(question: Question): string[] | undefined {
  const { days, means } = needsOf(question);
  const both = days.filter((metric) => means.includes(metric) || isOpaqueMean(metric));
  return both.length === 0 ? undefined : both.map(({ name }) => name);
}

/** True where the API gives 0 for days before the first value of a profile: only numbers by profile show which. */
export const hasUnstarted = ({ profiles, firstDays, start }: Question): boolean =>
  profiles.some(({ id }) => (firstDays?.get(id) ?? start) > start);

/** True for a mean that the API computes for each row: labels, breaks and folded grains combine several of its numbers. */
export function isComputedByApi(metric: Metric, question: Question): boolean {
  const { dimensions, network, start, end } = question;
  const { aggregation, kind } = metric;
  const date = dateDimensionOf(dimensions);
  // A break of any metric divides rows of time, whichever metrics are asked.
  const isDivided =
    date === undefined
      ? crossedBreaks(question, metric).length > 0
      : breaksOf(network).some((row) => start < row.date && row.date <= end);
  return (
    (isOpaqueMean(metric) ||
      (aggregation === "average" && kind.overDays === "mean" && kind.overProfiles === "mean")) &&
    !dimensions.includes("profile_label") &&
    !hasUnstarted(question) &&
    (date === undefined || !isFoldedDate(date)) &&
    !isDivided
  );
}

/**
 * Sums of a breakdown are needed as they are asked, by month where the grain is coarser. Labels are always folded from
 * profiles: a profile counts under each of its labels.
 */
export function sumDimensions(question: Question): Dimension[] {
  const { dimensions } = question;
  const date = dimensions.find((type) => isDateDimension(type));
  const grain = date && grainNameOf(date);
  const isFiner = grain !== undefined && mostDaysOf(grain) < mostDaysOf("month");
  const asksProfile = dimensions.includes("profile") || dimensions.includes("profile_label");
  const time = date === undefined || isFiner ? date : "date.month";
  return [
    ...(asksProfile || hasUnstarted(question) ? (["profile"] as const) : []),
    ...(time === undefined ? [] : [time]),
    ...dimensions.filter((type) => isBreakdown(type)),
  ];
}

/** The days in a range on which a metric of the question begins to count something else: no sum is needed across them. */
export function cutsOf({ metrics, network, start, end }: Omit<Question, "profiles">): Day[] {
  const scope = { network, start, end };
  const starts = metrics
    .filter((metric) => firstDayOf(scope, metric) <= end)
    .flatMap((metric) =>
      segmentsOf(scope, metric).flatMap((segment) => [segment.start, addDays(segment.end, 1)]),
    );
  return [...new Set(starts)].filter((day) => day > start && day <= end).toSorted();
}

/** The first days of the rows of time in which sums are needed: buckets, and parts of them beside a break. */
export function sumRows(question: Question, weekStart: Weekday | undefined): Day[] {
  const buckets = firstDays(question, dateDimensionOf(sumDimensions(question)), weekStart);
  return [...new Set([...buckets, ...cutsOf(question)])].toSorted();
}

/** The first day of each row of time; that of the range where there is no dimension of time. */
export const firstDays = (
  { start, end }: Range,
  date: Dimension | undefined,
  weekStart: Weekday | undefined,
): Day[] =>
  date === undefined
    ? [start]
    : bucketsOf(start, end, grainOf([date], weekStart)).map((day) => later(day, start));

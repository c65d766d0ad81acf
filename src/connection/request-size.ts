/** The size of a metrics request: how many numbers its answer holds. */
import type { MetricsRequest } from "../api/metrics-answer.ts";
import { dateDimensionOf, isBreakdown, type Dimension } from "../catalog/dimensions.ts";
import { ourLimits } from "../catalog/limits.ts";
import { daysBetween } from "../time/days.ts";
import { bucketsOf, monday, type Grain, type Weekday } from "../time/grains.ts";

/** The grain at whose edges dates can be cut; without a date dimension any day is an edge. */
export function grainOf(dimensions: readonly Dimension[], weekStart: Weekday = monday): Grain {
  const dimension = dateDimensionOf(dimensions);
  if (dimension === "date.week") return { unit: "week", startsOn: weekStart };
  return { unit: dimension === "date.month" ? "month" : "day" };
}

/** @param rows the number of rows to assume for a breakdown or the labels. */
export function sizeOf(request: MetricsRequest, rows: number = ourLimits.assumedRows): number {
  return request.dimensions.reduce((size, dimension) => {
    if (dimension === "profile") return size * request.profiles.length;
    if (dimension === "profile_label" || isBreakdown(dimension)) return size * rows;
    if (dimension === "date.day") return size * daysBetween(request.start, request.end);
    return size * bucketsOf(request.start, request.end, grainOf([dimension])).length;
  }, request.metrics.length);
}

/**
 * Requests of one shape share a ceiling: the dimensions, and the power of two of the profile-days behind each
 * number, because an API may count those as well.
 */
export function shapeOf(request: MetricsRequest): string {
  const { version, network, dimensions, profiles, start, end } = request;
  const profilesBehind = dimensions.includes("profile") ? 1 : profiles.length;
  const daysBehind = dimensions.includes("date.day") ? 1 : daysBetween(start, end);
  const behind = Math.ceil(Math.log2(profilesBehind * daysBehind));
  return [version, network, ...dimensions, behind].join(" ");
}

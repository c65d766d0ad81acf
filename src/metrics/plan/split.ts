/** Cuts one request into smaller ones whose answers together say the same. */
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import { daysBetween } from "../../time/days.ts";
import type { Range, Weekday } from "../../time/grains.ts";
import { bucketsOf, monday, piecesOf, type Grain } from "../../time/grains.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { isBreakdown } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { dateDimensionOf } from "../question/question.ts";

/** The grain at whose edges dates may be cut; without a date dimension any day would do. */
export function grainOf(dimensions: readonly Dimension[], weekStart: Weekday = monday): Grain {
  const dimension = dateDimensionOf(dimensions);
  if (dimension === "date.week") return { unit: "week", startsOn: weekStart };
  return { unit: dimension === "date.month" ? "month" : "day" };
}

/** How many numbers a request asks for, breakdowns and labels taken to have so many rows. */
export function sizeOf(request: MetricsRequest, rows: number = ourLimits.assumedRows): number {
  return request.dimensions.reduce((size, dimension) => {
    if (dimension === "profile") return size * request.profiles.length;
    if (dimension === "profile_label" || isBreakdown(dimension)) return size * rows;
    if (dimension === "date.day") return size * daysBetween(request.start, request.end);
    return size * bucketsOf(request.start, request.end, grainOf([dimension])).length;
  }, request.metrics.length);
}

/** Pieces of `most` each, the last one of what is left. */
export function chunks<T>(list: readonly T[], most: number): T[][] {
  const size = Math.max(1, most);
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/** How one request falls apart along one axis, into pieces of about a share of it. */
type Cut = (request: MetricsRequest, share: number, weekStart: Weekday) => MetricsRequest[];

const byProfiles: Cut = (request, share) =>
  request.dimensions.includes("profile")
    ? chunks(request.profiles, Math.floor(request.profiles.length * share)).map((profiles) => ({
        ...request,
        profiles,
      }))
    : [request];

const byDates: Cut = (request, share, weekStart) => {
  if (dateDimensionOf(request.dimensions) === undefined) return [request];
  const grain = grainOf(request.dimensions, weekStart);
  const days = daysBetween(request.start, request.end);
  const range: Range = { start: request.start, end: request.end };
  return piecesOf(range, Math.floor(days * share), grain).map((piece) => ({
    ...request,
    ...piece,
  }));
};

const byMetrics: Cut = (request, share) =>
  chunks(request.metrics, Math.floor(request.metrics.length * share)).map((metrics) => ({
    ...request,
    metrics,
  }));

/** In the order in which a request that was too large is cut. */
const cuts: readonly Cut[] = [byProfiles, byDates, byMetrics];

/**
 * Pieces of at most `most` numbers, as few as safe cuts allow; where none is left to make, a piece stays larger.
 */
export function fit(request: MetricsRequest, most: number, weekStart: Weekday): MetricsRequest[] {
  let pieces = [request];
  for (const cut of cuts) {
    pieces = pieces.flatMap((piece) => {
      const size = sizeOf(piece);
      return size <= most ? [piece] : cut(piece, most / size, weekStart);
    });
  }
  return pieces;
}

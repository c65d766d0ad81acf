/** Cuts one request into smaller ones whose answers together hold the same cells. */
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import { dateDimensionOf } from "../../catalog/dimensions.ts";
import { chunks } from "../../cells/group-by.ts";
import { sizeOf } from "../../connection/request-size.ts";
import { daysBetween } from "../../time/days.ts";
import { grainOf, piecesOf, type Weekday } from "../../time/grains.ts";

/** Cuts a request along one axis into pieces of about a share of it; one piece where the axis cannot be cut. */
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
  const days = Math.floor(daysBetween(request.start, request.end) * share);
  return piecesOf(request, days, grain).map((piece) => ({ ...request, ...piece }));
};

const byMetrics: Cut = (request, share) =>
  chunks(request.metrics, Math.floor(request.metrics.length * share)).map((metrics) => ({
    ...request,
    metrics,
  }));

/** Pieces of at most `most` numbers, as few as safe cuts allow. A piece that cannot be cut stays larger. */
export function fit(request: MetricsRequest, most: number, weekStart: Weekday): MetricsRequest[] {
  if (sizeOf(request) <= most) return [request];
  const [first, other] = orders.map((cuts) => cutBy(cuts, request, most, weekStart));
  if (first === undefined || other === undefined) return [request];
  return other.length * worthwhile < first.length ? other : first;
}

/** Dates are cut before profiles only where this fills the answers better: each further first day needs its own request. */
const orders: readonly (readonly Cut[])[] = [
  [byProfiles, byDates, byMetrics],
  [byDates, byProfiles, byMetrics],
];
const worthwhile = 1.05;

function cutBy(
  cuts: readonly Cut[],
  request: MetricsRequest,
  most: number,
  weekStart: Weekday,
): MetricsRequest[] {
  let pieces = [request];
  for (const cut of cuts) {
    pieces = pieces.flatMap((piece) => {
      const size = sizeOf(piece);
      return size <= most ? [piece] : cut(piece, most / size, weekStart);
    });
  }
  return pieces;
}

/**
 * The requests for the metrics of one part of a plan, within the limits and the ceilings. Pure.
 *
 * A cut is safe where no cell of the answer needs numbers from both sides: between metrics; between profiles where
 * `profile` is a dimension; between days where `date.day` is one, and on the edges of weeks or months. Sums of
 * disjoint profiles and days add up, so they are also cut elsewhere, and on the day of a break, whose sides are never
 * added. Averages that need another cut are requested by profile and day and folded: a mean of means is wrong as soon
 * as a value is missing.
 */
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import { chunks } from "../../cells/group-by.ts";
import { dateDimensionOf } from "../../catalog/dimensions.ts";
import type { RequestLimits } from "../../catalog/limits.ts";
import type { CachedAnswers } from "../../connection/answers/cached-answers.ts";
import { shapeOf, sizeOf, type Ceilings } from "../../connection/request-size.ts";
import { daysBetween, later, type Day } from "../../time/days.ts";
import { grainOf, monday, piecesOf, splitAt, windowsOf, type Weekday } from "../../time/grains.ts";
import { profilesFor, type Question } from "../question/question.ts";
import { stepOf, type Part, type RequestStep } from "./steps.ts";

/** The facts that a plan is based on, besides the question. */
export interface Facts {
  readonly limits: RequestLimits;
  readonly ceilings: Ceilings;
  /** The first day of the API's weeks; undefined until it is learned. */
  readonly weekStart: Weekday | undefined;
  /** Weekdays on which the API's weeks do not start, as this run has shown: none (default). */
  readonly noWeekStarts?: ReadonlySet<Weekday>;
  /** The API names its weeks as this server does; false until it is learned. */
  readonly namesWeeks: boolean;
  readonly cached: CachedAnswers;
}

/** Metrics that are requested with the same dimensions. */
export interface Group extends Pick<Part, "metrics" | "dimensions"> {
  /** Days on which further requests begin: no sum is needed across them. */
  readonly cuts?: readonly Day[];
}

export function requestsFor(
  question: Question,
  { metrics: asked, dimensions, cuts = [] }: Group,
  facts: Facts,
): RequestStep[] {
  const { version, network } = question;
  const { limits } = facts;
  const { start, end, cutFrom = start } = question;
  const grain = grainOf(dimensions, facts.weekStart);
  const windows = splitAt({ start: cutFrom, end }, cuts)
    .flatMap((range) => windowsOf(range, limits.months, grain))
    .filter((window) => window.end >= start)
    .map((window) => ({ ...window, start: later(window.start, start) }));
  const ids = profilesFor(question, asked).map(({ id }) => id);
  const names = asked.map(({ name }) => name);
  return chunks(ids, limits.profiles).flatMap((chunk) => {
    const profiles = chunk.filter((id) => !question.excluded.has(id));
    if (profiles.length === 0) return [];
    return windows.flatMap((window) =>
      chunks(names, limits.metrics).flatMap((metrics) =>
        piecesWithin({ version, network, ...window, profiles, metrics, dimensions }, facts),
      ),
    );
  });
}

/**
 * The request, or the pieces of it that the API is expected to answer. Fewer days behind a number are another shape,
 * whose ceiling can be lower.
 */
export function piecesWithin(
  request: MetricsRequest,
  { ceilings, weekStart = monday, cached }: Facts,
  origin = request,
): RequestStep[] {
  const within = (one: MetricsRequest, total: number): MetricsRequest[] => {
    const pieces = fit(one, ceilings.sizeToTry(shapeOf(one), total), weekStart);
    return pieces.length === 1 ? pieces : pieces.flatMap((piece) => within(piece, total));
  };
  return within(request, sizeOf(request)).map((piece) => stepOf(piece, cached, origin));
}

/** Cuts a request along one axis into pieces of about a share of it; one piece where the axis cannot be cut. */
type Cut = (request: MetricsRequest, share: number, weekStart: Weekday) => MetricsRequest[];

const byProfiles: Cut = (request, share) => {
  if (!request.dimensions.includes("profile")) return [request];
  const size = Math.floor(request.profiles.length * share);
  return chunks(request.profiles, size).map((profiles) => ({ ...request, profiles }));
};

const byDates: Cut = (request, share, weekStart) => {
  if (dateDimensionOf(request.dimensions) === undefined) return [request];
  const grain = grainOf(request.dimensions, weekStart);
  const days = Math.floor(daysBetween(request.start, request.end) * share);
  return piecesOf(request, days, grain).map((piece) => ({ ...request, ...piece }));
};

const byMetrics: Cut = (request, share) => {
  const size = Math.floor(request.metrics.length * share);
  return chunks(request.metrics, size).map((metrics) => ({ ...request, metrics }));
};

/** Pieces of at most `most` numbers, as few as safe cuts allow. A piece that cannot be cut stays larger. */
export function fit(request: MetricsRequest, most: number, weekStart: Weekday): MetricsRequest[] {
  if (sizeOf(request) <= most) return [request];
  const cutBy = (...cuts: readonly Cut[]): MetricsRequest[] =>
    cuts.reduce(
      (pieces, cut) =>
        pieces.flatMap((piece) => {
          const size = sizeOf(piece);
          return size <= most ? [piece] : cut(piece, most / size, weekStart);
        }),
      [request],
    );
  const first = cutBy(byProfiles, byDates, byMetrics);
  // Dates go first only where this fills the answers better: each further first day needs its own request.
  const other = cutBy(byDates, byProfiles, byMetrics);
  return other.length * worthwhile < first.length ? other : first;
}

const worthwhile = 1.05;

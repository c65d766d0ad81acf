/**
 * Cuts the profiles, metrics and days of one part of a plan into requests, by the limits and the ceilings. Pure.
 * All requests are by profile and day, so that no number of an answer needs both sides of a cut between metrics, profiles
 * or days.
 */
import type { MetricsRequest } from "../../../suite/api/metrics-answer.ts";
import { chunks } from "../../../numbers/cells/group-by.ts";
import { isBreakdown } from "../../../catalog/dimensions.ts";
import { ourLimits, type RequestLimits } from "../../../catalog/limits.ts";
import type { CachedAnswers } from "../../../suite/connection/answers/cached-answers.ts";
import { shapeOf, sizeOf, type Ceilings } from "../../../suite/connection/request-size.ts";
import { daysBetween, later } from "../../../base/time/days.ts";
import { piecesOf, windowsOf } from "../../../base/time/grains.ts";
import { profilesFor, type Question } from "../question/question.ts";
import { stepOf, type RequestStep } from "./steps.ts";

/** The facts that a plan is based on, besides the question. */
export interface Facts {
  readonly limits: RequestLimits;
  readonly ceilings: Ceilings;
  readonly cached: CachedAnswers;
}

/** @param question its dimensions are those of the requests. */
export function requestsFor(question: Question, facts: Facts): RequestStep[] {
  const { version, network, dimensions } = question;
  const { limits } = facts;
  const { start, end, cutFrom = start } = question;
  const windows = windowsOf({ start: cutFrom, end }, limits.months)
    .filter((window) => window.end >= start)
    .map((window) => ({ ...window, start: later(window.start, start) }));
  const ids = profilesFor(question).map(({ id }) => id);
  const names = question.metrics.map(({ name }) => name);
  const shape = shapeOf({ version, network, dimensions });
  const areRowsUnknown = dimensions.some(isBreakdown) && !facts.ceilings.areRowsKnown(shape);
  const few = areRowsUnknown
    ? ids.slice(0, Math.min(ourLimits.profilesForRows, limits.profiles))
    : [];
  return [few, ...chunks(ids.slice(few.length), limits.profiles)].flatMap((chunk) => {
    const profiles = chunk.filter((id) => !question.excluded.has(id));
    if (profiles.length === 0) return [];
    return windows.flatMap((window) =>
      chunks(names, limits.metrics).flatMap((metrics) =>
        piecesWithin({ version, network, ...window, profiles, metrics, dimensions }, facts),
      ),
    );
  });
}

/** The request, or the pieces of it that the API is expected to answer. */
export function piecesWithin(request: MetricsRequest, facts: Facts): RequestStep[] {
  const { ceilings } = facts;
  const shape = shapeOf(request);
  const most = ceilings.sizeToTry(shape, ceilings.size(request));
  return fit(request, most, ceilings.rows(shape)).map((piece) => stepOf(piece, facts));
}

/** Cuts a request along one axis into pieces of about a share of it; one piece where the axis cannot be cut. */
type Cut = (request: MetricsRequest, share: number) => MetricsRequest[];

const byProfiles: Cut = (request, share) => {
  const size = Math.floor(request.profiles.length * share);
  return chunks(request.profiles, size).map((profiles) => ({ ...request, profiles }));
};

const byDays = (request: MetricsRequest, days: number): MetricsRequest[] =>
  piecesOf(request, days).map((piece) => ({ ...request, ...piece }));

const byDates: Cut = (request, share) =>
  byDays(request, Math.floor(daysBetween(request.start, request.end) * share));

const byWindows =
  (count: number): Cut =>
  (request) =>
    byDays(request, Math.ceil(daysBetween(request.start, request.end) / count));

const byMetrics: Cut = (request, share) => {
  const size = Math.floor(request.metrics.length * share);
  return chunks(request.metrics, size).map((metrics) => ({ ...request, metrics }));
};

/**
 * Pieces of at most `most` numbers, as few as safe cuts allow. A piece that cannot be cut stays larger.
 * @param rows of a breakdown.
 */
export function fit(request: MetricsRequest, most: number, rows: number): MetricsRequest[] {
  if (sizeOf(request, rows) <= most) return [request];
  const cutBy = (...cuts: readonly Cut[]): MetricsRequest[] =>
    cuts.reduce(
      (pieces, cut) =>
        pieces.flatMap((piece) => {
          const size = sizeOf(piece, rows);
          return size <= most ? [piece] : cut(piece, most / size);
        }),
      [request],
    );
  const ways = [
    ...windowCounts.map((count) => cutBy(byWindows(count), byProfiles, byDates, byMetrics)),
    cutBy(byDates, byProfiles, byMetrics),
  ];
  return ways.reduce((best, way) => (way.length * worthwhile < best.length ? way : best));
}

/** Few windows are preferred: each further first day can be before the history. More fill the answers better. */
const windowCounts = [1, 2, 3, 4, 6, 8, 12];
const worthwhile = 1.05;

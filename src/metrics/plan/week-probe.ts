/** Requests that show on which weekday the API's weeks begin. */
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { CachedAnswers } from "../../connection/cached-answers.ts";
import { upstreamError, type ToolError } from "../../errors/tool-error.ts";
import { addDays, weekday } from "../../time/days.ts";
import { monday, type Weekday } from "../../time/grains.ts";
import { sampleOf, type Question } from "../question/question.ts";
import { stepOf, type WeekProbe } from "./steps.ts";

/** Weekdays on which weeks begin, the most common first. */
export const likelyWeekStarts: readonly Weekday[] = [1, 0, 6, 5, 4, 3, 2];

/**
 * Two neighbouring days, the second on the weekday: two rows show that weeks begin on it, one row that they do not.
 * They are the last such days of the range: an account has a history of the latest days.
 */
export const weekProbeOf = (
  question: Question,
  cached: CachedAnswers,
  weekStart: Weekday = monday,
): WeekProbe => ({
  weekday: weekStart,
  step: stepOf(weekProbeRequest(question, weekStart), cached),
});

export function weekProbeRequest(question: Question, weekStart: Weekday): MetricsRequest {
  const end = addDays(question.end, -((weekday(question.end) - weekStart + 7) % 7));
  const { version, network, profiles, metrics } = sampleOf(question);
  return {
    version,
    network,
    start: addDays(end, -1),
    end,
    profiles: profiles.map(({ id }) => id),
    metrics: metrics.map(({ name }) => name),
    dimensions: ["date.week"],
  };
}

/** The probe of the next weekday. @throws ToolError `upstream_failed` where no weekday is left. */
export function nextProbe(
  { weekday: last }: WeekProbe,
  question: Question,
  cached: CachedAnswers,
): WeekProbe {
  const next = likelyWeekStarts[likelyWeekStarts.indexOf(last) + 1];
  if (next !== undefined) return weekProbeOf(question, cached, next);
  throw noWeekStartError();
}

export const noWeekStartError = (): ToolError =>
  upstreamError(
    "no weekday begins the API's weeks, so weeks cannot be cut or folded",
    "Ask by date.day instead.",
  );

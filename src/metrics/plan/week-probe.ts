/**
 * Requests that show on which weekday the API's weeks begin: one where it is Monday, one more for each other weekday
 * tried.
 */
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import { upstreamError, type ToolError } from "../../errors/tool-error.ts";
import { addDays, weekday } from "../../time/days.ts";
import type { Weekday } from "../../time/grains.ts";
import { sampleOf, type Question } from "../question/question.ts";
import type { Facts } from "./requests.ts";
import { stepOf, type WeekProbe } from "./steps.ts";

/** Weekdays on which weeks begin, the most common first. */
export const likelyWeekStarts: readonly Weekday[] = [1, 0, 6, 5, 4, 3, 2];

/** One profile and one metric, and the last day of the range. */
export type Sample = Omit<MetricsRequest, "start" | "dimensions">;

/** The probe of the likeliest weekday. @throws ToolError `upstream_failed` where no weekday is left. */
export function weekProbeOf(question: Question, { cached, noWeekStarts }: Facts): WeekProbe {
  const likeliest = likelyWeekStarts.find((one) => noWeekStarts?.has(one) !== true);
  if (likeliest === undefined) throw noWeekStartError();
  const { version, network, end, profiles, metrics } = sampleOf(question);
  const names = metrics.map(({ name }) => name);
  const sample = { version, network, end, profiles: profiles.map(({ id }) => id), metrics: names };
  return { ...stepOf(weekProbeRequest(sample, likeliest), cached), weekday: likeliest };
}

/**
 * Two neighbouring days, the second on the weekday: two rows show that weeks begin on it, one row that they do not.
 * They are the last such days of the range: an account has a history of the latest days.
 */
export function weekProbeRequest(sample: Sample, weekStart: Weekday): MetricsRequest {
  const end = addDays(sample.end, -((weekday(sample.end) - weekStart + 7) % 7));
  return { ...sample, start: addDays(end, -1), end, dimensions: ["date.week"] };
}

export const noWeekStartError = (): ToolError =>
  upstreamError(
    "no weekday begins the API's weeks, so weeks cannot be cut or folded",
    "Ask by date.day instead.",
  );

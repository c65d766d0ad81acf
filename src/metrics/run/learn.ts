/** Learns from the end of a request: its answer, or the size that the API rejected. */
import { isTooLarge, type ApiError } from "../../api/envelope.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { RequestLimits } from "../../catalog/limits.ts";
import type { DatedAnswer } from "../../connection/metrics-answers.ts";
import { internalError } from "../../errors/tool-error.ts";
import { addMonths } from "../../time/days.ts";
import type { RequestStep } from "../plan/steps.ts";
import type { RunServices } from "./types.ts";

/** The end of one request. */
export type Ended = { readonly step: RequestStep } & (
  | { readonly answer: DatedAnswer }
  | { readonly error: unknown }
);

/** Returns true for a request that the API rejected as too large. */
export function learn(ended: Ended, { answers, learned, facts }: RunServices): boolean {
  const { step } = ended;
  if ("answer" in ended) {
    answers.set(step.key, ended.answer);
    learned.learnPassed(step);
    learned.learnAnswered(step.request.start);
    const weeks = ended.answer.axes.find(({ type }) => type === "date.week");
    if (weeks !== undefined) learned.learnWeekNames(step.request, weeks.rows);
    return false;
  }
  if (!isTooLarge(ended.error)) return false;
  checkLimits(step.request, facts().limits, ended.error);
  learned.learnRefused(step);
  return true;
}

/** @throws ToolError `internal_error` for a request beyond a documented limit: it is not cut but reported (spec, Errors, code 4). */
export function checkLimits(request: MetricsRequest, limits: RequestLimits, cause: ApiError): void {
  const isWithin =
    request.profiles.length <= limits.profiles &&
    request.metrics.length <= limits.metrics &&
    request.end < addMonths(request.start, limits.months);
  if (isWithin) return;
  throw internalError(
    `this server sent a request beyond the API's documented limits (${cause.problem})`,
    cause,
  );
}

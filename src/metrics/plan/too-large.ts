/** Answers too large for the API: which refusals mean that, and which mean a mistake of ours. */
import { ApiError } from "../../api/envelope.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import { addMonths } from "../../time/days.ts";
import { ToolError } from "../../errors/tool-error.ts";
import type { RequestLimits } from "../../catalog/limits.ts";

/** The API refused a request as too large, or is known to; the cause is its refusal. */
export class TooLarge extends Error {
  constructor(options?: ErrorOptions) {
    super("too large", options);
  }
}

/** Only where every error of the answer says so. */
export const isTooLarge = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.errors.length > 0 &&
  error.errors.every(({ code }) => code === 4);

/** A request beyond a documented limit is our own mistake: it is reported, not cut. */
export function checkLimits(request: MetricsRequest, limits: RequestLimits, cause: ApiError): void {
  const within =
    request.profiles.length <= limits.profiles &&
    request.metrics.length <= limits.metrics &&
    request.end < addMonths(request.start, limits.months);
  if (within) return;
  throw new ToolError(
    "limit_exceeded",
    `this server sent a request beyond the API's documented limits, which is a defect (${cause.problem})`,
    "Tell the user to report it.",
    { cause },
  );
}

/** Code 4 (spec, Errors) for a request of ours beyond a documented limit. */
import type { ApiError } from "../../api/envelope.ts";
import type { MetricsRequest } from "../../api/metrics-answer.ts";
import type { RequestLimits } from "../../catalog/limits.ts";
import { internalError } from "../../errors/tool-error.ts";
import { addMonths } from "../../time/days.ts";

/** @throws ToolError `internal_error` for a request beyond a documented limit: it is not cut but reported. */
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

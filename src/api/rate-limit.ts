/** The rate limit headers of an answer (spec, Rate limit headers). */
import { quotas } from "../catalog/limits.ts";
import type { IncomingMessage } from "./transport.ts";

export interface RateLimit {
  /** The lowest number of requests in a window that applies; undefined if no header names it. */
  readonly limit: number | undefined;
  /** Requests left in the current window. */
  readonly remaining: number | undefined;
  /** Seconds until the current window ends, at most the longest window. */
  readonly resetSeconds: number | undefined;
  /** The longest window that the headers name, else that of the specification. */
  readonly windowSeconds: number;
}

/** A longer window is a mistake of the API: no wait of a day helps a caller. */
const longestWindow = 24 * 60 * 60;

type Headers = IncomingMessage["headers"];

export function rateLimitOf(headers: Headers): RateLimit {
  const [limit, ...entries] = String(headers["x-ratelimit-limit"] ?? "").split(",");
  const windows = entries.flatMap((entry) => countOf(/;\s*window=(\d+)/.exec(entry)?.[1]) ?? []);
  const longest = windows.length === 0 ? quotas.windowSeconds : Math.max(...windows);
  const windowSeconds = Math.min(longest, longestWindow);
  const reset = countOf(headers["x-ratelimit-reset"]);
  return {
    limit: countOf(limit) || undefined,
    remaining: countOf(headers["x-ratelimit-remaining"]),
    resetSeconds: reset === undefined ? undefined : Math.min(reset, windowSeconds),
    windowSeconds,
  };
}

/** Returns `Retry-After` in seconds, at most the longest window. A date is compared with the API's own clock. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = String(headers["retry-after"] ?? "");
  const seconds = countOf(text) ?? (Date.parse(text) - Date.parse(String(headers["date"]))) / 1000;
  return seconds >= 0 ? Math.min(seconds, rateLimitOf(headers).windowSeconds) : undefined;
}

function countOf(value: string | string[] | undefined): number | undefined {
  const text = String(value ?? "").trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

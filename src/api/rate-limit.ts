/** The rate limit headers of an answer (spec, Rate limit headers), and the wait that it asks for. */
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
  const windows = entries.flatMap((entry) => numbersIn(/;\s*window=(\d+)/.exec(entry)?.[1]));
  const longest = windows.length === 0 ? quotas.windowSeconds : Math.max(...windows);
  const windowSeconds = Math.min(longest, longestWindow);
  const resets = numbersIn(headers["x-ratelimit-reset"]);
  const remaining = numbersIn(headers["x-ratelimit-remaining"]);
  return {
    limit: numbersIn(limit)[0] || undefined,
    remaining: remaining.length === 0 ? undefined : Math.floor(Math.min(...remaining)),
    resetSeconds: longestOf(resets, windowSeconds),
    windowSeconds,
  };
}

/**
 * Returns the wait of `Retry-After` in whole seconds, at most the longest window; 0 for a time that has passed, the
 * longest of several, undefined if there is none that can be read.
 * @param now this machine's time in milliseconds since 1970, for a date in an answer that does not name its own.
 */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const sent = timesIn(headers["date"])[0] ?? now;
  const header = headers["retry-after"];
  const waits = timesIn(header).map((time) => Math.max(0, time - sent) / 1000);
  return longestOf([...numbersIn(header), ...waits], rateLimitOf(headers).windowSeconds);
}

const longestOf = (seconds: readonly number[], most: number): number | undefined =>
  seconds.length === 0 ? undefined : Math.min(Math.ceil(Math.max(...seconds)), most);

/** The entries of a header, which may be there several times. The comma after a weekday divides nothing. */
const entriesIn = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((text) => text.split(/,(?!\s*\d{1,2}[ -][A-Za-z])/))
    .map((text) => text.trim());

/** The entries that are numbers without a sign. */
const numbersIn = (header: string | string[] | undefined): number[] =>
  entriesIn(header)
    .filter((text) => /^\d{1,15}(\.\d+)?$/.test(text))
    .map(Number);

/** The three forms of RFC 9110, section 5.6.7, and ISO 8601. `Date.parse` alone would read "-5" as a year. */
const dateForms = /^([A-Za-z]{3,9},? [\d A-Za-z:-]+|\d{4}-\d\d-\d\dT[\d:.]+Z?)$/;

/** The entries that are dates, in milliseconds since 1970. A date without a zone is in UTC. */
const timesIn = (header: string | string[] | undefined): number[] =>
  entriesIn(header)
    .filter((text) => dateForms.test(text))
    .flatMap((text) => {
      const time = Date.parse(
        /(GMT|UTC|Z)$/.test(text)
          ? text
          : `${text}${text.includes("T") && /^\d/.test(text) ? "Z" : " GMT"}`,
      );
      return Number.isNaN(time) ? [] : [time];
    });

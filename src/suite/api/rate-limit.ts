/** The rate limit headers of an answer (spec, Rate limit headers), and the wait that it asks for. */
import { quotas } from "../../catalog/limits.ts";
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

/** @param now this machine's time in milliseconds since 1970, for a date in an answer that does not name its own. */
export function rateLimitOf(headers: Headers, now = Date.now()): RateLimit {
  const [limit, ...entries] = String(headers["x-ratelimit-limit"] ?? "").split(",");
  const windows = entries.flatMap((entry) => numbersIn(/;\s*window=(\d+)/.exec(entry)?.[1]));
  const longest = windows.length === 0 ? quotas.windowSeconds : Math.max(...windows);
  const windowSeconds = Math.min(longest, longestWindow);
  const remaining = numbersIn(headers["x-ratelimit-remaining"]);
  const reset = longestWait("x-ratelimit-reset", headers, now);
  return {
    limit: numbersIn(limit)[0] || undefined,
    remaining: remaining.length === 0 ? undefined : Math.floor(Math.min(...remaining)),
    resetSeconds: reset === undefined ? undefined : Math.min(reset, windowSeconds),
    windowSeconds,
  };
}

/** Returns `Retry-After` in seconds, at most the longest window. @param now as of {@link rateLimitOf}. */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const wait = longestWait("retry-after", headers, now);
  return wait === undefined ? undefined : Math.min(wait, rateLimitOf(headers).windowSeconds);
}

/** In whole seconds: 0 for a time that has passed, the longest of several, undefined if none can be read. */
function longestWait(name: string, headers: Headers, now: number): number | undefined {
  const sent = timesIn(headers["date"])[0] ?? now;
  const numbers = numbersIn(headers[name]);
  const times = [...timesIn(headers[name]), ...numbers.filter(isTime).map(millisecondsOf)];
  const waits = times.map((time) => Math.max(0, time - sent) / 1000);
  const seconds = [...numbers.filter((number) => !isTime(number)), ...waits];
  return seconds.length === 0 ? undefined : Math.ceil(Math.max(...seconds));
}

/** Some servers name a time since 1970, in seconds or in milliseconds: as a wait it would be decades. */
const isTime = (number: number): boolean => number > 1e9;
const millisecondsOf = (time: number): number => (time > 1e12 ? time : time * 1000);

/** The entries of a header, which can be there several times. The comma after a weekday divides nothing. */
const entriesIn = (header: string | string[] | undefined): string[] =>
  String(header ?? "")
    .split(/,(?!\s*\d{1,2}[ -][A-Za-z])/)
    .map((text) => text.trim());

/** The entries that are numbers without a sign. */
const numbersIn = (header: string | string[] | undefined): number[] =>
  entriesIn(header)
    .filter((text) => /^\d{1,15}(\.\d+)?$/.test(text))
    .map(Number);

const zone = String.raw`(?:Z| ?(?:GMT|UTC|[+-]\d{2}:?\d{2}))`;
/** The three forms of RFC 9110, section 5.6.7, and ISO 8601. `Date.parse` alone would read "-5" as a year. */
const dateForm = new RegExp(
  String.raw`^(?:[A-Za-z]{3,9},? [\d A-Za-z:-]+?|\d{4}-\d\d-\d\dT[\d:.]+)(${zone})?$`,
);

/** The entries that are dates, in milliseconds since 1970. A date without a zone is in UTC. */
const timesIn = (header: string | string[] | undefined): number[] =>
  entriesIn(header).flatMap((text) => {
    const form = dateForm.exec(text);
    const time = form === null ? Number.NaN : Date.parse(form[1] ? text : `${text}Z`);
    return Number.isNaN(time) ? [] : [time];
  });

/** A structured log for operators: one line of JSON per event. */
import { ourLimits } from "../../catalog/limits.ts";
import { plainText } from "../text/sanitize.ts";

/** Log levels, from the least to the most detailed. Each level includes the levels before it. */
export const levels = ["error", "warn", "info", "debug"] as const;
export type Level = (typeof levels)[number];

interface Call {
  readonly tool: string;
  /** Revision of the protocol. */
  readonly revision: string;
}

interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

interface Problem {
  readonly problem: string;
}

/** The level of an event. The fields are its type. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- No value of the fields exists here.
const at = <Fields extends object>(level: Level): { readonly level: Level; fields?: Fields } => ({
  level,
});

const events = {
  /** A server has started. The settings are the flags of its command line, without secrets. */
  started: at<{
    readonly version: string;
    readonly transport: string;
    readonly settings: string;
    readonly usesRedis: boolean;
  }>("info"),
  stopped: at<object>("info"),
  /** An HTTP request, with the path that it names. */
  "http answered": at<HttpRequest>("debug"),
  /** One with a status from 400 on. */
  "http refused": at<
    HttpRequest & {
      readonly reason: string;
      readonly address?: string;
      readonly forwardedFor?: string;
      readonly host?: string | undefined;
      readonly origin?: string | undefined;
      /** The claim of a person who has no login here, as `caller map` takes it. */
      readonly subject?: string;
    }
  >("warn"),
  /** With the trace context of the client (W3C). */
  "call begun": at<Call & { readonly traceparent?: string; readonly tracestate?: string }>("info"),
  /** `outcome` is `answered`, `cancelled` where the client disconnected or cancelled, or the code of the tool error, with its problem. */
  "call ended": at<
    Call & Partial<Problem> & { readonly outcome: string; readonly milliseconds: number }
  >("info"),
  /** The API rejected the login of a call, or no login is stored. */
  "login rejected": at<Problem & { readonly code: string }>("error"),
  /** Only for the file of `--audit`: the log contains neither arguments nor replies. */
  audited: at<{
    readonly tool: string;
    readonly arguments: unknown;
    readonly outcome: string;
    readonly result: string | null;
    readonly requests: number;
    readonly summary: string | null;
  }>("debug"),
  "audit not written": at<Problem>("error"),
  request: at<{
    readonly credential: string;
    readonly method: string;
    readonly path: string;
    readonly status: number | "none";
    readonly milliseconds: number;
  }>("info"),
  quota: at<{
    readonly credential: string;
    readonly left: number;
    /** The call was answered without a request. */
    readonly isCached: boolean;
  }>("debug"),
  "gate closed": at<{
    /** A hash that tells credentials apart, as in `request` and `quota`. */
    readonly credential: string;
    readonly code: string;
    readonly until: string;
  }>("warn"),
  "tried again": at<Problem & { readonly code: string; readonly tried: number }>("warn"),
  /** Of the API; the first of its kind in this process. */
  "surprising answer": at<Problem & { readonly surprise: string }>("warn"),
  /** A metric that the API has rejected alone. It is left out for a day. */
  "metric not accepted": at<{ readonly network: string; readonly metric: string }>("warn"),
  /** Values of the cache that the API has replaced by others, and the first and last of their days. */
  "values restated": at<{
    readonly network: string;
    readonly values: number;
    readonly first: string;
    readonly last: string;
  }>("info"),
  "catalogue read again": at<{ readonly file: string }>("info"),
  "catalogue not usable": at<Problem>("error"),
  "no login for a caller": at<Problem & { readonly code: string }>("error"),
  "state folder is not safe": at<Problem>("warn"),
  "save folder is not usable": at<Problem>("warn"),
  "identity provider": at<Problem>("error"),
  protocol: at<Problem>("error"),
  defect: at<Problem>("error"),
  "not shared with other processes": at<Problem>("warn"),
  "folder was removed, and is made again": at<{ readonly folder: string }>("warn"),
  "Redis is away": at<Problem>("error"),
  /** Another program has written it with another type. */
  "key of Redis removed": at<{ readonly key: string }>("warn"),
  "Redis is back": at<object>("info"),
  "request aborted": at<object>("debug"),
};

export type EventName = keyof typeof events;

/** Where an event belongs. */
export interface LogContext {
  /** The id of the call, which an answer over HTTP has as `x-request-id`. */
  readonly call?: string | undefined;
  /** The name of the caller; a hash if it is the name of a person. */
  readonly caller?: string | undefined;
  readonly account?: string | undefined;
  readonly node?: string | undefined;
  /** The id of the client's trace (W3C). */
  readonly trace?: string | undefined;
}

/** An event with its fields and its context. */
export type LogEntry<Name extends EventName> = NonNullable<(typeof events)[Name]["fields"]> &
  LogContext & { readonly event: Name };

export type Log = <Name extends EventName>(entry: LogEntry<Name>) => void;

export const noLog: Log = () => {};

/** Tokens of callers, which are stored as hashes, and those of identity providers. */
const tokens = /\bsam_[\w-]{20,}|\beyJ[\w-]*\.[\w-]+\.[\w-]*/g;
export const withoutTokens = (text: string): string => text.replaceAll(tokens, "[redacted]");

/** @param write receives each line without its line break. @param most is the most detailed level written. */
export function logTo(write: (line: string) => void, most: Level, now: () => number): Log {
  return ({ event, ...fields }) => {
    const { level } = events[event];
    if (levels.indexOf(level) > levels.indexOf(most)) return;
    const inert = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? plainText(withoutTokens(value), ourLimits.textLength) : value,
    ]);
    const time = new Date(now()).toISOString();
    write(JSON.stringify({ time, level, event, ...Object.fromEntries(inert) }));
  };
}

/** Adds a context to each line. */
export function logWith(log: Log, context: LogContext): Log {
  if (log === noLog) return log;
  return (entry) => log({ ...context, ...entry });
}

/** The header by which the HTTP server names a call. */
export const callIdHeader = "x-request-id";

export const newCallId = (): string => crypto.randomUUID().slice(0, 8);

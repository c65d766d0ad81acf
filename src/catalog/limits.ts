/** Limits and quotas of the API (spec, Limits), and our own. */
import type { ApiVersion } from "./networks.ts";

/** What one metrics request may ask for at most. */
export interface RequestLimits {
  readonly profiles: number;
  readonly metrics: number;
  readonly months: number;
}

export const requestLimits: Record<ApiVersion, RequestLimits> = {
  2: { profiles: 25, metrics: 25, months: 3 },
  3: { profiles: 100, metrics: 25, months: 12 },
};

/** Posts per page: the most, and what the API takes where none is named. */
export const postsPerPage: Record<ApiVersion, { readonly most: number; readonly default: number }> =
  { 2: { most: 500, default: 10 }, 3: { most: 100, default: 100 } };

export const quotas = { account: 1000, user: 500, windowSeconds: 3600 } as const;

const MiB = 1024 * 1024;

export const ourLimits = {
  /** Requests of one call that are under way at once. */
  concurrency: 8,
  /** A request of more numbers, of a size not yet known to pass, goes alone first. */
  sureNumbers: 10_000,
  /** How many rows a breakdown or the labels are taken to have: only an answer shows. */
  assumedRows: 100,
  /** What failed by accident is tried again so often, after pauses that double. */
  retries: 2,
  retryMilliseconds: 200,
  /** Hosts cut a call at about a minute. */
  deadlineSeconds: 50,
  answerBytes: 256 * MiB,
  keptResultBytes: 256 * MiB,
  keptRequestBytes: 64 * MiB,
  keptRequestSeconds: 15 * 60,
  /** Of requests whose days ended so many days before that they change no more. */
  settledRequestSeconds: 30 * 24 * 60 * 60,
  settledAfterDays: 3,
  cacheBytes: 512 * MiB,
  /** What was learnt of an account is believed for so long. */
  learntDays: 30,
  learntBytes: 8 * MiB,
  /** Pieces of one result that are remembered as they were shown. */
  keptPieces: 20,
  /** Characters of a question for a piece; longer ones list thousands of profiles, and are not remembered. */
  keptPieceName: 10_000,
  listSeconds: 10 * 60,
  /** Lists of one kind, or pages of posts, that are remembered at once. */
  keptLists: 100,
  /** A client's stdio buffer ends at 10 MiB; a larger CSV travels in parts. */
  csvPartBytes: 8 * MiB,
  maxRequests: 50,
  maxAnswerTokens: 6000,
  profilesPerQuery: 10_000,
  /** Characters of names, words and quoted errors. */
  textLength: 200,
  /** Characters of a post's text, as it is kept. */
  postTextLength: 10_000,
  structuredCells: 50_000,
  postsPerAnswer: 5000,
  keptPageBytes: 64 * MiB,
} as const;

/** What the HTTP server takes. */
export const httpLimits = {
  bodyBytes: 4 * MiB,
  /** Calls of one caller that run at once, and that wait for their turn. */
  callsAtOnce: 8,
  callsWaiting: 100,
  sessionsPerCaller: 50,
  sessionIdleSeconds: 30 * 60,
  /** After it, what is kept for a caller goes: results, caches, the count of the hour's requests. */
  callerIdleSeconds: quotas.windowSeconds,
  /** How often what is idle is looked for. */
  sweepSeconds: 60,
  /** A request has to arrive within. */
  headersSeconds: 10,
  requestSeconds: 30,
  /** How often that is looked at. */
  checkSeconds: 2,
  /** Messages in one body, and exchanges of one caller under way. */
  batch: 10,
  exchanges: 120,
  /** Characters of a request's id. */
  idLength: 200,
  /** What is kept of one caller's results, where there are many callers. */
  keptResultBytes: 64 * MiB,
  /** What is under way may take so long to finish when the server is told to stop. */
  stopSeconds: 7,
} as const;

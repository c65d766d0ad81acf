/** Limits and quotas of the API (spec, Limits), and the numbers of this server: times, sizes, retries, rows. */
import type { ApiVersion } from "./networks.ts";

/** Maximum size of one metrics request. */
export interface RequestLimits {
  readonly profiles: number;
  readonly metrics: number;
  readonly months: number;
}

export const requestLimits: Record<ApiVersion, RequestLimits> = {
  2: { profiles: 25, metrics: 25, months: 3 },
  3: { profiles: 100, metrics: 25, months: 12 },
};

/** Posts per page: the maximum, and the API's default. */
export const postsPerPage: Record<ApiVersion, { readonly most: number; readonly default: number }> =
  { 2: { most: 500, default: 10 }, 3: { most: 100, default: 100 } };

export const quotas = { account: 1000, user: 500, windowSeconds: 3600 } as const;

const MiB = 1024 * 1024;

/** Each section names who acts on its limits. */
export const ourLimits = {
  // Requests of a question: src/questions/metrics/plan, src/questions/metrics/question, src/questions/metrics/run, src/suite/connection/request-size.ts.
  /** Maximum number of concurrent requests of one call. */
  concurrency: 8,
  /** A request for more numbers than this is sent alone first, until the API has accepted its size. */
  safeNumbers: 10_000,
  /** Both ranges of a comparison are fetched as one if that is at most this many numbers. */
  freeNumbers: 100_000,
  /** Assumed rows of a breakdown or of the labels. Only an answer shows the real number. */
  assumedRows: 100,
  /** Profiles of the first request of a breakdown, which shows how many rows it has. */
  profilesForRows: 10,
  maxRequests: 50,
  /** Days of evidence before a range, the most that take no request more; and after one that is over, at most. */
  leadInDays: [28, 14, 7, 0],
  daysAfter: 8,
  // Numbers: src/numbers/meaning, src/numbers/table.
  /** A level is carried from the last day with a value for at most this many days. */
  carriedDays: 28,
  /** The days of a moving mean, and those that need a value. */
  window: { days: 7, least: 5 },
  /** Maximum numbers of a result by profile and day with its ratios: 128 MiB. */
  resultNumbers: 16 * MiB,
  // An exchange with the API: src/suite/api, src/suite/quota/retry.ts, src/command/compose/connection.ts, src/command/compose/services.ts.
  /** Maximum number of retries after a transient failure. The pause doubles each time. */
  retries: 2,
  retryMilliseconds: 200,
  /** The time limit of the request that checks credentials. */
  proofSeconds: 30,
  /** A server waits this long for the list of labels that limit its pages before it starts. */
  labelsSeconds: 10,
  /** Maximum size of an answer of the API: several times the largest that it can give. */
  answerBytes: 64 * MiB,
  answerJson: { values: 2_000_000, members: 200_000, depth: 64 },
  // A call: src/command/terminal/shared-flags.ts, which has them as flags.
  /** Hosts cancel a call after about a minute. */
  deadlineSeconds: 50,
  /** Memory of the process for results, caches, answers that are being read, and what calls make of results. */
  memoryMebibytes: 512,
  maxAnswerTokens: 6000,
  settledAfterDays: 7,
  // Caches and their ages: src/suite/connection, src/base/files, src/command/compose, src/questions/metrics/call.ts, src/answers/replies/age.ts.
  cachedAnswerSeconds: 15 * 60,
  /** Cache duration of answers whose last day ended more than `settledAfterDays` days ago. */
  settledAnswerSeconds: 30 * 24 * 60 * 60,
  /** Gaps of settled days are fetched again: recent ones after a day, older ones after a week, none after `oldest` days. */
  gapDays: { recent: 14, oldest: 35 },
  gapSeconds: { recent: 24 * 60 * 60, older: 7 * 24 * 60 * 60 },
  /** Values that can still change are dated from this age on. */
  datedAfterSeconds: 60 * 60,
  cacheBytes: 512 * MiB,
  /** Maximum size of one entry of the cache. */
  cachedEntryBytes: 128 * MiB,
  /** Learned ceilings of an account expire after this time. */
  learnedDays: 30,
  learnedBytes: 8 * MiB,
  /** A field that no post showed is looked for again after this time. */
  absentFieldSeconds: 24 * 60 * 60,
  listSeconds: 10 * 60,
  /** The part of the memory that the index of cached answers takes. Above it, the oldest answers are forgotten. */
  indexShare: 1 / 8,
  // Arguments: src/server/mcp/inputs.ts.
  /** Of the lists of a call: metrics, conditions, and the characters of an entry. */
  metricsPerCall: 100,
  conditions: 20,
  profilesPerQuery: 10_000,
  // Replies and results: src/answers/replies, src/server/mcp/structured.ts.
  /** Rows that a reply shows: of a ranked table; tables that are shown whole, and those whose rows the question names. */
  shownRows: { ranked: 25, short: 30, named: 60 },
  /** Maximum size of one result. */
  storedResultBytes: 256 * MiB,
  /** Characters of the arguments in the id of a piece; of the id with them; and its parts, such as a network. */
  pieceNameLength: 1500,
  resultIdLength: 2000,
  resultIdParts: 4,
  /** A larger CSV is sent in parts, because the stdio buffer of a client holds 10 MiB. */
  csvPartBytes: 8 * MiB,
  structuredCells: 50_000,
  /** Maximum characters of names, words and quoted errors. */
  textLength: 200,
  /** Maximum characters of a stored post text. */
  postTextLength: 10_000,
  // Reports: src/writing/documents.
  /** Of the text of a report: its size, its references, charts and rows of a table, and the characters that they make. */
  reportTextBytes: 64 * 1024,
  reportReferences: 2000,
  reportCharts: 100,
  reportRows: 2000,
  reportCharacters: 2_000_000,
  // Posts: src/questions/posts.
  postsPerAnswer: 25_000,
  /** Of posts in groups: tables of one call, parts of a combination, memberships of posts in groups, and their numbers. */
  groupings: 5,
  groupParts: 3,
  groupMembers: 200_000,
  groupedNumbers: 2_000_000,
  // Files: src/answers/exports.
  /** Of a saved file: the length of its name without the extension, in UTF-16 and in UTF-8, and its size. */
  fileNameLength: 80,
  fileNameBytes: 200,
  savedFileBytes: 100 * MiB,
  /** How long a link to a file works, over HTTP. */
  fileLinkSeconds: 10 * 60,
  /** The size of all files of a caller whose links work. */
  linkedBytes: 64 * MiB,
} as const;

/** Limits of the server over stdio. */
export const stdioLimits = {
  messageBytes: 10 * MiB,
} as const;

/** Limits of the HTTP server. */
export const httpLimits = {
  bodyBytes: MiB,
  /** The largest list of profiles has 10,000 ids. */
  bodyJson: { values: 30_000, members: 5000, depth: 64 },
  /** Calls of one caller: concurrent, and queued. */
  callsAtOnce: 8,
  callsWaiting: 100,
  sessionsPerCaller: 50,
  sessionIdleSeconds: 30 * 60,
  /** The results, caches and request counts of a caller are deleted after this idle time. */
  callerIdleSeconds: quotas.windowSeconds,
  /** Time for which a replaced token remains valid. */
  replacedTokenMinutes: 10,
  /** Interval of the search for idle callers and sessions. */
  sweepSeconds: 60,
  /** Maximum time in which the headers, and the whole request, must arrive. */
  headersSeconds: 10,
  requestSeconds: 30,
  /** Files behind links that are sent at a time. */
  filesAtOnce: { ofServer: 16, ofCaller: 8, ofLink: 4 },
  /** Minimum speed of their readers, and the time over which it is measured. */
  slowestReader: { bytesPerSecond: 64 * 1024, seconds: 30 },
  /** Interval in which these times are checked. */
  checkSeconds: 2,
  /** Idle time of a connection; longer than that of load balancers, which would send calls on closing connections. */
  keepAliveSeconds: 75,
  /** Maximum messages in one body, and open exchanges of one caller. */
  batch: 10,
  exchanges: 120,
  /** Resources of one caller that are being sent: others wait. */
  readsAtOnce: 2,
  /** Maximum characters of a request id. */
  idLength: 200,
  /** Time that open exchanges have to finish when the server stops. */
  stopSeconds: 7,
} as const;

/** An identity provider whose tokens this server accepts. */
export const identityLimits = {
  /** Time after which its keys are fetched again. */
  keysSeconds: 10 * 60,
  /** Least time between two fetches for keys that are unknown, and after a failure. */
  pauseSeconds: 30,
  timeoutSeconds: 5,
  /** Of the metadata, and of the key set. */
  answerBytes: MiB,
  /** Difference between its clock and ours. */
  clockSkewSeconds: 5,
} as const;

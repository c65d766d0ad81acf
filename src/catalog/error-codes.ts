/** Codes of tool errors with their advice, and the mapping of the API's error codes to them (spec, Errors). */

/** Every code of a tool error, with its default advice; a text is advice for every reader. */
export const toolErrors = {
  invalid_input: "Correct the arguments and call again.",
  limit_exceeded: "Ask for fewer profiles, metrics or days in one call.",
  profiles_not_allowed:
    "Use ids or exact names from list_profiles; without skip_unavailable false, these profiles are omitted.",
  before_history_limit:
    "Choose a later date_start: the account's plan does not include older data.",
  insights_not_enabled:
    "Choose profiles with insights enabled (see list_profiles); without skip_unavailable false, the others are omitted.",
  unknown_labels: "Use label ids from the account's label lists.",
  account_quota_exhausted:
    "Wait until the hour has passed. All users of the account share this quota.",
  user_quota_exhausted: "Wait until the hour has passed, then try again.",
  not_in_community: "Choose content that is in the community module.",
  listening_queries_not_allowed: "Ask an administrator of the account for access.",
  ad_accounts_not_allowed: "Ask an administrator of the account for access.",
  ad_accounts_invalid_tokens: "Reconnect these ad accounts in the suite's settings.",
  unknown_upstream_error: {
    forModel: "Retry once. If the call fails again, report the API's message to the user.",
    forUser: () => "Try again. If that fails too, report the message to the operator of the API.",
  },
  unauthorized: tellUser`Log in again (${{ command: "login" }}). If the credentials are set in the environment (SOCIAL_ANALYTICS_TOKEN and others), correct them there instead.`,
  forbidden: tellUser`Use credentials that permit this operation.`,
  not_found: tellUser`Check that the base URL is the address of the API, and that your credentials permit access to the resource.`,
  method_not_allowed: tellUser`Check that the base URL is the address of the API.`,
  upstream_failed: {
    forModel: "Retry once. If the call fails again, tell the user.",
    forUser: () => "Try again. If that fails too, report the problem to the operator of the API.",
  },
  rate_limited: "Wait until the hour has passed, then try again.",
  too_many_requests_needed: "Ask for less, or raise max_requests to allow this many requests.",
  not_logged_in: tellUser`Run ${{ command: "login" }}, or set SOCIAL_ANALYTICS_BASE_URL, SOCIAL_ANALYTICS_TOKEN and SOCIAL_ANALYTICS_SECRET, or start the server with --sandbox.`,
  store_unreachable: tellUser`Check the file, its folder and the disk, then try again.`,
  keychain_unreachable: tellUser`Check that the system keychain is running and unlocked.`,
  deadline_exceeded: "Ask for less in one call.",
  internal_error: tellUser`Report this defect.`,
} as const satisfies Readonly<Record<string, string | Advice>>;

export type ToolErrorCode = keyof typeof toolErrors;

/** Codes that need different arguments (`words`), and codes for which a later retry may succeed (`time`). All others need somebody to act. */
export const endings: Readonly<Record<"words" | "time", readonly ToolErrorCode[]>> = {
  words: [
    "invalid_input",
    "limit_exceeded",
    "profiles_not_allowed",
    "before_history_limit",
    "insights_not_enabled",
    "unknown_labels",
    "not_in_community",
    "not_found",
    "too_many_requests_needed",
  ],
  time: [
    "account_quota_exhausted",
    "user_quota_exhausted",
    "rate_limited",
    "unknown_upstream_error",
    "upstream_failed",
    "deadline_exceeded",
  ],
};

const row = (code: number, toolError: ToolErrorCode, meaning: string, status = 200) =>
  ({ code, toolError, meaning, status }) as const;

type ApiErrorRow = ReturnType<typeof row>;

/** The API's error codes. In a tool error, the API's own strings follow `meaning` as quoted detail. */
export const apiErrors = [
  row(3, "invalid_input", "the API rejected the input"),
  row(4, "limit_exceeded", "the request exceeds a limit, or its answer is too large for the API"),
  row(5, "profiles_not_allowed", "the user has no access to some of the profiles"),
  row(6, "before_history_limit", "the range starts before the account's history"),
  row(7, "insights_not_enabled", "some of the profiles have no insights"),
  row(8, "unknown_labels", "some of the labels do not exist"),
  row(10, "account_quota_exhausted", "the account has no requests left for this hour"),
  row(11, "user_quota_exhausted", "this user has no requests left for this hour"),
  row(13, "not_in_community", "the content is not in the community module"),
  row(14, "listening_queries_not_allowed", "the user has no access to listening queries", 403),
  row(15, "ad_accounts_not_allowed", "the user has no access to some of the ad accounts"),
  row(16, "ad_accounts_invalid_tokens", "some of the ad accounts have invalid tokens"),
  row(99, "unknown_upstream_error", "the API reported an unknown error"),
  row(400, "invalid_input", "the API could not read the request", 400),
  row(401, "unauthorized", "the API rejected the credentials", 401),
  row(403, "forbidden", "the API does not permit this operation", 403),
  row(404, "not_found", "the API does not have this address, or does not allow access to it", 404),
  row(405, "method_not_allowed", "the API does not allow this HTTP method at this address", 405),
  row(429, "rate_limited", "the request quota for this hour is used up", 429),
  row(500, "upstream_failed", "the API reported an internal error", 500),
] as const;

/**
 * The codes that decide where an answer has several errors, the gravest first: a spent quota, then what no other request
 * would change. Of others, the first decides.
 */
const gravest: readonly number[] = [10, 11, 401, 403, 14, 3, 400];

/** Returns the code that decides, of those in an answer. */
export const gravestOf = (codes: readonly number[]): number | undefined =>
  gravest.find((code) => codes.includes(code)) ?? codes[0];

/** Returns the row of a code in an answer. A code that the spec does not list becomes an unknown error. */
export function apiErrorOf(code: number): ApiErrorRow {
  const listed = apiErrors.find((error) => error.code === code);
  const reported = Number.isNaN(code) ? "an error without a code" : `code ${code}`;
  return listed ?? row(code, "unknown_upstream_error", `the API reported ${reported}`);
}

/** Returns the row of an HTTP status; undefined for a status that the spec does not list as an error. */
export function statusErrorOf(status: number): ApiErrorRow | undefined {
  return apiErrors.find((error) => error.code >= 400 && error.code === status);
}

export interface Advice {
  /** Read by the model that made the call. */
  readonly forModel: string;
  /** Read by a person at a terminal. @param program what starts this program there. */
  readonly forUser: (program: string) => string;
}

/** A command of this program, to run at a terminal. */
export type ProgramCommand = Readonly<Record<"command", string>>;

/** Advice that only a person can follow, and that begins with a verb: tellUser`Run ${{ command: "login" }} again.` */
export function tellUser(
  texts: readonly string[],
  ...parts: readonly (string | ProgramCommand)[]
): Advice {
  const forUser = (program: string): string => {
    const words = parts.map((part) =>
      typeof part === "string" ? part : `${program} ${part.command}`,
    );
    return String.raw({ raw: texts }, ...words);
  };
  const [first = "", ...rest] = forUser("social-analytics-mcp");
  return { forModel: `Tell the user: ${first.toLowerCase()}${rest.join("")}`, forUser };
}

/** Advice to wait. @param when completes the sentence. */
export const callAgain = (when: string): Advice => ({
  forModel: `Call again ${when}`,
  forUser: () => `Try again ${when}`,
});

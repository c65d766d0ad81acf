/** Codes of tool errors, and how the API's own error codes map to them (spec, Errors). */

const checkArguments = "Correct the arguments and call again.";

/** Every code of a tool error, with the step to take next where the thrower names no better one. */
export const toolErrors = {
  invalid_input: checkArguments,
  limit_exceeded: "Ask for fewer profiles, metrics or days in one call.",
  profiles_not_allowed:
    "Take ids from list_profiles, or set skip_unavailable to leave these profiles out.",
  before_history_limit: "Choose a later date_start: the account's plan keeps no older data.",
  insights_not_enabled:
    "Set skip_unavailable to leave these profiles out, or choose profiles whose insights are enabled (list_profiles).",
  unknown_labels: "Take label ids from the account's label lists.",
  account_quota_exhausted:
    "Wait until the hour has passed; other users of the account spend from the same quota.",
  user_quota_exhausted: "Wait until the hour has passed, then call again.",
  not_in_community: "Choose content that the community module holds.",
  listening_queries_not_allowed: "Ask an administrator of the account for access.",
  ad_accounts_not_allowed: "Ask an administrator of the account for access.",
  ad_accounts_invalid_tokens: "Reconnect these ad accounts in the suite's settings.",
  unknown_upstream_error: "Call again once; if it fails again, tell the user what the API said.",
  unauthorized:
    "Tell the user: correct the credentials in the environment (SOCIAL_ANALYTICS_…), where those are set; else log in again (social-analytics-mcp login).",
  forbidden: "Tell the user that this credential may not do this.",
  not_found: "Tell the user: the base URL may point at something else than the API.",
  method_not_allowed: "Tell the user: the base URL may point at something else than the API.",
  upstream_failed: "Call again once; if it fails again, tell the user.",
  rate_limited: "Wait until the hour has passed, then call again.",
  too_many_requests_needed: "Ask for less, or raise max_requests if spending that many is meant.",
  not_logged_in:
    "Tell the user: run social-analytics-mcp login; or set SOCIAL_ANALYTICS_BASE_URL, SOCIAL_ANALYTICS_TOKEN and SOCIAL_ANALYTICS_SECRET; or start the server with --sandbox.",
  keychain_unreachable: "Tell the user that the system's keychain did not answer.",
  deadline_exceeded: "Ask for less in one call.",
  internal_error: "Tell the user to report this defect.",
} as const;

export type ToolErrorCode = keyof typeof toolErrors;

interface ApiErrorRow {
  readonly code: number;
  readonly toolError: ToolErrorCode;
  readonly meaning: string;
  readonly status: number;
}

const row = (
  code: number,
  toolError: ToolErrorCode,
  meaning: string,
  status = 200,
): ApiErrorRow => ({ code, toolError, meaning, status });

/** The API's error codes. The texts are ours; the API's strings follow them as quoted detail. */
export const apiErrors = [
  row(3, "invalid_input", "the API refused the input"),
  row(4, "limit_exceeded", "more than one request may hold, or an answer too large for the API"),
  row(5, "profiles_not_allowed", "profiles that this user may not see"),
  row(6, "before_history_limit", "the range starts before the account's history"),
  row(7, "insights_not_enabled", "profiles without insights"),
  row(8, "unknown_labels", "labels that do not exist"),
  row(10, "account_quota_exhausted", "the account has spent its requests of this hour"),
  row(11, "user_quota_exhausted", "this user has spent its requests of this hour"),
  row(13, "not_in_community", "content that the community module does not hold"),
  row(14, "listening_queries_not_allowed", "listening queries are not allowed for this user", 403),
  row(15, "ad_accounts_not_allowed", "ad accounts that this user may not see"),
  row(16, "ad_accounts_invalid_tokens", "ad accounts whose tokens are invalid"),
  row(99, "unknown_upstream_error", "the API reported an unknown error"),
  row(400, "invalid_input", "the API could not read the request", 400),
  row(401, "unauthorized", "the API refused the credentials", 401),
  row(403, "forbidden", "the API does not permit this", 403),
  row(404, "not_found", "the API does not know this address", 404),
  row(405, "method_not_allowed", "the API does not allow this method here", 405),
  row(429, "rate_limited", "the quota of this hour is spent", 429),
  row(500, "upstream_failed", "the API failed inside", 500),
] as const;

/** What a code inside an answer means; a code the spec does not list is an unknown error. */
export function apiErrorOf(code: number): ApiErrorRow {
  const known = apiErrors.find((error) => error.code === code);
  const reported = Number.isNaN(code) ? "an error without a code" : `code ${code}`;
  return known ?? row(code, "unknown_upstream_error", `the API reported ${reported}`);
}

/** What an HTTP status means by itself; undefined for one that does not stand for a failure in the spec. */
export function statusErrorOf(status: number): ApiErrorRow | undefined {
  return apiErrors.find((error) => error.code >= 400 && error.code === status);
}

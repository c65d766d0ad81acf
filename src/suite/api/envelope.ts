/** Reads the envelope of the API's answers: JSON with `success` or `errors` (spec, Errors). */
import {
  apiErrorOf,
  gravestOf,
  statusErrorOf,
  type ToolErrorCode,
} from "../../catalog/error-codes.ts";
import { ToolError, upstreamError, callAgain } from "../../base/errors/tool-error.ts";
import { AnswerTooLarge } from "./answer-too-large.ts";
import { isObject, parseJson, type JsonObject } from "../../base/text/json.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { durationText, some } from "../../base/text/words.ts";
import { rateLimitOf, retryAfterOf } from "./rate-limit.ts";
import type { IncomingMessage } from "./transport.ts";

/** One entry of the envelope's `errors`: its code, and the API's strings. */
export interface ApiErrorObject {
  readonly code: number;
  readonly strings: readonly string[];
}

/** The failures that can be over after a wait. */
const mayPass: readonly ToolErrorCode[] = [
  "rate_limited",
  "account_quota_exhausted",
  "user_quota_exhausted",
  "upstream_failed",
  "unknown_upstream_error",
];

/** A failure that the API reports. The gravest error object decides the code; all of them are quoted. */
export class ApiError extends ToolError {
  override readonly name = "ApiError";

  constructor(
    code: ToolErrorCode,
    meaning: string,
    readonly errors: readonly ApiErrorObject[],
    /** The wait in seconds that the API asks for, if any. */
    readonly waitSeconds?: number,
  ) {
    const helpsToWait = waitSeconds !== undefined && mayPass.includes(code);
    const next = helpsToWait ? callAgain(`in ${durationText(waitSeconds)}.`) : undefined;
    super(code, meaning + quoted(errors), next);
  }
}

/** A failure that a retry would meet again. */
class FinalApiError extends ApiError {
  override readonly isFinal = true;
}

/** An answer too large for the API, by code 4 (spec, Errors), which every error of the answer has; or for this server. */
export const isTooLarge = (error: unknown): error is ApiError | AnswerTooLarge =>
  error instanceof AnswerTooLarge ||
  (error instanceof ApiError &&
    error.errors.length > 0 &&
    error.errors.every(({ code }) => code === 4));

/**
 * Returns the record in an answer.
 * @throws ApiError for a reported failure; ToolError `upstream_failed` for an answer without an envelope.
 */
export function openEnvelope(message: IncomingMessage): JsonObject {
  const record = parseJson(message.text);
  const errors = isObject(record) ? errorsOf(record) : [];
  const code = codeOf(message, errors);
  const { status } = message;
  const failure = code === undefined ? statusErrorOf(status) : apiErrorOf(code);
  if (failure !== undefined) {
    const Failure = isClientError(message) ? FinalApiError : ApiError;
    throw new Failure(failure.toolError, failure.meaning, errors, waitOf(message));
  }
  if (status < 200 || status > 299) throw statusError(message);
  if (!isObject(record)) {
    const isPage = /^\s*</.test(message.text);
    throw upstreamError(
      isPage
        ? "the answer is a web page, such as that of a sign-in or a proxy, not JSON: the base URL or the network leads elsewhere"
        : "the API's answer is not a JSON object",
    );
  }
  if (record["success"] === false)
    throw upstreamError("the API reported a failure without a reason");
  return record;
}

/** Status 429 means a spent quota, whatever the body contains; the body may name the user's or the account's quota. */
function codeOf(
  { status }: IncomingMessage,
  errors: readonly ApiErrorObject[],
): number | undefined {
  const code = gravestOf(errors.map((error) => error.code));
  return status === 429 && code !== 10 && code !== 11 ? 429 : code;
}

/** The error of a status that the spec does not list. */
function statusError(message: IncomingMessage): ApiError {
  const { status } = message;
  const isRedirect = status >= 300 && status < 400;
  const description = isRedirect
    ? `a redirect (status ${status}), which is not followed`
    : `status ${status}`;
  const problem = `the API answered with ${description}`;
  if (status < 500) return new FinalApiError("upstream_failed", problem, []);
  return new ApiError("upstream_failed", problem, [], waitOf(message));
}

/** The wait that the API asks for. */
function waitOf({ status, headers }: IncomingMessage): number | undefined {
  return retryAfterOf(headers) ?? (status === 429 ? rateLimitOf(headers).resetSeconds : undefined);
}

/** Far more than an error names: a request has up to a hundred profiles. Each text is searched for the id of each profile. */
const [maxErrors, maxStrings, maxLength, maxCharacters] = [20, 500, 2000, 50_000];

function errorsOf(record: JsonObject): ApiErrorObject[] {
  const list = record["errors"];
  if (record["success"] === true || !Array.isArray(list)) return [];
  let left = maxCharacters;
  const read = (text: string): string => {
    const part = text.slice(0, Math.min(left, maxLength));
    left -= part.length;
    return part;
  };
  return list
    .slice(0, maxErrors)
    .filter(isObject)
    .map((error) => ({
      code: Number(error["code"]),
      strings: Array.isArray(error["errors"])
        ? error["errors"]
            .slice(0, maxStrings)
            .filter((text) => typeof text === "string")
            .map(read)
            .filter((text) => text !== "")
        : [],
    }));
}

/** Returns true for a 4xx status other than 429: a retry would fail too. */
const isClientError = ({ status }: IncomingMessage): boolean =>
  status >= 400 && status < 500 && status !== 429;

function quoted(errors: readonly ApiErrorObject[]): string {
  const strings = errors.flatMap((error) => error.strings);
  if (strings.length === 0) return "";
  const quote = (text: string): string => JSON.stringify(plainText(text, ourLimits.textLength));
  return `; the API says: ${some([...strings.slice(0, 20).map(quote), ...strings.slice(20)], 20)}`;
}

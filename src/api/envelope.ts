/** Reads the envelope of the API's answers: JSON with `success` or `errors` (spec, Errors). */
import { type ToolErrorCode, apiErrorOf, statusErrorOf } from "../catalog/error-codes.ts";
import { ToolError, upstreamError, callAgain } from "../errors/tool-error.ts";
import { isObject, parseJson, type JsonObject } from "../text/json.ts";
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/sanitize.ts";
import { some } from "../text/words.ts";
import { retryAfterOf } from "./rate-limit.ts";
import type { IncomingMessage } from "./transport.ts";

/** One entry of the envelope's `errors`: its code, and the API's strings. */
export interface ApiErrorObject {
  readonly code: number;
  readonly strings: readonly string[];
}

/** A failure that the API reports. The first error object decides the code; all of them are quoted. */
export class ApiError extends ToolError {
  override readonly name = "ApiError";

  constructor(
    code: ToolErrorCode,
    meaning: string,
    readonly errors: readonly ApiErrorObject[],
    /** The wait that the API asks for, if any. */
    readonly waitSeconds?: number,
    isFinal = false,
  ) {
    const next =
      waitSeconds === undefined ? undefined : callAgain(`in ${Math.ceil(waitSeconds / 60)} min.`);
    super(code, meaning + quoted(errors), next, { isFinal });
  }
}

/** Code 4 (spec, Errors): an answer too large for the API. Every error of the answer has it. */
export const isTooLarge = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.errors.length > 0 &&
  error.errors.every(({ code }) => code === 4);

/**
 * Returns the record in an answer.
 * @throws ApiError for a reported failure; ToolError `upstream_failed` for an answer without an envelope.
 */
export function openEnvelope(message: IncomingMessage): JsonObject {
  const record = parseJson(message.text);
  const wait = retryAfterOf(message.headers);
  if (isObject(record)) {
    const errors = errorsOf(record);
    const [first] = errors;
    // Status 429 means a spent quota, whatever the body contains.
    const code = message.status === 429 ? 429 : first?.code;
    if (code !== undefined && errors.length > 0) {
      const { toolError, meaning } = apiErrorOf(code);
      throw new ApiError(toolError, meaning, errors, wait, isClientError(message));
    }
  }
  const statusError = statusErrorOf(message.status);
  if (statusError !== undefined)
    throw new ApiError(statusError.toolError, statusError.meaning, [], wait);
  if (message.status < 200 || message.status > 299) {
    const redirect = message.status >= 300 && message.status < 400;
    throw new ToolError(
      "upstream_failed",
      redirect
        ? `the API answered with a redirect (status ${message.status}), which is not followed`
        : `the API answered with status ${message.status}`,
      undefined,
      { isFinal: message.status < 500 },
    );
  }
  if (!isObject(record)) throw upstreamError("the API's answer is not a JSON object");
  if (record["success"] === false)
    throw upstreamError("the API reported a failure without a reason");
  return record;
}

/** Far more than an error names: a request has up to a hundred profiles. */
const [maxErrors, maxStrings, maxLength] = [20, 500, 2000];

function errorsOf(record: JsonObject): ApiErrorObject[] {
  const list = record["errors"];
  if (record["success"] === true || !Array.isArray(list)) return [];
  return list
    .slice(0, maxErrors)
    .filter(isObject)
    .map((error) => ({
      code: Number(error["code"]),
      strings: Array.isArray(error["errors"])
        ? error["errors"]
            .slice(0, maxStrings)
            .filter((text) => typeof text === "string")
            .map((text) => text.slice(0, maxLength))
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

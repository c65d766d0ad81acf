/** One HTTP exchange with the authorization server, limited in size, its answer normalised for the library. */
import type { CustomFetchOptions } from "openid-client";
import { fetchFrom } from "../../api/network.ts";
import { retryAfterOf } from "../../api/rate-limit.ts";
import { readBounded } from "../../../base/async/bounded-read.ts";
import { ToolError, upstreamError, tellUser } from "../../../base/errors/tool-error.ts";
import { durationText } from "../../../base/text/words.ts";
import { isObject, parseJson } from "../../../base/text/json.ts";

const maxBytes = 1024 * 1024;
/** The headers of an answer that the library reads. */
const readHeaders = ["content-type", "www-authenticate", "location"];
const longestLife = 365 * 24 * 60 * 60;

/** @param redirectUri as it is registered: the library would normalise it. @throws ToolError for a busy server. */
export async function exchange(
  address: string,
  options: CustomFetchOptions,
  redirectUri?: string,
): Promise<Response> {
  const { body } = options;
  if (body instanceof URLSearchParams && body.has("redirect_uri") && redirectUri !== undefined)
    body.set("redirect_uri", redirectUri);
  const response = await fetchFrom(address, { ...options, body: body ?? null });
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    throw busyError(response.status, response.headers);
  }
  const text = await readBounded(response.body, maxBytes, () =>
    unusableAnswerError("sent an answer that is too large"),
  );
  const headers = [...response.headers].filter(([name]) => readHeaders.includes(name));
  return new Response(text === "" ? null : normalised(text), { status: response.status, headers });
}

/**
 * Repairs what is wrong beside the tokens: when the answer arrives, the old refresh token is already used up, and the
 * new tokens must not be lost.
 */
function normalised(text: string): string {
  const answer = parseJson(text);
  if (!isObject(answer) || typeof answer["access_token"] !== "string") return text;
  const { id_token: _, expires_in: life, ...rest } = answer;
  for (const name of ["access_token", "refresh_token"]) {
    const token = rest[name];
    if (token !== undefined && !(typeof token === "string" && /^[\x21-\x7e]+$/.test(token)))
      throw unusableAnswerError("sent a token that no header can carry");
  }
  const seconds = typeof life === "number" || typeof life === "string" ? Number(life) : Number.NaN;
  return JSON.stringify({
    token_type: "bearer",
    ...rest,
    ...(seconds > 0 ? { expires_in: Math.min(seconds, longestLife) } : {}),
  });
}

const unusableAnswerError = (problem: string): ToolError =>
  upstreamError(
    `the authorization server ${problem}`,
    tellUser`Check the base URL, then log in again (${{ command: "login" }}).`,
  );

function busyError(status: number, headers: Iterable<readonly [string, string]>): ToolError {
  const seconds = retryAfterOf(Object.fromEntries(headers));
  const wait = seconds === undefined ? "a few minutes" : durationText(seconds);
  return new ToolError(
    status === 429 ? "rate_limited" : "upstream_failed",
    `the authorization server cannot answer at the moment (status ${status})`,
    `Try again in ${wait}. A stored login is unchanged.`,
  );
}

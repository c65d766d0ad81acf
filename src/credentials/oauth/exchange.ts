/** One exchange with the authorization server, as the library is given it: bounded, and made usable. */
import type { CustomFetchOptions } from "openid-client";
import { ToolError } from "../../errors/tool-error.ts";

const most = 1024 * 1024;
const longestLife = 365 * 24 * 60 * 60;

/** @param redirectUri as it is registered: the library would write it in its own way. */
export async function exchange(
  address: string,
  options: CustomFetchOptions,
  redirectUri?: string,
): Promise<Response> {
  const { body } = options;
  if (body instanceof URLSearchParams && body.has("redirect_uri") && redirectUri !== undefined) {
    body.set("redirect_uri", redirectUri);
  }
  const response = await fetch(address, { ...options, body: body ?? null });
  const text = await readBounded(response);
  const type = response.headers.get("content-type");
  const headers = new Headers(type === null ? {} : { "content-type": type });
  for (const name of ["www-authenticate", "location"]) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(text === "" ? null : usable(text), { status: response.status, headers });
}

async function readBounded({ body }: Response): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > most) throw notUsable("sent more than an authorization server has to say");
  }
  return text + decoder.decode();
}

/**
 * By the time that an answer with tokens is read, the old refresh token is spent: what is wrong beside the tokens
 * must not lose them.
 */
function usable(text: string): string {
  let answer: Record<string, unknown>;
  try {
    answer = { ...Object(JSON.parse(text)) };
  } catch {
    return text;
  }
  if (typeof answer["access_token"] !== "string") return text;
  const { id_token: _, expires_in: life, ...rest } = answer;
  for (const name of ["access_token", "refresh_token"]) {
    const token = rest[name];
    if (token !== undefined && !(typeof token === "string" && /^[\x21-\x7e]+$/.test(token))) {
      throw notUsable("sent a token that no header can carry");
    }
  }
  const seconds = typeof life === "number" || typeof life === "string" ? Number(life) : Number.NaN;
  return JSON.stringify({
    token_type: "bearer",
    ...rest,
    ...(seconds > 0 ? { expires_in: Math.min(seconds, longestLife) } : {}),
  });
}

const notUsable = (problem: string): ToolError =>
  new ToolError(
    "upstream_failed",
    `the authorization server ${problem}`,
    "Tell the user: check the base URL, and log in again (social-analytics-mcp login).",
  );

/** Where to send requests, and as whom: from flags and the environment. */
import { parseBaseUrl } from "../api/base-url.ts";
import type { Authorization } from "../api/client.ts";
import { ToolError } from "../catalog/errors.ts";

export interface Credentials {
  readonly baseUrl: URL;
  readonly authorization: Authorization;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const basic = (token: string, secret: string): string =>
  `Basic ${Buffer.from(`${token}:${secret}`).toString("base64")}`;

/**
 * Basic from `SOCIAL_ANALYTICS_TOKEN` and `SOCIAL_ANALYTICS_SECRET` (spec, Scheme 1), or
 * Bearer from `SOCIAL_ANALYTICS_ACCESS_TOKEN` (spec, Scheme 2, step 6).
 * @throws ToolError `not_logged_in` that names what is not set; `invalid_input` for a bad base URL.
 */
export function credentialsFrom(environment: Environment, baseUrlFlag?: string): Credentials {
  const read = (name: string): string | undefined => {
    const value = environment[`SOCIAL_ANALYTICS_${name}`]?.trim();
    if (value === undefined || value === "") return undefined;
    if (/^[\x20-\x7e]+$/.test(value)) return value;
    throw new ToolError(
      "invalid_input",
      `SOCIAL_ANALYTICS_${name} holds a character that no credential has`,
      "Tell the user to set it again.",
    );
  };
  const baseUrl = baseUrlFlag ?? read("BASE_URL");
  const token = read("TOKEN");
  const secret = read("SECRET");
  const accessToken = read("ACCESS_TOKEN");
  if (baseUrl === undefined) throw missing(["BASE_URL"]);
  const url = parseBaseUrl(baseUrl);
  if (token !== undefined && secret !== undefined) {
    const header = basic(token, secret);
    return { baseUrl: url, authorization: () => header };
  }
  if (accessToken !== undefined) {
    return { baseUrl: url, authorization: () => `Bearer ${accessToken}` };
  }
  throw missing([
    ...(token === undefined ? ["TOKEN"] : []),
    ...(secret === undefined ? ["SECRET"] : []),
  ]);
}

function missing(names: readonly string[]): ToolError {
  const listed = names.map((name) => `SOCIAL_ANALYTICS_${name}`).join(" and ");
  return new ToolError("not_logged_in", `${listed} ${names.length === 1 ? "is" : "are"} not set`);
}

/** Credentials from environment variables. */
import { basicHeader, bearerHeader, fixedAuthorization } from "../api/authorization.ts";
import { parseBaseUrl } from "../api/base-url.ts";
import { ToolError, invalidInput } from "../errors/tool-error.ts";
import type { Credentials, Environment } from "./credentials.ts";
import { readCredential, readSetting } from "./settings.ts";

/**
 * Basic from `SOCIAL_ANALYTICS_TOKEN` and `SOCIAL_ANALYTICS_SECRET` (spec, Scheme 1), or
 * Bearer from `SOCIAL_ANALYTICS_ACCESS_TOKEN` (spec, Scheme 2, step 6); undefined if none of them is set.
 * @throws ToolError `not_logged_in` that names the missing variable; `invalid_input` for a bad base URL.
 */
export function environmentCredentials(
  environment: Environment,
  baseUrlFlag?: string,
): Credentials | undefined {
  const token = readCredential(environment, "TOKEN");
  const secret = readCredential(environment, "SECRET");
  const accessToken = readCredential(environment, "ACCESS_TOKEN");
  if (token === undefined && secret === undefined && accessToken === undefined) return undefined;
  const baseUrl = baseUrlFlag ?? readSetting(environment, "BASE_URL");
  if (baseUrl === undefined) throw missingVariableError("BASE_URL");
  const url = parseBaseUrl(baseUrl);
  if (accessToken !== undefined && (token ?? secret) !== undefined) {
    throw invalidInput(
      "SOCIAL_ANALYTICS_ACCESS_TOKEN is set beside SOCIAL_ANALYTICS_TOKEN or SOCIAL_ANALYTICS_SECRET",
      "Tell the user to unset one or the other.",
    );
  }
  const pair = token === undefined || secret === undefined ? undefined : basicHeader(token, secret);
  const header = accessToken === undefined ? pair : bearerHeader(accessToken);
  if (header !== undefined) return { baseUrl: url, authorization: fixedAuthorization(header) };
  throw missingVariableError(token === undefined ? "TOKEN" : "SECRET");
}

const missingVariableError = (name: string): ToolError =>
  new ToolError(
    "not_logged_in",
    `SOCIAL_ANALYTICS_${name} is not set, although other credentials are set in the environment`,
    "Tell the user: set it too; or unset the others, and run social-analytics-mcp login.",
  );

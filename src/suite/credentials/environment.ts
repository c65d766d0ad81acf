/** Credentials from environment variables, or from files that these name. */
import { basicHeader, bearerHeader, fixedAuthorization } from "../api/authorization.ts";
import type { Authorization } from "../api/authorization.ts";
import { parseBaseUrl } from "../api/base-url.ts";
import { ToolError, inputError, tellUser } from "../../base/errors/tool-error.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import type { Secret } from "../../base/secrets/secret.ts";
import { hasSecretFile, readCredential, readSetting, type Environment } from "./settings.ts";

export interface Credentials {
  readonly baseUrl: URL;
  readonly authorization: Authorization;
}

/**
 * Basic from `SOCIAL_ANALYTICS_TOKEN` and `SOCIAL_ANALYTICS_SECRET` (spec, Scheme 1), or
 * Bearer from `SOCIAL_ANALYTICS_ACCESS_TOKEN` (spec, Scheme 2, step 6); undefined if none of them is set.
 * @throws ToolError `not_logged_in` that names the missing variable; `invalid_input` for a bad base URL.
 */
export function environmentCredentials(
  environment: Environment,
  baseUrlFlag?: string,
): Credentials | undefined {
  const header = headerOf(environment);
  if (header === undefined) return undefined;
  const baseUrl = baseUrlFlag ?? readSetting(environment, "BASE_URL");
  if (baseUrl === undefined) throw missingVariableError("BASE_URL");
  const fixed = fixedAuthorization(header);
  const authorization = !hasSecretFile(environment, secrets)
    ? fixed
    : {
        ...fixed,
        isReplaced: () =>
          isOther(
            orUndefined(() => headerOf(environment)),
            header,
          ),
      };
  return { baseUrl: parseBaseUrl(baseUrl), authorization };
}

const secrets = ["TOKEN", "SECRET", "ACCESS_TOKEN"];

/** While a file is being replaced, it may be missing: the login stays then. */
const isOther = (now: Secret | undefined, header: Secret): boolean =>
  now !== undefined && now.reveal() !== header.reveal();

/** @throws as {@link environmentCredentials}. */
function headerOf(environment: Environment): Secret | undefined {
  const [token, secret, accessToken] = secrets.map((name) => readCredential(environment, name));
  if (token === undefined && secret === undefined && accessToken === undefined) return undefined;
  if (accessToken !== undefined && (token ?? secret) !== undefined)
    throw inputError(
      "SOCIAL_ANALYTICS_ACCESS_TOKEN is set beside SOCIAL_ANALYTICS_TOKEN or SOCIAL_ANALYTICS_SECRET",
      tellUser`Unset one or the other.`,
    );
  const pair = token && secret && basicHeader(token.reveal(), secret);
  const header = accessToken === undefined ? pair : bearerHeader(accessToken);
  if (header !== undefined) return header;
  throw missingVariableError(token === undefined ? "TOKEN" : "SECRET");
}

const missingVariableError = (name: string): ToolError =>
  new ToolError(
    "not_logged_in",
    `SOCIAL_ANALYTICS_${name} is not set, although other credentials are set in the environment`,
    tellUser`Set it too, or unset the others and run ${{ command: "login" }}.`,
  );

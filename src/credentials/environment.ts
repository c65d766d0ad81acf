/** Settings and credentials from environment variables. */
import { basicHeader, bearerHeader, fixedAuthorization } from "../api/authorization.ts";
import type { Authorization } from "../api/authorization.ts";
import { parseBaseUrl } from "../api/base-url.ts";
import { ToolError, inputError, tellUser } from "../errors/tool-error.ts";
import { Secret } from "../secrets/secret.ts";

export interface Credentials {
  readonly baseUrl: URL;
  readonly authorization: Authorization;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = "SOCIAL_ANALYTICS_";

/** Placeholders that hosts pass on instead of a value: `${TOKEN}`, `{{token}}`, `%TOKEN%`, `__encrypted__:…`. */
const placeholders = [/^(?:\w+ )?\$\{[^}]*\}$/, /^\{\{.*\}\}$/, /^%\w+%$/, /^__encrypted__:/];

/** Placeholders within an address or a path, where they cannot be part of a secret. */
const embedded = /\$\{[\w.:]*\}/;
const secrets = ["TOKEN", "SECRET", "ACCESS_TOKEN", "CLIENT_SECRET", "PASSPHRASE"];

/**
 * The value of `SOCIAL_ANALYTICS_…`; undefined if it is not set or empty.
 * @throws ToolError `not_logged_in` for a placeholder. The error does not quote the value, which may be a secret.
 */
export function readSetting(environment: Environment, name: string): string | undefined {
  const value = environment[prefix + name]?.trim();
  if (value === undefined || value === "") return undefined;
  const isPlaceholder =
    placeholders.some((pattern) => pattern.test(value)) ||
    (!secrets.includes(name) && embedded.test(value));
  if (!isPlaceholder) return value;
  const [shown] =
    /\$\{[A-Za-z_.:]*\}|\{\{[A-Za-z_.]*\}\}|^%\w+%$|^__encrypted__:/.exec(value) ?? [];
  throw new ToolError(
    "not_logged_in",
    `${prefix + name} is still a placeholder${shown === undefined ? "" : ` (${shown})`}: the host did not insert the value`,
    tellUser`Enter the value in the host's settings, or remove the variable.`,
  );
}

/** Unchanged, blanks included. @throws ToolError `invalid_input` for a blank value, which would protect nothing. */
export function readPassphrase(environment: Environment): Secret | undefined {
  const value = environment[`${prefix}PASSPHRASE`];
  if (value === undefined) return undefined;
  if (readSetting(environment, "PASSPHRASE") !== undefined) return new Secret(value);
  throw inputError(
    `${prefix}PASSPHRASE is set, but empty`,
    tellUser`Set it, or unset it to leave the file unencrypted.`,
  );
}

/** The same for a value that goes into a header. @throws ToolError `invalid_input` for one that does not fit there. */
export function readCredential(environment: Environment, name: string): Secret | undefined {
  const value = readSetting(environment, name);
  if (value === undefined) return undefined;
  if (/^[\x20-\x7e]+$/.test(value)) return new Secret(value);
  throw inputError(
    `${prefix + name} contains a character that credentials cannot contain`,
    tellUser`Set it again.`,
  );
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
  const token = readCredential(environment, "TOKEN");
  const secret = readCredential(environment, "SECRET");
  const accessToken = readCredential(environment, "ACCESS_TOKEN");
  if (token === undefined && secret === undefined && accessToken === undefined) return undefined;
  const baseUrl = baseUrlFlag ?? readSetting(environment, "BASE_URL");
  if (baseUrl === undefined) throw missingVariableError("BASE_URL");
  const url = parseBaseUrl(baseUrl);
  if (accessToken !== undefined && (token ?? secret) !== undefined)
    throw inputError(
      "SOCIAL_ANALYTICS_ACCESS_TOKEN is set beside SOCIAL_ANALYTICS_TOKEN or SOCIAL_ANALYTICS_SECRET",
      tellUser`Unset one or the other.`,
    );
  const pair = token && secret && basicHeader(token.reveal(), secret);
  const header = accessToken === undefined ? pair : bearerHeader(accessToken);
  if (header !== undefined) return { baseUrl: url, authorization: fixedAuthorization(header) };
  throw missingVariableError(token === undefined ? "TOKEN" : "SECRET");
}

const missingVariableError = (name: string): ToolError =>
  new ToolError(
    "not_logged_in",
    `SOCIAL_ANALYTICS_${name} is not set, although other credentials are set in the environment`,
    tellUser`Set it too, or unset the others and run ${{ command: "login" }}.`,
  );

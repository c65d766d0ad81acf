/** Reads settings from environment variables. */
import { Secret } from "../secrets/secret.ts";
import { ToolError, invalidInput } from "../errors/tool-error.ts";
import type { Environment } from "./credentials.ts";

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
    "Tell the user: enter the value in the host's settings; or remove the variable.",
  );
}

/** Unchanged, blanks included. @throws ToolError `invalid_input` for a blank value, which would protect nothing. */
export function readPassphrase(environment: Environment): Secret | undefined {
  const value = environment[`${prefix}PASSPHRASE`];
  if (value === undefined) return undefined;
  if (readSetting(environment, "PASSPHRASE") !== undefined) return new Secret(value);
  throw invalidInput(
    `${prefix}PASSPHRASE is set, but empty`,
    "Tell the user: set it; or unset it, which leaves the file unencrypted.",
  );
}

/** The same for a value that goes into a header. @throws ToolError `invalid_input` for one that does not fit there. */
export function readCredential(environment: Environment, name: string): Secret | undefined {
  const value = readSetting(environment, name);
  if (value === undefined || /^[\x20-\x7e]+$/.test(value)) {
    return value === undefined ? undefined : new Secret(value);
  }
  throw invalidInput(
    `${prefix + name} contains a character that credentials cannot contain`,
    "Tell the user to set it again.",
  );
}

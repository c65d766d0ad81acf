/** Settings and secrets from environment variables. */
import { errorCodeOf, inputError, tellUser, ToolError } from "../../base/errors/tool-error.ts";
import { readSecretFile } from "../../base/files/secret-file.ts";
import { Secret } from "../../base/secrets/secret.ts";

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

/**
 * A secret, or the content of the file that `SOCIAL_ANALYTICS_…_FILE` names, without its last line break and the mark
 * with which Windows begins texts: containers and timers have secrets as files.
 * @throws ToolError `invalid_input` for both of them, and for a file that cannot be read.
 */
function readSecret(environment: Environment, name: string): string | undefined {
  const value = readSetting(environment, name);
  const file = readSetting(environment, `${name}_FILE`);
  if (file === undefined) return value;
  const variable = `${prefix + name}_FILE`;
  if (value !== undefined)
    throw inputError(
      `${prefix + name} is set beside ${variable}`,
      tellUser`Unset one or the other.`,
    );
  try {
    const content = readSecretFile(file).replace(/^\uFEFF|\r?\n$/g, "");
    if (content.trim() !== "") return content;
  } catch (cause) {
    throw inputError(
      `the file of ${variable} cannot be read (${errorCodeOf(cause) ?? "it is not a small text"})`,
      tellUser`Name a file that this user can read.`,
      { cause },
    );
  }
  throw inputError(`the file of ${variable} is empty`, tellUser`Write the secret into it.`);
}

/** True where a secret comes from a file, which may be replaced. */
export const hasSecretFile = (environment: Environment, names: readonly string[]): boolean =>
  names.some((name) => readSetting(environment, `${name}_FILE`) !== undefined);

/** Unchanged, blanks included. @throws ToolError `invalid_input` for a blank value, which would protect nothing. */
export function readPassphrase(environment: Environment): Secret | undefined {
  const value = environment[`${prefix}PASSPHRASE`];
  const secret = readSecret(environment, "PASSPHRASE");
  if (value === undefined) return secret === undefined ? undefined : new Secret(secret);
  if (secret !== undefined) return new Secret(value);
  throw inputError(
    `${prefix}PASSPHRASE is set, but empty`,
    tellUser`Set it, or unset it to leave the file unencrypted.`,
  );
}

/** The same for a value that goes into a header. @throws ToolError `invalid_input` for one that does not fit there. */
export function readCredential(environment: Environment, name: string): Secret | undefined {
  const value = readSecret(environment, name)?.trim();
  if (value === undefined) return undefined;
  if (/^[\x20-\x7e]+$/.test(value)) return new Secret(value);
  const variable = prefix + name + (hasSecretFile(environment, [name]) ? "_FILE" : "");
  throw inputError(
    `${variable} contains a character that credentials cannot contain`,
    tellUser`Set it again.`,
  );
}

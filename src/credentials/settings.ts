/** Reads settings of credentials from the environment. */
import { Secret } from "../api/secret.ts";
import { ToolError } from "../catalog/errors.ts";
import type { Environment } from "./credentials.ts";

const prefix = "SOCIAL_ANALYTICS_";

/** What hosts pass on where they were to put a value in: `${TOKEN}`, `{{token}}`, `%TOKEN%`, `__encrypted__:…`. */
const placeholders = [/\$\{[^}]*\}/, /^\{\{.*\}\}$/, /^%\w+%$/, /^__encrypted__:/];

/**
 * The value of `SOCIAL_ANALYTICS_…`; undefined where it is not set or empty.
 * @throws ToolError `not_logged_in` for a placeholder.
 */
export function readSetting(environment: Environment, name: string): string | undefined {
  const value = environment[prefix + name]?.trim();
  if (value === undefined || value === "") return undefined;
  if (!placeholders.some((pattern) => pattern.test(value))) return value;
  const shown = value.startsWith("__") ? "__encrypted__:…" : value.slice(0, 60);
  throw new ToolError(
    "not_logged_in",
    `${prefix + name} is still the placeholder ${shown}: the host did not put the value in`,
    "Tell the user: enter the value in the host's settings; or remove the variable.",
  );
}

/** The same, of what a header carries. @throws ToolError `invalid_input` where none can carry it. */
export function readCredential(environment: Environment, name: string): Secret | undefined {
  const value = readSetting(environment, name);
  if (value === undefined || /^[\x20-\x7e]+$/.test(value)) {
    return value === undefined ? undefined : new Secret(value);
  }
  throw new ToolError(
    "invalid_input",
    `${prefix + name} holds a character that no credential has`,
    "Tell the user to set it again.",
  );
}

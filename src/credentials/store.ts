/** Where logins are kept: one of them, chosen once, never another in its place. */
import { invalidInput } from "../errors/tool-error.ts";
import type { Secret } from "../secrets/secret.ts";

/** Texts by account name. All methods throw ToolError that says what keeps the store from answering. */
export interface CredentialStore {
  /** As a sentence calls it. */
  readonly name: string;
  get(account: string): Promise<Secret | undefined>;
  set(account: string, text: Secret): Promise<void>;
  /** Whether there was one. */
  delete(account: string): Promise<boolean>;
  accounts(): Promise<string[]>;
  /** The file that stands for the account among all processes that share the store. */
  lockFile(account: string): string;
}

export const defaultAccount = "default";

/** What a person runs to log in under that name. */
export const loginCommand = (account: string): string =>
  `social-analytics-mcp login${account === defaultAccount ? "" : ` --account ${account}`}`;

/** @throws ToolError `invalid_input` for a name that no file or keychain should carry. */
export function checkAccount(name: string): string {
  if (/^[A-Za-z\d@][\w.@+-]{0,63}$/.test(name)) return name;
  throw invalidInput(
    `${JSON.stringify(name.slice(0, 80))} is no account name`,
    "Use up to 64 letters, digits and . _ - + @.",
  );
}

/** A store of logins; a process uses one, without falling back to another. */
import { inputError, type ProgramCommand } from "../../base/errors/tool-error.ts";
import type { Secret } from "../../base/secrets/secret.ts";

/** Texts by account name. All methods throw a ToolError with the reason why the store does not answer. */
export interface CredentialStore {
  /** As it appears in a sentence. */
  readonly name: string;
  /** The code of its errors. */
  readonly trouble: "keychain_unreachable" | "store_unreachable";
  get(account: string): Promise<Secret | undefined>;
  set(account: string, text: Secret): Promise<void>;
  /** Returns whether there was one. */
  delete(account: string): Promise<boolean>;
  accounts(): Promise<string[]>;
  /** @throws ToolError where no login can be stored. */
  ready(): Promise<void>;
  /** Removes what a process that was killed while it stored a login has left. Absent where nothing can be left. */
  tidy?(): Promise<void>;
  /**
   * Runs work while no other process that shares the store works on the account.
   * @param work calls `ensureHeld` before a step that only the holder may take: if the lock was lost, work starts again.
   */
  locked<T>(account: string, work: LockedWork<T>): Promise<T>;
}

export type LockedWork<T> = (ensureHeld: () => Promise<void>) => Promise<T>;

export const defaultAccount = "default";

/** The command that logs in under that name. */
export const loginCommand = (account: string): ProgramCommand => ({
  command: account === defaultAccount ? "login" : `login --account ${account}`,
});

/** @throws ToolError `invalid_input` for a name that no file or keychain should carry. */
export function checkAccount(name: string): string {
  if (/^[A-Za-z\d@][\w.@+-]{0,63}$/.test(name)) return name;
  throw inputError(
    `${JSON.stringify(name.slice(0, 80))} is not an account name`,
    "Use up to 64 letters, digits and . _ - + @.",
  );
}

/** A file in the keychain's place, where it was chosen by name: for machines that have no keychain. */
import * as z from "zod";
import { Secret } from "../secrets/secret.ts";
import { ToolError } from "../errors/tool-error.ts";
import { withLock } from "../files/lock.ts";
import { readOwn, replace, type Refuse } from "../files/private-file.ts";
import { seal, sealed, unseal } from "./sealing.ts";
import type { CredentialStore } from "./store.ts";

/** Texts by account. */
const accounts = z.record(z.string(), z.string());
type Accounts = z.output<typeof accounts>;

const content = z.union([
  z.strictObject({ logins: accounts }),
  z.strictObject({ sealedLogins: sealed }),
]);
type Content = z.output<typeof content>;

export interface FileStoreOptions {
  readonly path: string;
  /** With it the file is encrypted. */
  readonly passphrase: Secret | undefined;
}

export function fileStore({ path, passphrase }: FileStoreOptions): CredentialStore {
  const refuse: Refuse = (problem, next) =>
    new ToolError("keychain_unreachable", `the credentials file ${path} ${problem}`, next);

  const read = async (): Promise<Accounts> => {
    const text = await readOwn(path, refuse);
    if (text === undefined) return {};
    try {
      const kept = content.parse(JSON.parse(text));
      if ("logins" in kept) return kept.logins;
      if (passphrase !== undefined) {
        return accounts.parse(await unseal(kept.sealedLogins, passphrase));
      }
    } catch {
      // The cause may quote what was read.
      throw passphrase === undefined
        ? refuse("is damaged, or none of ours", "Tell the user: remove it and log in again.")
        : refuse(
            "cannot be read: another passphrase, or damaged",
            "Tell the user: correct SOCIAL_ANALYTICS_PASSPHRASE; or remove the file and log in again.",
          );
    }
    throw refuse("is encrypted", "Tell the user to set SOCIAL_ANALYTICS_PASSPHRASE.");
  };

  const contentOf = async (logins: Accounts): Promise<Content> =>
    passphrase === undefined ? { logins } : { sealedLogins: await seal(logins, passphrase) };

  const write = async (kept: Content): Promise<void> => {
    try {
      await replace(path, JSON.stringify(kept));
    } catch {
      throw refuse("cannot be written", "Tell the user to make its folder writable.");
    }
  };

  const change = async <T>(edit: (kept: Map<string, string>) => T): Promise<T> => {
    const changed = await withLock(path, async (isHeld) => {
      const kept = new Map(Object.entries(await read()));
      const outcome = edit(kept);
      const next = await contentOf(Object.fromEntries(kept));
      // What was read is old by now, where a machine that slept lost the lock.
      if (!(await isHeld())) return undefined;
      await write(next);
      return { outcome };
    });
    return changed === undefined ? change(edit) : changed.outcome;
  };

  return {
    name: `the credentials file ${path}`,
    async get(account) {
      const text = new Map(Object.entries(await read())).get(account);
      return text === undefined ? undefined : new Secret(text);
    },
    set: (account, text) =>
      change((kept) => {
        kept.set(account, text.reveal());
      }),
    delete: (account) => change((kept) => kept.delete(account)),
    accounts: async () => Object.keys(await read()),
    lockFile: (account) => `${path}.${account}`,
  };
}

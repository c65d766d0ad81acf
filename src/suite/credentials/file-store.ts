/** A file of logins, for machines without a keychain; only used if the user names it. */
import * as z from "zod";
import { Secret } from "../../base/secrets/secret.ts";
import { ToolError, tellUser } from "../../base/errors/tool-error.ts";
import { withLock } from "../../base/files/lock.ts";
import {
  changePrivateFile,
  checkPrivateFile,
  tidyPrivateFile,
  readPrivateFile,
  type FileError,
} from "../../base/files/private-file.ts";
import { sealed, Sealing } from "./sealing.ts";
import type { CredentialStore } from "./store.ts";

/** Texts by account. */
const accounts = z.record(z.string(), z.string());

const content = z.union([
  z.strictObject({ logins: accounts }),
  z.strictObject({ sealedLogins: sealed }),
]);

/** @param passphrase encrypts the file if given. */
export function fileStore(path: string, passphrase?: Secret): CredentialStore {
  const fileError: FileError = (problem, next) =>
    new ToolError("store_unreachable", `the credentials file ${path} ${problem}`, next);

  const sealing = passphrase && new Sealing(passphrase);

  const read = async (): Promise<z.output<typeof accounts>> => {
    const text = await readPrivateFile(path, fileError);
    if (text === undefined) return {};
    try {
      const stored = content.parse(JSON.parse(text));
      if ("logins" in stored) return stored.logins;
      if (sealing !== undefined) return accounts.parse(await sealing.unseal(stored.sealedLogins));
    } catch {
      // The cause may quote the content, so it is dropped.
      throw unreadableError(fileError, sealing);
    }
    throw fileError("is encrypted", tellUser`Set SOCIAL_ANALYTICS_PASSPHRASE.`);
  };

  const change = <T>(edit: (logins: Map<string, string>) => T): Promise<T> =>
    changePrivateFile(path, fileError, async () => {
      const changed = new Map(Object.entries(await read()));
      const outcome = edit(changed);
      const logins = Object.fromEntries(changed);
      const next =
        sealing === undefined ? { logins } : { sealedLogins: await sealing.seal(logins) };
      return { outcome, text: JSON.stringify(next) };
    });

  return {
    name: `the credentials file ${path}`,
    trouble: "store_unreachable",
    async get(account) {
      const text = new Map(Object.entries(await read())).get(account);
      return text === undefined ? undefined : new Secret(text);
    },
    set: (account, text) => change((logins) => void logins.set(account, text.reveal())),
    delete: (account) => change((logins) => logins.delete(account)),
    accounts: async () => Object.keys(await read()),
    ready: () => checkPrivateFile(path, fileError),
    tidy: () => tidyPrivateFile(path),
    locked: (account, work) => withLock(`${path}.${account}`, work),
  };
}

const unreadableError = (fileError: FileError, sealing: Sealing | undefined): ToolError =>
  sealing === undefined
    ? fileError("is damaged, or not a file of logins", tellUser`Remove it, then log in again.`)
    : fileError(
        "cannot be decrypted: the passphrase is wrong, or the file is damaged",
        tellUser`Correct SOCIAL_ANALYTICS_PASSPHRASE, or remove the file and log in again.`,
      );

/** A file in the keychain's place, where it was chosen by name: for machines that have no keychain. */
import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import * as z from "zod";
import { Secret } from "../api/secret.ts";
import { ToolError } from "../catalog/errors.ts";
import { withLock } from "./lock.ts";
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
  const refuse = (problem: string, next: string): ToolError =>
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

  const write = async (logins: Accounts): Promise<void> => {
    const kept: Content =
      passphrase === undefined ? { logins } : { sealedLogins: await seal(logins, passphrase) };
    try {
      await replace(path, JSON.stringify(kept));
    } catch {
      throw refuse("cannot be written", "Tell the user to make its folder writable.");
    }
  };

  const change = <T>(edit: (kept: Map<string, string>) => T): Promise<T> =>
    withLock(path, async () => {
      const kept = new Map(Object.entries(await read()));
      const outcome = edit(kept);
      await write(Object.fromEntries(kept));
      return outcome;
    });

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

/** Undefined where there is no file. */
async function readOwn(
  path: string,
  refuse: (problem: string, next: string) => ToolError,
): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile())
      throw refuse("is none: it is a folder", "Tell the user to name a file in it.");
    // Windows keeps no such bits: there the user's folder guards it.
    if ((found.mode & 0o077) === 0 || sep === "\\") return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw refuse("cannot be read", "Tell the user to make it readable for this user.");
  }
  throw refuse("can be read by others", `Tell the user to run: chmod 600 ${path}`);
}

/** Written beside and renamed: a reader finds the old content or the new one. */
async function replace(path: string, text: string): Promise<void> {
  const beside = join(dirname(path), `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

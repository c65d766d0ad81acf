/** Chooses the store of the logins: the keychain, a file that the user names, or none. */
import { inputError } from "../errors/tool-error.ts";
import { join, resolve } from "node:path";
import { fileStore } from "./file-store.ts";
import { home } from "../files/home.ts";
import { keychain, type KeychainOptions } from "./keychain.ts";
import { noStore } from "./no-store.ts";
import { readPassphrase, readSetting } from "./environment.ts";
import type { CredentialStore } from "./store.ts";

/** By `SOCIAL_ANALYTICS_CREDENTIAL_STORE`. @throws ToolError `invalid_input` for a value in none of its three forms. */
export function chooseStore(options: KeychainOptions): CredentialStore {
  const { environment } = options;
  const chosen = readSetting(environment, "CREDENTIAL_STORE") ?? "keychain";
  if (chosen === "keychain") return keychain(options);
  if (chosen === "none") return noStore();
  const [, path] = /^file:(.+)$/.exec(chosen) ?? [];
  if (path === undefined) {
    throw inputError(
      `SOCIAL_ANALYTICS_CREDENTIAL_STORE is ${JSON.stringify(chosen.slice(0, 80))}`,
      "Tell the user to set it to keychain, to file:PATH, to redis, or to none.",
    );
  }
  return fileStore({
    path: path.startsWith("~/") ? join(home(), path.slice(2)) : resolve(path),
    passphrase: readPassphrase(environment),
  });
}

/** Chooses the store of the logins: the keychain, a file that the user names, or none. */
import { inputError, ToolError } from "../errors/tool-error.ts";
import { join, resolve } from "node:path";
import { fileStore } from "./file-store.ts";
import { home } from "../files/home.ts";
import { keychain, type KeychainOptions } from "./keychain.ts";
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

const noCredentials = (): ToolError =>
  new ToolError(
    "not_logged_in",
    "there are no credentials in the environment, and no store of logins",
    "Tell the user to enter the base URL, the token and the secret in the settings of this server in the client (in Claude Desktop: Settings, Extensions), or to switch on the sandbox there.",
  );

const nothingStored = (): ToolError =>
  inputError(
    "SOCIAL_ANALYTICS_CREDENTIAL_STORE is none, so that no login is stored",
    "Tell the user to set it to keychain or to file:PATH.",
  );

/** @returns a store without logins. Changing it throws ToolError `invalid_input`. */
const noStore = (): CredentialStore => ({
  name: 'the store "none"',
  trouble: "store_unreachable",
  get: () => Promise.reject(noCredentials()),
  set: () => Promise.reject(nothingStored()),
  delete: () => Promise.reject(nothingStored()),
  accounts: () => Promise.resolve([]),
  ready: () => Promise.reject(nothingStored()),
  locked: () => Promise.reject(nothingStored()),
});

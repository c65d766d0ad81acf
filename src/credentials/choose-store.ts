/** Chooses the store of the logins. */
import { inputError, ToolError, tellUser } from "../errors/tool-error.ts";
import { join, resolve } from "node:path";
import { fileStore } from "./file-store.ts";
import { home } from "../files/home.ts";
import { keychain, type KeychainOptions } from "./keychain.ts";
import { readPassphrase, readSetting } from "./environment.ts";
import type { CredentialStore } from "./store.ts";

interface StoreOptions extends KeychainOptions {
  readonly redis: () => Promise<CredentialStore>;
}

/** @throws ToolError `invalid_input` if `SOCIAL_ANALYTICS_CREDENTIAL_STORE` names no store. */
export async function chooseStore(options: StoreOptions): Promise<CredentialStore> {
  const { environment, redis } = options;
  const chosen = readSetting(environment, "CREDENTIAL_STORE") ?? "keychain";
  if (chosen === "keychain") return keychain(options);
  if (chosen === "redis") return redis();
  if (chosen === "none") return noStore;
  const [, path] = /^file:(.+)$/s.exec(chosen) ?? [];
  if (path !== undefined) {
    const absolute = path.startsWith("~/") ? join(home(), path.slice(2)) : resolve(path);
    return fileStore(absolute, readPassphrase(environment));
  }
  throw inputError(
    `SOCIAL_ANALYTICS_CREDENTIAL_STORE is ${JSON.stringify(chosen.slice(0, 80))}`,
    tellUser`Set it to keychain, to file:PATH, to redis, or to none.`,
  );
}

const noCredentials = (): ToolError =>
  new ToolError(
    "not_logged_in",
    "there are no credentials in the environment, and no store of logins",
    tellUser`Enter the base URL, the token and the secret in the settings of this server in the client (in Claude Desktop: Settings, Extensions), or switch on the sandbox there.`,
  );

const nothingStored = async (): Promise<never> => {
  throw inputError(
    "SOCIAL_ANALYTICS_CREDENTIAL_STORE is none, so that no login is stored",
    tellUser`Set it to keychain or to file:PATH.`,
  );
};

/** A store without logins. Changing it throws ToolError `invalid_input`. */
const noStore: CredentialStore = {
  name: 'the store "none"',
  trouble: "store_unreachable",
  get: () => Promise.reject(noCredentials()),
  set: nothingStored,
  delete: nothingStored,
  accounts: () => Promise.resolve([]),
  ready: nothingStored,
  locked: nothingStored,
};

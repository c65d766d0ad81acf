/** Chooses the store of the logins. */
import { inputError, ToolError, tellUser } from "../../base/errors/tool-error.ts";
import { join, resolve } from "node:path";
import { fileStore } from "./file-store.ts";
import { home } from "../../base/files/home.ts";
import { keychain, type KeychainOptions } from "./keychain.ts";
import { readPassphrase, readSetting } from "./settings.ts";
import type { CredentialStore } from "./store.ts";

/** The stores, as `SOCIAL_ANALYTICS_CREDENTIAL_STORE` names them. */
const forms = { keychain: "keychain", file: "file:PATH", redis: "redis", none: "none" } as const;

type StoreName = keyof typeof forms;
const isStore = (name: string): name is StoreName => Object.hasOwn(forms, name);

interface StoreOptions extends KeychainOptions {
  readonly redis: () => Promise<CredentialStore>;
}

/** @throws ToolError `invalid_input` for a value of the variable that is in none of the forms. */
export async function chooseStore(options: StoreOptions): Promise<CredentialStore> {
  const { environment, redis } = options;
  const chosen = readSetting(environment, "CREDENTIAL_STORE") ?? "keychain";
  const pathOf = (path: string): string =>
    path.startsWith("~/") ? join(home(), path.slice(2)) : resolve(path);
  const stores: Readonly<
    Record<StoreName, (path: string) => CredentialStore | Promise<CredentialStore>>
  > = {
    keychain: () => keychain(options),
    file: (path) => fileStore(pathOf(path), readPassphrase(environment)),
    redis,
    none: () => noStore,
  };
  const [, name = "", path] = /^(\w+)(?::(.+))?$/s.exec(chosen) ?? [];
  if (isStore(name) && forms[name].endsWith(":PATH") === (path !== undefined))
    return stores[name](path ?? "");
  const formNames = Object.values(forms);
  throw inputError(
    `SOCIAL_ANALYTICS_CREDENTIAL_STORE is ${JSON.stringify(chosen.slice(0, 80))}`,
    tellUser`Set it to ${formNames.slice(0, -1).join(", to ")}, or to ${String(formNames.at(-1))}.`,
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

/** Finds the credential of a process: the named login, else the environment's, else the login `default`. */
import { parseBaseUrl } from "../api/base-url.ts";
import { ToolError, tellUser } from "../../base/errors/tool-error.ts";
import { environmentCredentials } from "./environment.ts";
import { readSetting } from "./settings.ts";
import type { Credentials } from "./environment.ts";
import type { Environment } from "./settings.ts";
import { readLogin, type Login } from "./login.ts";
import { some } from "../../base/text/words.ts";
import { StoredAuthorization, type StoredParts } from "./stored-login.ts";
import { checkAccount, defaultAccount, loginCommand, type CredentialStore } from "./store.ts";

export interface Sources extends Pick<StoredParts, "now" | "refresh" | "uninterrupted"> {
  readonly environment: Environment;
  /** From the command line, or from the equivalent variables. */
  readonly baseUrl: string | undefined;
  readonly account: string | undefined;
  readonly store: () => Promise<CredentialStore>;
}

export interface Found extends Credentials {
  /** As it appears in a sentence. */
  readonly origin: string;
  /** Present if the credential comes from a store. */
  readonly stored?: { readonly account: string; readonly login: () => Login };
}

/**
 * Never falls back to another source: a credential that is half set or cannot be read is an error.
 * @throws ToolError `not_logged_in`, `keychain_unreachable`, `store_unreachable` or `invalid_input`.
 */
export async function findCredentials(sources: Sources): Promise<Found> {
  const { environment, baseUrl } = sources;
  const isNamed = sources.account !== undefined;
  const credentials = isNamed ? undefined : environmentCredentials(environment, baseUrl);
  if (credentials !== undefined) return { ...credentials, origin: "the environment" };
  const account = checkAccount(sources.account ?? defaultAccount);
  const store = await sources.store();
  const wanted = baseUrl ?? readSetting(environment, "BASE_URL");
  const login = await readLogin(store, account).catch(async (error: unknown) => {
    throw await otherLoginsError(error, store, account);
  });
  if (wanted !== undefined && parseBaseUrl(wanted).href !== login.baseUrl)
    throw new ToolError(
      "not_logged_in",
      `the login ${account} is for ${login.baseUrl}, not for ${parseBaseUrl(wanted).href}`,
      tellUser`Unset the base URL, or log in to it under another name (${{ command: "login --account NAME" }}) and start the server with that name.`,
    );
  const authorization = new StoredAuthorization(login, { ...sources, store, account });
  return {
    baseUrl: new URL(login.baseUrl),
    authorization,
    origin: store.name,
    stored: { account, login: () => authorization.login },
  };
}

/** Names the other logins of the store if this one is missing. */
async function otherLoginsError(
  failure: unknown,
  store: CredentialStore,
  account: string,
): Promise<unknown> {
  if (!(failure instanceof ToolError) || failure.code !== "not_logged_in") return failure;
  const accounts = await store.accounts().catch((): string[] => []);
  if (accounts.length === 0) return failure;
  const advice = tellUser`Name one of its logins (${some(accounts, 10)}) with --account or SOCIAL_ANALYTICS_ACCOUNT, or log in under this name (${loginCommand(account)}).`;
  return new ToolError(failure.code, failure.problem, advice);
}

/** Finds the credentials: a named login, the environment's, or the default login of the store. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chooseStore } from "../../suite/credentials/choose-store.ts";
import { environmentCredentials } from "../../suite/credentials/environment.ts";
import { readSetting, type Environment } from "../../suite/credentials/settings.ts";

import { findCredentials, type Found } from "../../suite/credentials/find.ts";
import type { Login, OAuthLogin } from "../../suite/credentials/login.ts";
import type { CredentialStore } from "../../suite/credentials/store.ts";
import { GrantRefused } from "../../suite/credentials/stored-login.ts";
import { internalError, ToolError } from "../../base/errors/tool-error.ts";
import { keychainEntryLength } from "../../base/platform/keychain-limits.ts";
import type { ServeOptions } from "../../sandbox/http.ts";
import { statePart } from "./folders.ts";
import type { ConnectionSettings } from "../terminal/shared-flags.ts";
import { uninterrupted } from "../terminal/signals.ts";

/** Time limits of one call to the keychain, in milliseconds. A person may have to answer a prompt. */
export const patience = { agent: 3000, person: 30_000 };
const reachPatience = 5000;

const keychainHelper = new URL("./keychain-helper.js", import.meta.url);

/** @throws ToolError for a SOCIAL_ANALYTICS_CREDENTIAL_STORE that is not a store. */
export const storeOf = (
  environment: Environment,
  waiting = patience.agent,
): Promise<CredentialStore> =>
  chooseStore({
    environment: { ...sessionBus(), ...environment },
    patience: waiting,
    reachPatience,
    entryLength: keychainEntryLength(process.platform),
    lockFolder: () => statePart("locks"),
    helper: { node: process.execPath, script: fileURLToPath(keychainHelper) },
    redis: async () => (await import("./redis.ts")).redisLogins(environment),
  });

/** Hosts start servers with few variables: the default is the socket that desktops use. */
function sessionBus(): Environment {
  const socket = `/run/user/${process.getuid?.()}/bus`;
  return existsSync(socket) ? { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` } : {};
}

/** @throws ToolError `not_logged_in`, `keychain_unreachable`, `store_unreachable` or `invalid_input`. */
export async function credentialsOf(settings: ConnectionSettings): Promise<Found> {
  if (settings.useSandbox) return sandboxCredentials(settings.sandbox);
  const { environment, baseUrl, account } = settings;
  // Rejects a placeholder that the host did not replace.
  readSetting(environment, "ACCOUNT");
  const sources = { environment, baseUrl, account, store: () => storeOf(environment) };
  return findCredentials({ ...sources, refresh, uninterrupted, now: Date.now });
}

/** `from the keychain, login work`. */
export const sourceOf = ({ origin, stored }: Found): string =>
  `from ${origin}${stored === undefined ? "" : `, login ${stored.account}`}`;

async function sandboxCredentials(options: ServeOptions): Promise<Found> {
  const { serveSandbox } = await import("../../sandbox/http.ts");
  const served = await serveSandbox(options);
  served.unref();
  const credentials = environmentCredentials(served.environment);
  if (credentials === undefined) throw internalError("the sandbox has no credentials");
  return { ...credentials, origin: "the embedded sandbox" };
}

/** Loads `openid-client` when a token has expired. */
async function refresh(login: OAuthLogin): Promise<OAuthLogin> {
  const { refreshLogin } = await import("../../suite/credentials/oauth/authorization-server.ts");
  return refreshLogin(login, Date.now);
}

/** Revokes the tokens of a login. Returns null for a token and secret, which cannot be revoked, and a sentence on the tokens. */
export async function revoke(
  stored: Login | Promise<Login>,
): Promise<[isRevoked: boolean | null, note: string]> {
  try {
    const login = await stored;
    if (login.scheme === "basic") return [null, "Running servers use it until they are restarted."];
    const { revokeLogin } = await import("../../suite/credentials/oauth/authorization-server.ts");
    await revokeLogin(login);
    return [true, "Its tokens are revoked."];
  } catch (error) {
    if (error instanceof GrantRefused) return [true, "Its tokens had expired."];
    if (!(error instanceof ToolError)) throw error;
    return [false, `Its tokens are not revoked: ${error.problem}.`];
  }
}

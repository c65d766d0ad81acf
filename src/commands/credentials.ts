/** Puts together where credentials come from: a named login, the environment, the chosen store. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseStore } from "../credentials/choose-store.ts";
import type { Environment } from "../credentials/credentials.ts";
import { environmentCredentials } from "../credentials/environment.ts";
import { findCredentials, type Found } from "../credentials/find.ts";
import type { OAuthLogin } from "../credentials/login.ts";
import { readSetting } from "../credentials/settings.ts";
import type { CredentialStore } from "../credentials/store.ts";
import { stateFolder } from "./folders.ts";
import type { Options } from "./options.ts";
import { uninterrupted } from "./signals.ts";

/** Milliseconds for one call to the keychain: an agent waits, or a person who may have to answer a prompt. */
export const patience = { agent: 3000, person: 30_000 } as const;

/** @throws ToolError where the choice cannot be understood. */
export const storeOf = (
  { environment }: Options,
  waiting: number = patience.agent,
): CredentialStore =>
  chooseStore({
    environment: { ...sessionBus(), ...environment },
    patience: waiting,
    lockFolder: () => join(stateFolder(), "locks"),
    helper: {
      node: process.execPath,
      script: fileURLToPath(new URL("./keychain-helper.js", import.meta.url)),
    },
  });

/** Hosts start servers with few variables: where the bus is not named, it is looked for where desktops put it. */
function sessionBus(): Environment {
  const socket = `/run/user/${process.getuid?.()}/bus`;
  return existsSync(socket) ? { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` } : {};
}

/** @throws ToolError `not_logged_in`, `keychain_unreachable` or `invalid_input`. */
export async function credentialsOf(options: Options): Promise<Found> {
  if (options.useSandbox) return sandbox(options);
  // A placeholder is named as such.
  readSetting(options.environment, "ACCOUNT");
  return findCredentials({
    environment: options.environment,
    baseUrl: options.baseUrl,
    account: options.account,
    store: () => storeOf(options),
    refresh,
    uninterrupted,
    now: Date.now,
  });
}

async function sandbox(options: Options): Promise<Found> {
  const { serveSandbox } = await import("../sandbox/http.ts");
  const served = await serveSandbox(options.sandbox);
  served.unref();
  const credentials = environmentCredentials(served.environment);
  if (credentials === undefined) throw new Error("the sandbox names no credentials");
  return { ...credentials, origin: "the embedded sandbox" };
}

/** `openid-client` is loaded when a token has aged. */
async function refresh(login: OAuthLogin): Promise<OAuthLogin> {
  const { refreshLogin } = await import("../credentials/oauth/authorization-server.ts");
  return refreshLogin(login, Date.now);
}

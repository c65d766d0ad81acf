/** A login of the sandbox, used by one process whose clock a test moves. */
import { refreshLogin } from "../../src/suite/credentials/oauth/authorization-server.ts";
import { writeLogin, type OAuthLogin } from "../../src/suite/credentials/login.ts";
import { StoredAuthorization } from "../../src/suite/credentials/stored-login.ts";
import type { CredentialStore } from "../../src/suite/credentials/store.ts";
import { logIn, memoryStore, serveOAuth } from "./oauth.ts";

export const second = 1000;

export const day = 24 * 60 * 60 * second;

export const start = Date.parse("2026-11-20T12:00:00Z");

export interface Used {
  readonly authorization: StoredAuthorization;
  readonly store: ReturnType<typeof memoryStore>;
  /** Of the sandbox, which keeps real time. */
  readonly login: OAuthLogin;
  clock: number;
  refreshed: number;
}

/** A login of the sandbox, used by one process whose clock the test moves. */
export async function inUse(
  refresh = refreshLogin,
  wrap = (store: CredentialStore): CredentialStore => store,
): Promise<Used> {
  const served = await serveOAuth({ oauth: { rotateAlways: true } });
  const store = memoryStore();
  const login = await logIn(served, () => start);
  await writeLogin(store, "default", login);
  const used: Used = {
    authorization: new StoredAuthorization(login, parts()),
    store,
    login,
    clock: start,
    refreshed: 0,
  };
  return used;

  function parts(): ConstructorParameters<typeof StoredAuthorization>[1] {
    return {
      store: wrap(store),
      account: "default",
      now: () => used.clock,
      uninterrupted: (work) => work(),
      refresh: (oldLogin) => {
        used.refreshed += 1;
        return refresh(oldLogin, () => used.clock);
      },
    };
  }
}

/** Logs out: revokes the tokens, then deletes the login. */
import { ToolError } from "../catalog/errors.ts";
import { withLock } from "../credentials/lock.ts";
import { readLogin, type Login } from "../credentials/login.ts";
import { checkAccount, defaultAccount } from "../credentials/store.ts";
import { patience, storeOf } from "./credentials.ts";
import type { Options } from "./options.ts";
import { report, type Report } from "./report.ts";

export const logout = (options: Options): Promise<void> => report(options, () => logOut(options));

async function logOut(options: Options): Promise<Report> {
  const account = checkAccount(options.account ?? defaultAccount);
  const store = storeOf(options, patience.person);
  return withLock(store.lockFile(account), async () => {
    if ((await store.get(account)) === undefined) {
      const text = `${store.name} holds no login named ${account}: nothing to do.`;
      return { text, json: { account, deleted: false, revoked: false } };
    }
    const problem = await revoke(() => readLogin(store, account));
    await store.delete(account);
    const text = `Logged out: the login ${account} is deleted from ${store.name}.`;
    return {
      text: problem === undefined ? text : `${text} Its tokens were not revoked: ${problem}.`,
      json: { account, deleted: true, revoked: problem === undefined },
    };
  });
}

/** What kept the tokens from being revoked: they end by themselves then. Token and secret of Basic cannot be. */
async function revoke(read: () => Promise<Login>): Promise<string | undefined> {
  try {
    const login = await read();
    if (login.scheme === "basic") return undefined;
    const { revokeLogin } = await import("../credentials/oauth/authorization-server.ts");
    await revokeLogin(login);
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return error.problem;
    throw error;
  }
}

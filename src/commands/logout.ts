/** Logs out: revokes the tokens, then deletes the login. */
import { ToolError } from "../errors/tool-error.ts";
import { withLock } from "../files/lock.ts";
import { readLogin, type Login } from "../credentials/login.ts";
import { GrantRefused } from "../credentials/stored.ts";
import { checkAccount, defaultAccount } from "../credentials/store.ts";
import { patience, storeOf } from "./credentials.ts";
import type { Options } from "./options.ts";
import { report, withoutSandbox, type Report } from "./report.ts";

export const logout = (options: Options): Promise<void> => report(options, () => logOut(options));

async function logOut(options: Options): Promise<Report> {
  withoutSandbox(options);
  const account = checkAccount(options.account ?? defaultAccount);
  const store = storeOf(options, patience.person);
  return withLock(store.lockFile(account), async () => {
    if ((await store.get(account)) === undefined) {
      const text = `${store.name} holds no login named ${account}: nothing to do.`;
      return { text, json: { account, deleted: false, revoked: false } };
    }
    const { revoked, told } = await revoke(() => readLogin(store, account));
    await store.delete(account);
    return {
      text: `Logged out: the login ${account} is deleted from ${store.name}. ${told}`,
      json: { account, deleted: true, revoked },
    };
  });
}

/** Null where there is nothing that could be revoked: running servers keep token and secret in memory. */
async function revoke(
  read: () => Promise<Login>,
): Promise<{ revoked: boolean | null; told: string }> {
  try {
    const login = await read();
    if (login.scheme === "basic") {
      return { revoked: null, told: "Servers that are running keep it until they are restarted." };
    }
    const { revokeLogin } = await import("../credentials/oauth/authorization-server.ts");
    await revokeLogin(login);
    return { revoked: true, told: "Its tokens are revoked." };
  } catch (error) {
    if (error instanceof GrantRefused) return { revoked: true, told: "Its tokens had ended." };
    if (!(error instanceof ToolError)) throw error;
    return { revoked: false, told: `Its tokens are not revoked: ${error.problem}.` };
  }
}

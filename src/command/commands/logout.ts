/** Revokes the tokens, then deletes the login. */
import { readLogin } from "../../suite/credentials/login.ts";
import type { CredentialStore } from "../../suite/credentials/store.ts";
import { patience, revoke, storeOf } from "../compose/credentials.ts";
import { defineCommand } from "../terminal/command.ts";
import { toggle, UsageError } from "../terminal/flags.ts";
import type { Report } from "../terminal/report.ts";
import { jsonFlag, loginFlags, readAccount } from "../terminal/shared-flags.ts";

export const command = defineCommand({
  name: "logout",
  summary: "revoke and delete a stored login",
  examples: ["", "--account agency", "--all"],
  // oxlint-disable-next-line id-denylist -- the flag --all
  flags: { account: loginFlags.account, all: toggle("every login of the store"), ...jsonFlag },
  async run(input) {
    const store = await storeOf(input.environment, patience.person);
    if (!input.values.all) return logOut(store, readAccount(input));
    if (input.flagTexts.has("account"))
      throw new UsageError("--all and --account exclude each other");
    return logOutAll(store);
  },
});

async function logOutAll(store: CredentialStore): Promise<Report> {
  const reports: Report[] = [];
  for (const account of await store.accounts()) reports.push(await logOut(store, account));
  await store.tidy?.();
  const text = reports.map((report) => report.text).join("\n");
  return {
    text: text || `${store.name} holds no login: nothing to delete.`,
    json: { logins: reports.map(({ json }) => json) },
  };
}

async function logOut(store: CredentialStore, account: string): Promise<Report> {
  // Without a login, no lock leaves a folder.
  if (!(await store.accounts()).includes(account)) {
    const text = `${store.name} holds no login named ${account}: nothing to delete.`;
    return { text, json: { account, deleted: false, revoked: false } };
  }
  return store.locked(account, async () => {
    const [revoked, note] = await revoke(readLogin(store, account));
    await store.delete(account);
    const text = `Logged out: the login ${account} is deleted from ${store.name}. ${note}`;
    return { text, json: { account, deleted: true, revoked } };
  });
}

/** Stored logins of a sandbox's users, in a file that a started program reads. */
import { join } from "node:path";
import { fileStore } from "../../src/suite/credentials/file-store.ts";
import { writeLogin } from "../../src/suite/credentials/login.ts";
import type { ServedSandbox } from "../../src/sandbox/http.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import type { Environment } from "./process.ts";

/**
 * Stores a login of each sandbox under each of its names.
 * @param logins account names, each with the sandbox and the number of the user.
 * @returns the environment of a program that uses them.
 */
export async function storeLogins(
  folder: string,
  logins: Readonly<Record<string, { readonly sandbox: ServedSandbox; readonly user?: number }>>,
): Promise<Environment> {
  const path = join(folder, "credentials");
  for (const [account, { sandbox, user = 0 }] of Object.entries(logins)) {
    const { token = "", secret = "" } = sandbox.users[user] ?? {};
    const login = {
      scheme: "basic",
      id: crypto.randomUUID(),
      baseUrl: `${sandbox.baseUrl}/`,
    } as const;
    const secrets = { token: new Secret(token), secret: new Secret(secret) };
    await writeLogin(fileStore(path), account, { ...login, ...secrets });
  }
  return { HOME: folder, SOCIAL_ANALYTICS_CREDENTIAL_STORE: `file:${path}` };
}

/** Users, each with a home folder and a credentials file, who run the commands for credentials. */
import { createInterface } from "node:readline";
import { join } from "node:path";
import type { ServedSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "./folders.ts";
import { browse } from "./oauth.ts";
import { readAll, type Environment, type Ran } from "./process.ts";
import { start } from "./program.ts";

/** A user of a machine without a keychain. */
export function newUser(): Environment {
  const folder = temporaryFolder();
  return {
    HOME: folder,
    TMPDIR: folder,
    SOCIAL_ANALYTICS_CREDENTIAL_STORE: `file:${join(folder, "credentials")}`,
  };
}

/** A user whose token an API at this address accepts. */
export const userOf = (baseUrl: string): Environment => ({
  ...newUser(),
  SOCIAL_ANALYTICS_BASE_URL: baseUrl,
  SOCIAL_ANALYTICS_TOKEN: "a-token",
  SOCIAL_ANALYTICS_SECRET: "a-secret",
});

/** Runs `login --oauth` and opens the printed address, by default with a browser that approves. */
export async function logInByCommand(
  { baseUrl, oauth }: ServedSandbox,
  environment: Environment,
  open: (address: string) => Promise<unknown> = browse,
): Promise<Ran> {
  const words = [
    "login",
    "--oauth",
    `--base-url=${baseUrl}`,
    `--client-id=${oauth.clientId}`,
    `--redirect-uri=${oauth.redirectUri}`,
    "--no-browser",
  ];
  const child = start(words, environment);
  child.stdin.end(`${oauth.clientSecret}\n`);
  createInterface(child.stderr).on("line", (line) => {
    const [address] = /http:\S+\/auth\?\S+/.exec(line) ?? [];
    if (address !== undefined) void open(address);
  });
  return readAll(child);
}

/** A sandbox with its authorization server, a browser that follows it, and logins made through both. */
import { createServer } from "node:net";
import { onTestFinished } from "vitest";
import { withLock } from "../../src/base/files/lock.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import type { OAuthClient } from "../../src/suite/credentials/oauth/authorization-server.ts";
import { logInThroughBrowser } from "../../src/suite/credentials/oauth/browser-login.ts";
import type { OAuthLogin } from "../../src/suite/credentials/login.ts";
import type { CredentialStore } from "../../src/suite/credentials/store.ts";
import { serveSandbox, type ServedSandbox, type ServeOptions } from "../../src/sandbox/http.ts";
import { join } from "node:path";
import { temporaryFolder } from "./folders.ts";

/** Ports below those that the system gives to others meanwhile; a part for each worker, which takes each port once. */
const [first, count] = [20_000 + (Number(process.env["VITEST_POOL_ID"] ?? 0) % 4) * 3000, 3000];
let taken = Math.floor(Math.random() * count);

/** A free port, for programs that cannot choose one themselves, or that start again at the same one. */
export async function freePort(): Promise<number> {
  taken = (taken + 1) % count;
  const port = first + taken;
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Serves a sandbox that approves each login, unless the options differ. */
export async function serveOAuth(options: ServeOptions = {}): Promise<ServedSandbox> {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const oauth = { redirectUri, autoConsent: true, ...options.oauth };
  const served = await serveSandbox({ ...options, oauth });
  onTestFinished(() => served.close());
  return served;
}

export const clientOf = ({ baseUrl, oauth }: ServedSandbox): OAuthClient => ({
  baseUrl: new URL(baseUrl).href,
  clientId: oauth.clientId,
  clientSecret: new Secret(oauth.clientSecret),
});

/** Follows redirects like a browser with cookies, and returns the last page. */
export async function browse(address: string): Promise<Response> {
  const cookies = new Map<string, string>();
  for (let url = address; ;) {
    const { response, next } = await visit(url, cookies);
    if (next === undefined) return response;
    url = next;
  }
}

/** The same, but returns the address of the first page on another origin, unseen. */
export async function browseUntil(address: string, origin: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = address;
  while (new URL(url).origin !== origin) {
    const { next } = await visit(url, cookies);
    if (next === undefined) throw new Error(`${url} does not lead to ${origin}`);
    url = next;
  }
  return new URL(url);
}

async function visit(
  url: string,
  cookies: Map<string, string>,
): Promise<{ readonly response: Response; readonly next: string | undefined }> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(url, { redirect: "manual", headers: { cookie } });
  for (const set of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies.set(name, value);
  }
  const location = response.headers.get("location");
  return { response, next: location === null ? undefined : new URL(location, url).href };
}

/** For logins whose redirect URI is on this machine. */
export const nobody = (): Promise<never> => Promise.reject(new Error("nobody can be asked"));

export const logIn = (
  served: ServedSandbox,
  now: () => number = Date.now,
  redirectUri = served.oauth.redirectUri,
): Promise<OAuthLogin> =>
  logInThroughBrowser({
    client: clientOf(served),
    redirectUri,
    show: (url) => void browse(url),
    askForAddress: nobody,
    signal: AbortSignal.timeout(20_000),
    now,
  });

/** A store in this process. */
export interface MemoryStore extends CredentialStore {
  readonly texts: Map<string, string>;
  /** The file that is locked for an account. */
  readonly lockFile: (account: string) => string;
}

export function memoryStore(): MemoryStore {
  const folder = temporaryFolder();
  const texts = new Map<string, string>();
  const lockFile = (account: string): string => join(folder, account);
  return {
    texts,
    lockFile,
    ready: async () => {},
    locked: (account, work) => withLock(lockFile(account), work),
    name: "the test's store",
    trouble: "store_unreachable",
    async get(account) {
      const text = texts.get(account);
      return text === undefined ? undefined : new Secret(text);
    },
    async set(account, text) {
      texts.set(account, text.reveal());
    },
    delete: async (account) => texts.delete(account),
    accounts: async () => [...texts.keys()],
  };
}

/** Counts the requests for tokens in the sandbox's log. */
export const tokenRequests = (log: string): number =>
  log.split("\n").filter((line) => line.includes('"path":"/oauth2/0/token"')).length;

/** Login through a browser: the answer must belong to this login, and the registered address is sent unchanged. */
import { createServer } from "node:http";
import { createConnection } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { logInThroughBrowser } from "../../src/credentials/oauth/browser-login.ts";
import { listenForRedirect } from "../../src/credentials/oauth/redirect.ts";
import type { ServedSandbox } from "../../src/sandbox/http.ts";
import { serveLocally } from "../helpers/local-server.ts";
import { eventually } from "../helpers/waiting.ts";
import {
  browse,
  browseUntil,
  clientOf,
  freePort,
  logIn,
  nobody,
  serveOAuth,
} from "../helpers/oauth.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

test("a login holds the tokens and the times of their expiry", async () => {
  const served = await serveOAuth();
  const now = Date.parse("2026-11-20T12:00:00Z");

  const login = await logIn(served, () => now);

  expect(login).toMatchObject({
    scheme: "oauth",
    baseUrl: `${served.baseUrl}/`,
    accessTokenLife: 30 * 24 * 3600,
    accessTokenUntil: now + 30 * day,
    refreshTokenSince: now,
  });
  expect(login.accessToken.reveal().length).toBeGreaterThanOrEqual(43);
});

test("the consent page is opened with the parameters of the specification, and with PKCE if it is offered", async () => {
  const served = await serveOAuth();
  let shown = "";
  await logInThroughBrowser({
    client: clientOf(served),
    redirectUri: served.oauth.redirectUri,
    show: (url) => {
      shown = url;
      void browse(url);
    },
    askForAddress: nobody,
    signal: AbortSignal.timeout(20_000),
    now: Date.now,
  });

  const { searchParams } = new URL(shown);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: served.oauth.clientId,
    redirect_uri: served.oauth.redirectUri,
    response_type: "code",
    scope: "api.read offline_access",
    prompt: "consent",
    code_challenge_method: "S256",
  });
});

/** Logs in with a changed answer in the browser, and returns the error. */
async function tampered(change: (answer: URL) => void): Promise<unknown> {
  const served = await serveOAuth();
  const { redirectUri } = served.oauth;
  return logInThroughBrowser({
    client: clientOf(served),
    redirectUri,
    show: (url) => {
      const answer = new URL(redirectUri);
      answer.searchParams.set("code", "stolen");
      answer.searchParams.set("state", new URL(url).searchParams.get("state") ?? "");
      answer.searchParams.set("iss", `${served.baseUrl}/oauth2/0`);
      change(answer);
      void fetch(answer);
    },
    askForAddress: nobody,
    signal: AbortSignal.timeout(20_000),
    now: Date.now,
  }).catch((error: unknown) => error);
}

test("an answer with another state is rejected, and the wait goes on", async () => {
  const served = await serveOAuth();
  const { redirectUri } = served.oauth;
  const received: number[] = [];
  const login = logInThroughBrowser({
    client: clientOf(served),
    redirectUri,
    show: (url) => {
      void (async () => {
        const { origin } = new URL(redirectUri);
        for (const path of ["?code=x&state=forged", "?code=x", "/other"]) {
          received.push((await fetch(redirectUri + path)).status);
        }
        received.push((await fetch(`${origin}//`)).status);
        await browse(url);
      })();
    },
    askForAddress: nobody,
    signal: AbortSignal.timeout(20_000),
    now: Date.now,
  });
  await expect(login).resolves.toMatchObject({ scheme: "oauth" });
  expect(received).toEqual([400, 400, 400, 400]);
});

test("an open connection does not prevent the login from ending", async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const listener = await listenForRedirect(redirectUri, "state");
  const idle = createConnection(Number(new URL(redirectUri).port), "127.0.0.1");
  await new Promise((resolve) => idle.once("connect", resolve));
  const ended = new Promise((resolve) => idle.once("close", resolve));
  idle.resume();
  listener.close();
  await expect(ended).resolves.toBe(false);
});

test.each([
  ["another issuer", ({ searchParams }: URL) => searchParams.set("iss", "https://evil.example")],
  ["no issuer", ({ searchParams }: URL) => searchParams.delete("iss")],
])("an answer with %s is rejected before any code is exchanged", async (_what, change) => {
  expect(String(await tampered(change))).toMatch(/unauthorized: .* does not belong to this login/);
});

/** Another address of the API, whose OAuth configuration is changed. */
async function relayed(
  served: ServedSandbox,
  change: (metadata: object, here: string) => object,
): Promise<ServedSandbox> {
  const baseUrl = await serveLocally(async ({ method, url, headers, text }, response) => {
    const there = served.baseUrl + url;
    const isMetadata = url.endsWith("/openid-configuration");
    if (method === "GET" && !isMetadata) {
      response.writeHead(302, { location: there }).end();
      return;
    }
    const { authorization = "", "content-type": type = "" } = headers;
    const answer = await fetch(there, {
      method,
      headers: { authorization, "content-type": type },
      ...(method === "POST" ? { body: text } : {}),
    });
    const body = Object(await answer.json());
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(isMetadata ? change(body, `${baseUrl}/oauth2/0`) : body));
  });
  return { ...served, baseUrl };
}

test("the issuer of a configuration can have another address, if its endpoints are the API's", async () => {
  const served = await serveOAuth();
  const relay = await relayed(served, (metadata, here) => ({
    ...metadata,
    authorization_endpoint: `${here}/auth`,
    token_endpoint: `${here}/token`,
  }));
  await expect(logIn(relay)).resolves.toMatchObject({ baseUrl: `${relay.baseUrl}/` });
});

test("a configuration of another server is an error that names both addresses", async () => {
  const served = await serveOAuth();
  const relay = await relayed(served, (metadata) => metadata);
  const both = `unauthorized: the OAuth configuration at ${relay.baseUrl}/oauth2/0 is that of another server, "${served.baseUrl}/oauth2/0"`;
  await expect(logIn(relay)).rejects.toThrow(both);
});

test("a code that the server did not issue is rejected", async () => {
  expect(String(await tampered(() => {}))).toMatch(/unauthorized: .* code/);
});

test("a user who denies access gets an error that says so", async () => {
  const refusal = await tampered(({ searchParams }) => {
    searchParams.delete("code");
    searchParams.set("error", "access_denied");
  });
  expect(String(refusal)).toContain("unauthorized: access was denied");
});

test("the registered redirect URI is sent unchanged", async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}`;
  const served = await serveOAuth({ oauth: { redirectUri } });
  await expect(logIn(served)).resolves.toMatchObject({ scheme: "oauth" });
});

test("an unregistered redirect URI is an error, which the page explains", async () => {
  const served = await serveOAuth();
  const other = `http://127.0.0.1:${await freePort()}/other`;
  let page = "";
  const waiting = new AbortController();
  const login = logInThroughBrowser({
    client: clientOf(served),
    redirectUri: other,
    show: (url) => {
      void (async () => {
        page = await (await browse(url)).text();
        waiting.abort();
      })();
    },
    askForAddress: nobody,
    signal: waiting.signal,
    now: Date.now,
  });
  await expect(login).rejects.toThrow("unauthorized: no answer came from the browser");
  expect(page).toContain("redirect_uri");
});

test.each(["http://127.0.0.1/callback", "callback"])(
  "a redirect URI that this machine cannot listen on is rejected: %s",
  async (redirectUri) => {
    const served = await serveOAuth();
    await expect(logIn(served, Date.now, redirectUri)).rejects.toThrow(
      "invalid_input: the redirect URI must be an address; on this machine, it has the form",
    );
  },
);

test("a port that is in use is named", async () => {
  const served = await serveOAuth();
  const { port } = new URL(served.oauth.redirectUri);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(Number(port), "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  await expect(logIn(served)).rejects.toThrow(`invalid_input: port ${port} of the redirect URI`);
});

/** Logs in with a redirect URI that is not on this machine, with these answers of the user. */
async function pasting(answers: (arrived: URL) => readonly string[]): Promise<readonly unknown[]> {
  const redirectUri = "https://app.example.invalid/callback?from=suite";
  const served = await serveOAuth({ oauth: { redirectUri } });
  let arrived = new URL(redirectUri);
  const problems: (string | undefined)[] = [];
  const login = await logInThroughBrowser({
    client: clientOf(served),
    redirectUri,
    show: (url) => void arrive(url),
    async askForAddress(problem) {
      problems.push(problem);
      await eventually(() => expect(arrived.searchParams.has("code")).toBe(true));
      return answers(arrived)[problems.length - 1] ?? arrived.href;
    },
    signal: AbortSignal.timeout(20_000),
    now: Date.now,
  });
  return [login.scheme, ...problems];

  /** The browser's last address: nobody serves it. */
  async function arrive(url: string): Promise<void> {
    arrived = await browseUntil(url, "https://app.example.invalid");
  }
}

test("with a redirect URI elsewhere, the user pastes the address to which the browser was sent", async () => {
  expect(await pasting(() => [])).toEqual(["oauth", undefined]);
});

test("an address that is not the answer to this login is asked for again", async () => {
  const withState = (url: URL, state: string): string => {
    const changed = new URL(url);
    changed.searchParams.set("state", state);
    return changed.href;
  };
  const outcome = await pasting((arrived) => [
    "the code",
    "https://elsewhere.example.invalid/callback?code=x",
    withState(arrived, "forged"),
    `  ${arrived.href}\n`,
  ]);
  const incomplete = expect.stringContaining("not the whole address");
  const forged = expect.stringContaining("does not belong to this login");
  expect(outcome).toEqual(["oauth", undefined, incomplete, incomplete, forged]);
});

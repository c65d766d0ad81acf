/** Login through a browser: the answer must belong to this login. */
import { createConnection } from "node:net";
import { expect, test } from "vitest";
import { logInThroughBrowser } from "../../src/suite/credentials/oauth/browser-login.ts";
import { listenForRedirect } from "../../src/suite/credentials/oauth/redirect.ts";
import type { ServedSandbox } from "../../src/sandbox/http.ts";
import { serveLocally } from "../helpers/local-server.ts";
import { browse, clientOf, freePort, logIn, nobody, serveOAuth } from "../helpers/oauth.ts";

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

test.each([
  ["access_denied", "unauthorized: access was denied\n"],
  ["server_error", 'unauthorized: the login was rejected: "server_error"\n'],
])("an error with the state of the login ends it: %s", async (code, problem) => {
  const error = await tampered(({ searchParams }) => {
    searchParams.delete("code");
    searchParams.set("error", code);
  });
  expect(String(error)).toContain(problem);
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

/** The sandbox's authorization server follows the specification (Scheme 2, and the rate limit headers). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listenForRedirect } from "../../src/suite/credentials/oauth/redirect.ts";
import type { ServedSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { browse, clientOf, logIn, serveOAuth } from "../helpers/oauth.ts";

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

const post = (
  served: ServedSandbox,
  path: string,
  form: Record<string, string>,
): Promise<Response> => {
  const { clientId, clientSecret } = clientOf(served);
  return fetch(`${served.baseUrl}/oauth2/0${path}`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret.reveal()}`)}` },
    body: new URLSearchParams(form),
  });
};

const refresh = (served: ServedSandbox, token: string): Promise<Response> =>
  post(served, "/token", { grant_type: "refresh_token", refresh_token: token });

async function tokensOf(response: Response): Promise<Tokens> {
  expect(response.status).toBe(200);
  const answer: Tokens = JSON.parse(await response.text());
  return answer;
}

/** Returns the refresh token and the access token of a new login. */
async function tokens(served: ServedSandbox): Promise<{ refresh: string; access: string }> {
  const login = await logIn(served);
  return { refresh: login.refreshToken?.reveal() ?? "", access: login.accessToken.reveal() };
}

const ask = (served: ServedSandbox, accessToken: string): Promise<Response> =>
  fetch(`${served.baseUrl}/3/user/me`, { headers: { authorization: `Bearer ${accessToken}` } });

test("the configuration contains the addresses and features of the specification", async () => {
  const served = await serveOAuth();
  const root = `${served.baseUrl}/oauth2/0`;
  const response = await fetch(`${root}/.well-known/openid-configuration`);
  expect(await response.json()).toMatchObject({
    issuer: root,
    authorization_endpoint: `${root}/auth`,
    token_endpoint: `${root}/token`,
    revocation_endpoint: `${root}/token/revocation`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
  });
});

test("tokens are opaque and valid for 30 days by default", async () => {
  const usual = await serveOAuth();
  const { refresh: token } = await tokens(usual);
  const renewed = await tokensOf(await refresh(usual, token));
  expect(renewed.expires_in).toBe(30 * 24 * 60 * 60);
  expect(renewed.access_token).toMatch(/^[\w-]{43,}$/);
  expect(renewed.refresh_token).toBe(token);

  const short = await serveOAuth({ oauth: { accessTokenSeconds: 5, refreshTokenSeconds: 50 } });
  const shortened = await tokensOf(await refresh(short, (await tokens(short)).refresh));
  expect(shortened.expires_in).toBe(5);
});

test("without the scope offline_access there is no refresh token", async () => {
  const served = await serveOAuth();
  const { clientId } = clientOf(served);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: served.oauth.redirectUri,
    response_type: "code",
    scope: "api.read",
    state: "s",
  });
  const listener = await listenForRedirect(served.oauth.redirectUri, "s");
  await browse(`${served.baseUrl}/oauth2/0/auth?${query.toString()}`);
  const { searchParams } = await listener.arrived();
  listener.close();
  const answer = await post(served, "/token", {
    grant_type: "authorization_code",
    code: searchParams.get("code") ?? "",
    redirect_uri: served.oauth.redirectUri,
  });
  const granted = await tokensOf(answer);
  expect(granted).not.toHaveProperty("refresh_token");
  expect((await ask(served, granted.access_token)).status).toBe(200);
});

test("reuse of an old refresh token revokes all tokens of the login", async () => {
  const served = await serveOAuth({ oauth: { rotateAlways: true } });
  const { refresh: first, access } = await tokens(served);
  const second = await tokensOf(await refresh(served, first));
  expect(second.refresh_token).not.toBe(first);
  expect((await ask(served, second.access_token)).status).toBe(200);

  const replayed = await refresh(served, first);

  expect(replayed.status).toBe(400);
  expect(await replayed.json()).toMatchObject({ error: "invalid_grant" });
  for (const token of [access, second.access_token]) {
    expect((await ask(served, token)).status).toBe(401);
  }
  expect((await refresh(served, second.refresh_token)).status).toBe(400);
});

test("revocation always answers 200 and revokes the token", async () => {
  const served = await serveOAuth();
  const { access } = await tokens(served);
  expect((await post(served, "/token/revocation", { token: "unknown" })).status).toBe(200);
  expect((await post(served, "/token/revocation", {})).status).toBe(200);
  expect((await ask(served, access)).status).toBe(200);
  expect((await post(served, "/token/revocation", { token: access })).status).toBe(200);
  expect((await ask(served, access)).status).toBe(401);
});

test("answers to Bearer requests have rate limit headers, and a spent quota is 429 with Retry-After", async () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const served = await serveOAuth({ quotas: { account: 5, user: 2 }, now: () => now });
  const { access } = await tokens(served);
  const answers = [await ask(served, access), await ask(served, access), await ask(served, access)];
  const shown = answers.map(({ status, headers }) => [
    status,
    headers.get("x-ratelimit-limit"),
    headers.get("x-ratelimit-remaining"),
    headers.get("x-ratelimit-reset"),
    headers.get("retry-after"),
  ]);
  const limit = "2, 2;window=3600, 5;window=3600";
  expect(shown).toEqual([
    [200, limit, "1", "3600", null],
    [200, limit, "0", "3600", null],
    [429, limit, "0", "3600", "3600"],
  ]);
});

test("answers to Basic requests have no rate limit headers, and an unknown access token is rejected", async () => {
  const served = await serveOAuth();
  const basic = await fetch(`${served.baseUrl}/3/user/me`, {
    headers: { authorization: `Basic ${btoa("sandbox-token-1:sandbox-secret-1")}` },
  });
  expect(basic.status).toBe(200);
  expect(basic.headers.get("x-ratelimit-limit")).toBeNull();
  expect((await ask(served, "unknown")).status).toBe(401);
});

test("the log has one line per request and contains no secrets", async () => {
  const log = join(temporaryFolder(), "requests.log");
  const served = await serveOAuth({ log });
  const { access, refresh: token } = await tokens(served);
  await ask(served, access);
  await refresh(served, token);

  const text = readFileSync(log, "utf8");

  const lines = text
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ method: "GET", path: "/3/user/me", status: 200 }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ method: "POST", path: "/oauth2/0/token", status: 200 }),
  );
  const { clientSecret } = clientOf(served);
  for (const secret of [access, token, clientSecret.reveal(), "code=", "state="]) {
    expect(text).not.toContain(secret);
  }
});

/** What the authorization server is sent, and what each of its rejections means for the user. */
import { expect, test } from "vitest";
import type { OAuthLogin } from "../../src/suite/credentials/login.ts";
import {
  refreshLogin,
  revokeLogin,
} from "../../src/suite/credentials/oauth/authorization-server.ts";
import { GrantRefused } from "../../src/suite/credentials/stored-login.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { serveLocally, type Listener, type Received } from "../helpers/local-server.ts";
import { logIn, serveOAuth } from "../helpers/oauth.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

async function loginAt(listener: Listener): Promise<OAuthLogin> {
  return {
    scheme: "oauth",
    id: "login",
    baseUrl: `${await serveLocally(listener)}/`,
    clientId: "client+1",
    clientSecret: new Secret("client/secret of tests"),
    accessToken: new Secret("access-token-of-tests"),
    accessTokenUntil: now,
    accessTokenLife: 3600,
    scope: "api.read offline_access",
    refreshToken: new Secret("refresh-token-of-tests"),
    refreshTokenSince: 1,
  };
}

const answering =
  (status: number, content: object, headers: Readonly<Record<string, string>> = {}): Listener =>
  (_received, response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(content));

const renewing = async (listener: Listener): Promise<OAuthLogin> =>
  refreshLogin(await loginAt(listener), () => now);

test("a renewal sends the refresh token, with id and secret as they are", async () => {
  const received: Received[] = [];
  const tokens = { access_token: "new-access-token", token_type: "bearer", expires_in: 60 };
  const login = await renewing((request, response) => {
    received.push(request);
    answering(200, tokens)(request, response);
  });
  const [sent] = received;
  expect(sent?.url).toBe("/oauth2/0/token");
  expect(sent?.headers.authorization).toBe(`Basic ${btoa("client+1:client/secret of tests")}`);
  expect(Object.fromEntries(new URLSearchParams(sent?.text))).toMatchObject({
    grant_type: "refresh_token",
    refresh_token: "refresh-token-of-tests",
  });
  // An answer without a refresh token, or with the same one, leaves its age as it is.
  expect(login).toMatchObject({
    id: "login",
    scope: "api.read offline_access",
    refreshTokenSince: 1,
  });
  expect(login.refreshToken?.reveal()).toBe("refresh-token-of-tests");
  expect(login.accessTokenUntil).toBe(now + 60_000);
});

test("a new refresh token and a new scope are taken from the answer", async () => {
  const tokens = {
    access_token: "a-new-token",
    token_type: "bearer",
    refresh_token: "the-next-token",
  };
  const login = await renewing(answering(200, { ...tokens, scope: "api.read" }));
  expect(login.refreshToken?.reveal()).toBe("the-next-token");
  expect(login).toMatchObject({ scope: "api.read", refreshTokenSince: now });
});

test("a login without a refresh token is not renewed", async () => {
  const { refreshToken: _, ...login } = await loginAt(() => expect.unreachable());
  await expect(refreshLogin(login, () => now)).rejects.toBeInstanceOf(GrantRefused);
});

test("logging out revokes both tokens, the one that renews first", async () => {
  const received: Received[] = [];
  const login = await loginAt((request, response) => {
    received.push(request);
    response.writeHead(200).end();
  });
  await revokeLogin(login);
  expect(received.map(({ url }) => url)).toEqual([
    "/oauth2/0/token/revocation",
    "/oauth2/0/token/revocation",
  ]);
  const tokens = received.map(({ text }) => new URLSearchParams(text).get("token"));
  expect(tokens).toEqual(["refresh-token-of-tests", "access-token-of-tests"]);
  const { refreshToken: _, ...single } = login;
  await revokeLogin(single);
  expect(received).toHaveLength(3);
});

const again =
  "Tell the user: check the client id and secret, then run social-analytics-mcp login again.";
const elsewhere = "Tell the user: check the base URL and the network, then try again.";

test.each([
  [
    "the client",
    answering(401, { error: "invalid_client" }, { "www-authenticate": 'Basic realm="x"' }),
    `unauthorized: the authorization server rejected the client id and secret\n${again}`,
  ],
  [
    "the request",
    answering(400, { error: "invalid_scope" }),
    `unauthorized: the authorization server rejected the request: "invalid_scope"\n${again}`,
  ],
  [
    "the path",
    answering(404, {}),
    `upstream_failed: 127.0.0.1:PORT did not answer like an authorization server\n${elsewhere}`,
  ],
  [
    "everything",
    (_received: Received, response: Parameters<Listener>[1]) => response.destroy(),
    `upstream_failed: 127.0.0.1:PORT closed the connection\nRetry once.`,
  ],
])("a server that rejects %s", async (_what, listener, expected) => {
  const login = await loginAt(listener);
  const text = expected.replace("PORT", new URL(login.baseUrl).port);
  await expect(refreshLogin(login, () => now)).rejects.toThrow(
    expect.objectContaining({ message: expect.stringContaining(text) }),
  );
});

test("a refused grant is told from other rejections", async () => {
  await expect(renewing(answering(400, { error: "invalid_grant" }))).rejects.toThrow(
    new GrantRefused("the grant was rejected"),
  );
});

test.each([
  ["a token of another type", { access_token: "a-token", refresh_token: 7 }],
  ["an empty one", { access_token: "a-token", refresh_token: "" }],
])("%s cannot be used", async (_what, tokens) => {
  await expect(renewing(answering(200, { token_type: "bearer", ...tokens }))).rejects.toThrow(
    /^upstream_failed: the authorization server sent a token that no header can carry\nTell the user: check the base URL, then log in again \(social-analytics-mcp login\)\.$/,
  );
});

test("a life of nothing counts as none", async () => {
  const tokens = { access_token: "a-token", token_type: "bearer", expires_in: 0 };
  expect((await renewing(answering(200, tokens))).accessTokenLife).toBe(30 * 24 * 3600);
});

test("an unchanged refresh token keeps its age; a new one starts at zero", async () => {
  const later = now + 30 * 86_400_000;
  for (const rotateAlways of [false, true]) {
    const login = await logIn(await serveOAuth({ oauth: { rotateAlways } }), () => now);
    const renewed = await refreshLogin(login, () => later);
    expect(renewed.refreshToken?.equals(login.refreshToken)).toBe(!rotateAlways);
    expect(renewed.refreshTokenSince).toBe(rotateAlways ? later : now);
  }
});

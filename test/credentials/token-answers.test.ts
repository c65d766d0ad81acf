/** A token answer is used even if parts of it are wrong: the old refresh token is already used up. */
import { expect, test } from "vitest";
import { Secret } from "../../src/base/secrets/secret.ts";
import type { OAuthLogin } from "../../src/suite/credentials/login.ts";
import { refreshLogin } from "../../src/suite/credentials/oauth/authorization-server.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const day = 24 * 60 * 60;

/** Renews with a server that sends this answer. */
async function renew(
  answer: string | ((write: (chunk: string) => boolean) => void),
): Promise<OAuthLogin> {
  const { baseUrl } = await serveFakeApi({
    otherwise: (_request, response) => {
      if (typeof answer === "string") return answer;
      response.writeHead(200, { "content-type": "application/json" });
      answer((chunk) => response.write(chunk));
      return undefined;
    },
  });
  const login: OAuthLogin = {
    scheme: "oauth",
    id: "login",
    baseUrl,
    clientId: "client",
    clientSecret: new Secret("client-secret-of-tests"),
    accessToken: new Secret("old"),
    accessTokenUntil: now,
    accessTokenLife: day,
    refreshToken: new Secret("spent"),
    refreshTokenSince: now,
  };
  return refreshLogin(login, () => now);
}

const tokens = { access_token: "new", refresh_token: "next", token_type: "Bearer" };

test.each([
  ["no expires_in", {}, 30 * day],
  ["one of null", { expires_in: null }, 30 * day],
  ["a negative one", { expires_in: -5 }, 30 * day],
  ["one of words", { expires_in: "soon" }, 30 * day],
  ["one written as text", { expires_in: "3600" }, 3600],
  ["an endless one", { expires_in: 1e15 }, 365 * day],
  ["no token type", { token_type: undefined }, 30 * day],
  ["an id token that nobody asked for", { id_token: "a.b.c" }, 30 * day],
])("tokens with %s are kept", async (_what, change, life) => {
  const login = await renew(JSON.stringify({ ...tokens, ...change }));
  expect(login.accessToken.reveal()).toBe("new");
  expect(login.refreshToken?.reveal()).toBe("next");
  expect(login.accessTokenUntil).toBe(now + life * 1000);
});

test.each([
  ["a token that no header can carry", { access_token: "a\nb" }, /^upstream_failed: .* no header/],
  ["tokens of another kind", { token_type: "dpop" }, /^unauthorized: .* of the kind "dpop"/],
])("%s is rejected", async (_what, change, refusal) => {
  await expect(renew(JSON.stringify({ ...tokens, ...change }))).rejects.toThrow(refusal);
});

test("an endless answer is cut off", async () => {
  let isOver = false;
  const endless = renew((write) => {
    const pour = (): void => {
      for (let count = 0; count < 100; count += 1) write("x".repeat(10_000));
      if (!isOver) setImmediate(pour);
    };
    pour();
  });
  await expect(endless).rejects.toThrow(/^upstream_failed/);
  isOver = true;
});

/** Which access tokens open the server, and how each other is refused (RFC 6750, RFC 9728). */
import { createSecretKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { newKey } from "../helpers/identity-provider.ts";
import type { TestProvider } from "../helpers/identity-provider.ts";
import { audience, serveProtected, start, stopClock } from "../helpers/protected.ts";

stopClock();

const metadataUrl = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

const challengeOf = (response: Response): string => response.headers.get("www-authenticate") ?? "";

const details = `scope="analytics:read", resource_metadata="${metadataUrl}"`;

const messageOf = async (response: Response): Promise<string> => {
  const body: unknown = await response.json();
  return JSON.stringify(body);
};

test("a valid token opens the server", async () => {
  const { call, provider } = await serveProtected();
  expect((await call(await provider.sign())).status).toBe(200);
});

test("without a token, the refusal names the scope and the metadata", async () => {
  const { call } = await serveProtected();
  const response = await call();
  expect(response.status).toBe(401);
  expect(challengeOf(response)).toBe(`Bearer realm="social-analytics-mcp", ${details}`);
});

const now = start / 1000;
const wrongClaims: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ["another issuer", { iss: "https://id.example.com" }, "The claim iss of the token is not valid"],
  ["no issuer", { iss: undefined }, "The claim iss of the token is not valid"],
  [
    "another audience",
    { aud: "https://other.example.com" },
    "The claim aud of the token is not valid",
  ],
  ["no audience", { aud: undefined }, "The claim aud of the token is not valid"],
  [
    "a part of the audience",
    { aud: "https://mcp.example.com" },
    "The claim aud of the token is not valid",
  ],
  ["a passed expiry", { exp: now - 60 }, "The token has expired"],
  ["no expiry", { exp: undefined }, "The claim exp of the token is not valid"],
  ["an expiry that is no number", { exp: "never" }, "The claim exp of the token is not valid"],
  ["a start in the future", { nbf: now + 60 }, "The claim nbf of the token is not valid"],
  ["no subject", { sub: undefined }, "The token has no claim sub"],
  ["a subject that is no text", { sub: ["ada"] }, "The token has no claim sub"],
];

test.each(wrongClaims)("a token with %s is refused", async (_, claims, problem) => {
  const { call, provider } = await serveProtected();
  const token = await provider.sign(claims);
  const response = await call(token);
  expect(response.status).toBe(401);
  expect(challengeOf(response)).toBe(
    `Bearer realm="social-analytics-mcp", error="invalid_token", error_description="${problem}", ${details}`,
  );
  expect(await messageOf(response)).not.toContain(token.slice(0, 20));
});

test.each([
  ["for a clock that is a little late", { exp: now - 2 }],
  ["for a clock that is a little early", { nbf: now + 2 }],
  ["for several audiences", { aud: ["https://other.example.com", audience] }],
  ["with its scope in scp", { scope: undefined, scp: ["openid", "analytics:read"] }],
])("a token %s is accepted", async (_, claims) => {
  const { call, provider } = await serveProtected();
  expect((await call(await provider.sign(claims))).status).toBe(200);
});

const body = (issuer: string): Record<string, unknown> => ({
  iss: issuer,
  aud: audience,
  sub: "ada",
  exp: now + 600,
  scope: "analytics:read",
});

test.each<readonly [string, (provider: TestProvider) => Promise<string>]>([
  ["signed by another key of the same name", async ({ sign }) => sign({}, await newKey("first"))],
  [
    "signed by a key that the provider does not publish",
    async ({ sign }) => sign({}, await newKey("other")),
  ],
  [
    "whose signature is changed",
    async ({ sign }) => {
      const token = await sign();
      const last = token.at(-5) === "A" ? "B" : "A";
      return token.slice(0, -5) + last + token.slice(-4);
    },
  ],
  [
    "whose content is changed",
    async ({ sign }) => {
      const [head, , signature] = (await sign()).split(".");
      const [, payload] = (await sign({ sub: "eve" })).split(".");
      return [head, payload, signature].join(".");
    },
  ],
  ["without a signature", async ({ issuer }) => new UnsecuredJWT(body(issuer)).encode()],
  [
    "signed by HMAC with the public key",
    async ({ issuer, keys }) => {
      const secret = createSecretKey(Buffer.from(JSON.stringify(keys[0]?.publicJwk)));
      return new SignJWT(body(issuer))
        .setProtectedHeader({ alg: "HS256", kid: "first" })
        .sign(secret);
    },
  ],
  ["that is no JWT", async () => "sam_not-a-jwt"],
  ["of three empty parts", async () => ".."],
])("a token %s is refused", async (_, make) => {
  const { call, provider } = await serveProtected();
  const response = await call(await make(provider));
  expect(response.status).toBe(401);
  expect(challengeOf(response)).toMatch(/^Bearer realm="[^"]+", error="invalid_token", /);
  expect(challengeOf(response)).toContain(details);
});

test.each([
  ["another scope", { scope: "openid" }],
  ["no scope", { scope: undefined }],
  ["a scope that begins alike", { scope: "analytics:read:all" }],
])("a token with %s is refused, and the refusal names the scope", async (_, claims) => {
  const { call, provider } = await serveProtected();
  const response = await call(await provider.sign(claims));
  expect(response.status).toBe(403);
  expect(challengeOf(response)).toBe(
    `Bearer realm="social-analytics-mcp", error="insufficient_scope", ${details}`,
  );
});

test("a token in the address does not count, and is refused beside one in the header", async () => {
  const { call, provider } = await serveProtected();
  const token = await provider.sign();
  expect((await call(undefined, `?access_token=${token}`)).status).toBe(401);
  const both = await call(token, `?access_token=${token}`);
  expect(both.status).toBe(400);
  expect(challengeOf(both)).toContain('error="invalid_request"');
});

test("a caller without a login is refused, whatever its token, and let in once it is mapped", async () => {
  const { call, provider, callers } = await serveProtected();
  const token = await provider.sign({ sub: "ben" });
  const refused = await call(token);
  expect(refused.status).toBe(403);
  expect(await messageOf(refused)).toContain("ask who runs it to map you");
  await callers.map(
    { issuer: `${provider.issuer}/`, claim: "sub", value: "ben" },
    [],
    "2026-11-20",
  );
  expect((await call(token)).status).toBe(200);
  await callers.remove(({ value }) => value === "ben");
  expect((await call(token)).status).toBe(403);
});

test("the value of one claim never stands for the same value of another", async () => {
  const { call, provider } = await serveProtected({ claim: "email" });
  expect((await call(await provider.sign({ sub: "ada", email: "eve" }))).status).toBe(403);
  expect((await call(await provider.sign({ sub: "eve", email: "ada" }))).status).toBe(200);
});

test("both well-known addresses publish how to sign in, without a token", async () => {
  const { url, provider } = await serveProtected();
  for (const path of ["", "/mcp"]) {
    const response = await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, url));
    expect(await response.json()).toEqual({
      resource: audience,
      authorization_servers: [provider.issuer],
      scopes_supported: ["analytics:read"],
      bearer_methods_supported: ["header"],
      resource_name: "social-analytics-mcp",
    });
  }
  const { status } = await fetch(new URL("/.well-known/oauth-protected-resource/other", url));
  expect(status).toBe(404);
});

test.each([
  ["JWT", 200],
  ["application/at+jwt", 200],
  ["logout+jwt", 401],
])("a token of the type %s is answered with %d", async (typ, status) => {
  const { call, provider } = await serveProtected();
  const token = await provider.sign({}, undefined, typ);
  expect((await call(token)).status).toBe(status);
});

test("where the list of callers cannot be read, nobody is let in", async () => {
  const { call, provider, path, problems } = await serveProtected();
  writeFileSync(path, "{", { mode: 0o600 });
  expect((await call(await provider.sign())).status).toBe(503);
  expect(problems[0]).toContain("is damaged");
});

/** An identity provider that changes its keys, is in trouble, or is not what it should be. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { identityLimits } from "../../src/catalog/limits.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { metadataPath, newKey, serveProvider } from "../helpers/identity-provider.ts";
import type { TestProvider } from "../helpers/identity-provider.ts";
import { afterThePause, audience, serveProtected, stopClock } from "../helpers/protected.ts";
import { isMissing } from "../helpers/system.ts";

stopClock();

test("a new key is fetched once, and unknown keys cause no further requests for a while", async () => {
  const { call, provider } = await serveProtected();
  expect((await call(await provider.sign())).status).toBe(200);
  const second = await newKey("second");
  provider.keys = [second];
  const fetches = (): number => provider.requests.filter((path) => path === "/jwks").length;
  expect(fetches()).toBe(1);
  afterThePause();
  expect((await call(await provider.sign())).status).toBe(200);
  expect(fetches()).toBe(2);
  for (let count = 0; count < 5; count += 1) {
    const unknown = await provider.sign({}, await newKey(`unknown-${count}`));
    expect((await call(unknown)).status).toBe(401);
  }
  expect(fetches()).toBe(2);
  expect((await call(await provider.sign({}, second))).status).toBe(200);
});

const broken: readonly (readonly [string, (provider: TestProvider) => void])[] = [
  ["the metadata cannot be read", ({ failing }) => failing.set(metadataPath, 500)],
  ["there is no metadata", ({ failing }) => failing.set(metadataPath, 404)],
  [
    "the metadata is of another issuer",
    (provider) => (provider.metadata = { issuer: "https://id.example.com" }),
  ],
  ["the metadata names no keys", (provider) => (provider.metadata = { jwks_uri: undefined })],
  [
    "the keys are sent unencrypted",
    (provider) => (provider.metadata = { jwks_uri: "http://id.example.com/jwks" }),
  ],
  ["the keys cannot be read", ({ failing }) => failing.set("/jwks", 503)],
  ["the keys are gone", ({ failing }) => failing.set("/jwks", 404)],
];

const readinessOf = async (url: string): Promise<string> =>
  (await fetch(new URL("/readyz", url))).text();

test.each(broken)(
  "if %s, no token is accepted, and calls are accepted afterwards",
  async (_, spoil) => {
    const { call, provider, problems, url } = await serveProtected();
    const token = await provider.sign();
    spoil(provider);
    const refused = await call(token);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe(String(identityLimits.pauseSeconds));
    expect(problems).toHaveLength(1);
    expect(problems.join()).not.toContain(token.slice(0, 20));
    expect(await readinessOf(url)).toBe("ok\nkey set: away\n");
    provider.failing.clear();
    provider.metadata = {};
    afterThePause();
    expect((await call(token)).status).toBe(200);
    expect(await readinessOf(url)).toBe("ok\nkey set: ok\n");
  },
);

test("a provider in trouble gets few requests, however many calls arrive", async () => {
  const { call, provider } = await serveProtected();
  provider.failing.set(metadataPath, 500);
  const token = await provider.sign();
  for (let count = 0; count < 20; count += 1) expect((await call(token)).status).toBe(503);
  expect(provider.requests.length).toBeLessThanOrEqual(2);
});

test.each([
  ["its metadata cannot be found", metadataPath, 404],
  ["its keys cannot be found", "/jwks", 404],
  ["its keys are elsewhere", "/jwks", 302],
])("a provider gets few requests, and one report, where %s", async (_, path, status) => {
  const { call, provider, problems } = await serveProtected();
  provider.failing.set(path, status);
  for (let count = 0; count < 10; count += 1) await call(await provider.sign());
  expect(provider.requests.length).toBeLessThanOrEqual(2);
  expect(problems).toHaveLength(1);
});

test("what is no JWT causes no request", async () => {
  const { call, provider } = await serveProtected();
  expect((await call("x")).status).toBe(401);
  expect(provider.requests).toEqual([]);
});

test.each([metadataPath, "/jwks"])("an answer of %s that does not end is cut off", async (path) => {
  const { call, provider, problems } = await serveProtected();
  provider.endless.add(path);
  expect((await call(await provider.sign())).status).toBe(503);
  expect(problems).toEqual(["its answer is too large"]);
});

/** A key and a certificate of this machine that nobody has signed. */
function newCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, "key"), join(folder, "cert")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const form = ["-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const words = ["req", ...form, ...subject, "-keyout", key, "-out", cert];
  execFileSync("openssl", words, { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

test.skipIf(isMissing("openssl"))(
  "a provider with HTTPS cannot name a key set without it, on this machine neither",
  async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { call, provider, problems } = await serveProtected({ tls: newCertificate() });
    const secondProvider = await serveProvider(audience);
    provider.metadata = { jwks_uri: `${secondProvider.issuer}/jwks` };
    secondProvider.keys = provider.keys;
    expect((await call(await provider.sign())).status).toBe(503);
    expect(problems.join()).toContain("names no key set (jwks_uri) with an HTTPS address");
    expect(secondProvider.requests).toEqual([]);
    provider.metadata = {};
    afterThePause();
    expect((await call(await provider.sign())).status).toBe(200);
  },
);

/** Proxies, certificates and compressed answers, as networks of companies have them. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { parseBaseUrl } from "../../src/suite/api/base-url.ts";
import { connectionError } from "../../src/suite/api/connection-error.ts";
import { fetchFrom } from "../../src/suite/api/network.ts";
import { useProxies } from "../../src/suite/api/proxies.ts";
import { httpTransport } from "../../src/suite/api/transport.ts";
import { toolErrorOf, type ToolError } from "../../src/base/errors/tool-error.ts";
import { redact } from "../../src/base/secrets/redact.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { newAuthority, serveProxy } from "../helpers/corporate.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { serveLocally } from "../helpers/local-server.ts";
import { isMissing } from "../helpers/system.ts";

const { signal } = new AbortController();
const authorization = new Secret("Basic cHJveHk6dGVzdA==");
const get = { method: "GET", path: "/3/user/me", authorization, signal } as const;
const api = "https://api.example.com";
const nobody = "http://127.0.0.1:9";

const ask = (baseUrl: string): Promise<unknown> => httpTransport(parseBaseUrl(baseUrl))(get);
const failure = (baseUrl: string): Promise<ToolError> =>
  ask(baseUrl).then(() => Promise.reject(new Error("it was answered")), toolErrorOf);

afterEach(() => useProxies({}));

test.each([
  ["HTTPS_PROXY", "https_proxy", "HTTPS_PROXY"],
  ["https_proxy", "https_proxy", "HTTPS_PROXY"],
  ["HTTP_PROXY", "http_proxy", "HTTP_PROXY"],
  ["http_proxy", "http_proxy", "HTTP_PROXY"],
])(
  "%s is used, with a scheme or without, for the API and for fetch",
  async (name, first, second) => {
    const proxy = await serveProxy({ upstream: nobody, status: 503 });
    for (const value of [`http://${proxy.host}`, proxy.host, ` http://${proxy.host}/ `]) {
      useProxies({ [name]: value });
      const { problem, isFinal } = await failure(api);
      expect(problem).toBe(
        `the proxy ${proxy.host} rejected a connection to api.example.com (status 503)`,
      );
      expect(isFinal).toBe(false);
      await expect(fetchFrom(`${api}/x`, {})).rejects.toThrow(`the proxy ${proxy.host} rejected`);
    }
    expect(new Set(proxy.targets)).toEqual(new Set(["api.example.com:443"]));
    // The lower case takes precedence, as in curl.
    useProxies({ [first]: proxy.host, [second]: "127.0.0.1:9" });
    expect((await failure(api)).problem).toContain(proxy.host);
  },
);

test.each([
  "*",
  "api.example.com",
  "example.com",
  ".example.com",
  "*.example.com",
  "other.test, api.example.com:443",
  "other.test, *",
  "api.example.com.",
  "example.com.:443",
])("NO_PROXY %s is direct, in either case", async (list) => {
  const proxy = await serveProxy({ upstream: nobody, status: 503 });
  for (const name of ["NO_PROXY", "no_proxy"]) {
    useProxies({ HTTPS_PROXY: proxy.host, [name]: list });
    expect((await failure(api)).problem).toMatch(/^api\.example\.com cannot be found in DNS/);
  }
  expect(proxy.targets).toEqual([]);
});

test("NO_PROXY for other hosts, and for another port, is not for this one", async () => {
  const proxy = await serveProxy({ upstream: nobody, status: 503 });
  useProxies({
    HTTPS_PROXY: proxy.host,
    NO_PROXY: "api.example.org,ample.com,api.example.com:8443",
  });
  expect((await failure(api)).problem).toContain(proxy.host);
});

test("this machine is reached directly", async () => {
  const proxy = await serveProxy({ upstream: nobody, status: 503 });
  useProxies({ HTTP_PROXY: proxy.host, HTTPS_PROXY: proxy.host });
  const { baseUrl } = await serveFakeApi({ user: { userInfo: {} } });
  await expect(ask(baseUrl)).resolves.toMatchObject({ status: 200 });
  await expect(ask(baseUrl.replace("127.0.0.1", "localhost"))).resolves.toBeDefined();
  expect((await fetchFrom(`${baseUrl}/3/user/me`, {})).status).toBe(200);
  expect(proxy.targets).toEqual([]);
});

test("a proxy that wants a login says so, gets it from the variable, and its password is never shown", async () => {
  const login = "worker:pr0xy%s3cret";
  const proxy = await serveProxy({ upstream: nobody, login, status: 503 });
  useProxies({ HTTPS_PROXY: `http://${proxy.host}` });
  const { problem, isFinal, message } = await failure(api);
  expect(problem).toContain("rejected a connection to api.example.com (status 407)");
  expect(message).toContain("http://USER:PASSWORD@HOST:PORT");
  expect(isFinal).toBe(true);
  useProxies({ HTTPS_PROXY: `http://worker:pr0xy%25s3cret@${proxy.host}` });
  expect((await failure(api)).problem).toContain("(status 503)");
  expect(redact("pr0xy%s3cret pr0xy%25s3cret")).not.toContain("s3cret");
});

test("a user without a password is sent too", async () => {
  const proxy = await serveProxy({ upstream: nobody, login: "token:", status: 503 });
  useProxies({ HTTPS_PROXY: `http://token@${proxy.host}` });
  expect((await failure(api)).problem).toContain("(status 503)");
});

test("a proxy that cannot be reached is named, and one that is no address", async () => {
  useProxies({ HTTPS_PROXY: "http://127.0.0.1:1" });
  expect((await failure(api)).problem).toBe("the proxy 127.0.0.1:1 refused the connection");
  useProxies({ HTTPS_PROXY: "http://proxy.invalid:3128" });
  expect((await failure(api)).message).toMatch(
    /the proxy proxy\.invalid:3128 cannot be found in DNS.*HTTPS_PROXY/s,
  );
  for (const value of [
    "http://",
    "ftp://user:pa55word@proxy:21",
    "socks5://user:pa55word@127.0.0.1:9",
    "http://[x",
    "http://user:1234/pa55word@127.0.0.1:9",
    "http://user:1234#pa55word@127.0.0.1:9",
    "http://user:pa55word%@127.0.0.1:9",
  ]) {
    useProxies({ HTTPS_PROXY: value });
    const { message, isFinal } = await failure(api);
    expect(message).toContain("HTTPS_PROXY or HTTP_PROXY in the environment is not the address");
    expect(message).not.toMatch(/pa55word|1234/);
    expect(isFinal).toBe(true);
  }
});

test.skipIf(isMissing("openssl"))(
  "a certificate of a private CA is not accepted, and the error says how to name the CA",
  async () => {
    const { baseUrl, requests } = await serveFakeApi({ user: { userInfo: {} } });
    const inspecting = newAuthority().certificateOf("api.example.com");
    const proxy = await serveProxy({ upstream: baseUrl, inspecting });
    useProxies({ HTTPS_PROXY: proxy.host });
    const { problem, isFinal, message } = await failure(api);
    expect(problem).toBe(
      "api.example.com has a certificate of an authority that this machine does not trust",
    );
    expect(isFinal).toBe(true);
    expect(message).toContain("NODE_EXTRA_CA_CERTS");
    expect(requests()).toEqual([]);
  },
);

/** The codes in Node's documentation (X509 certificate error codes), and those of its own checks. */
const documented =
  "UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_DECRYPT_CRL_SIGNATURE UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE CRL_SIGNATURE_FAILURE CERT_NOT_YET_VALID CERT_HAS_EXPIRED CRL_NOT_YET_VALID CRL_HAS_EXPIRED ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED INVALID_PURPOSE CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH ERR_TLS_CERT_ALTNAME_INVALID ERR_TLS_CERT_ALTNAME_FORMAT";

const errorOf = (code: string): ToolError =>
  toolErrorOf(
    connectionError({ host: "api.example.com" }, Object.assign(new Error(code), { code })),
  );

test("every certificate error is named and final, and advises what helps", () => {
  for (const code of documented.split(" ")) {
    const { problem, isFinal, message } = errorOf(code);
    expect([code, problem]).toEqual([code, expect.stringContaining("certificate")]);
    expect([code, isFinal]).toEqual([code, true]);
    expect(message).not.toContain("Retry");
  }
  expect(errorOf("UNABLE_TO_GET_ISSUER_CERT_LOCALLY").message).toContain("NODE_EXTRA_CA_CERTS");
  expect(errorOf("CERT_NOT_YET_VALID").message).toContain("date and time of this machine");
  const alert = errorOf("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED");
  expect([alert.isFinal, alert.problem]).toEqual([
    true,
    expect.stringContaining("rejected the TLS handshake"),
  ]);
  expect(errorOf("ECONNRESET").isFinal).toBe(false);
});

const compressions: readonly (readonly [string, (text: string) => Buffer])[] = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["GZIP", gzipSync],
  ["br", brotliCompressSync],
  ["deflate", deflateSync],
  ["identity", (text) => Buffer.from(text)],
  ["gzip, br", (text) => brotliCompressSync(gzipSync(text))],
];

test.each(compressions)(
  "an answer that is encoded as %s is read, an error too",
  async (coding, compress) => {
    const text = JSON.stringify({ success: true, userInfo: { name: "Ada" } });
    for (const status of [200, 401]) {
      const baseUrl = await serveLocally((_, response) => {
        response.writeHead(status, { "content-encoding": coding }).end(compress(text));
      });
      await expect(ask(baseUrl)).resolves.toMatchObject({ status, text });
    }
  },
);

test("a compressed answer is bounded by what it contains, and a damaged one is an error", async () => {
  const large = await serveLocally((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(70_000_000)));
  });
  await expect(ask(large)).rejects.toThrow("is larger than 64 MiB");
  const damaged = await serveLocally((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip");
  });
  await expect(ask(damaged)).rejects.toThrow("did not send a valid HTTP answer");
});

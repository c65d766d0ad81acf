import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { parseBaseUrl } from "../../src/suite/api/base-url.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { httpTransport, type TransportOptions } from "../../src/suite/api/transport.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";

const { signal } = new AbortController();
const authorization = new Secret("Basic eA==");
const get = { method: "GET", path: "/3/user/me", authorization, signal } as const;

const ask = (baseUrl: string, options: TransportOptions = {}): Promise<unknown> =>
  httpTransport(parseBaseUrl(baseUrl), options)(get);

test("keeps the base URL's path prefix", async () => {
  const { baseUrl, requests } = await serveFakeApi({ user: {} });

  await ask(`${baseUrl}/reporting/v/`);

  expect(requests().map(({ url }) => url)).toEqual(["/reporting/v/3/user/me"]);
});

test.each([
  ["http://api.example.com", "must start with https://"],
  ["ftp://127.0.0.1", "must start with https://"],
  ["http://127.0.0.1.example.com", "must start with https://"],
  ["http://localhost.example.com", "must start with https://"],
  ["http://not-localhost", "must start with https://"],
  ["https://user:word@api.example.com", "must not contain a user name or password"],
  ["https://user@api.example.com", "must not contain a user name or password"],
  ["https://:word@api.example.com", "must not contain a user name or password"],
  ["https://api.example.com/?a=b", "must not contain a query"],
  ["api.example.com", "is not a URL"],
])("rejects the base URL %s", (text, problem) => {
  expect(() => parseBaseUrl(text)).toThrow(problem);
});

test.each([
  "https://api.example.com/x",
  "http://localhost:80",
  "http://127.0.0.1:4010",
  "http://[::1]:4010",
])("accepts the base URL %s", (text) => {
  expect(parseBaseUrl(text).href).toContain("://");
});

test("does not follow a redirect, so that credentials reach no other host", async () => {
  const elsewhere = await serveFakeApi({ otherwise: {} });
  const { baseUrl } = await serveFakeApi({
    user: (_, response) => void response.writeHead(302, { location: elsewhere.baseUrl }).end(),
  });

  await expect(ask(baseUrl)).resolves.toMatchObject({ status: 302 });
  expect(elsewhere.requests()).toEqual([]);
});

test("rejects an answer that is larger than the limit", async () => {
  const { baseUrl } = await serveFakeApi({ user: "x".repeat(3 * 1024 * 1024) });
  await expect(ask(baseUrl, { maxAnswerBytes: 1024 * 1024 })).rejects.toThrow(
    "upstream_failed: the API's answer is larger than 1 MiB",
  );
});

test("times out when no headers arrive", async () => {
  const { baseUrl } = await serveFakeApi({ user: () => undefined });
  await expect(ask(baseUrl, { headersTimeout: 50 })).rejects.toThrow("did not respond in time");
});

test("times out when an answer never ends", async () => {
  const { baseUrl } = await serveFakeApi({
    user: (_, response) => {
      const drip = setInterval(() => response.write(" "), 10);
      response.once("close", () => clearInterval(drip));
      return undefined;
    },
  });
  await expect(ask(baseUrl, { exchangeTimeout: 200 })).rejects.toThrow(
    "did not complete its answer in time",
  );
});

test("reports a server that does not speak HTTP", async () => {
  const server = createServer((socket) => socket.end("NOT HTTP\r\n\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await expect(ask(`http://127.0.0.1:${port}`)).rejects.toThrow("did not send a valid HTTP answer");
});

test("times out when a body stops", async () => {
  const { baseUrl } = await serveFakeApi({
    user: (_, response) => void response.write("{"),
  });
  await expect(ask(baseUrl, { bodyTimeout: 50 })).rejects.toThrow(
    "stopped before its answer was complete",
  );
});

test("reports a connection that is closed in the middle of an answer", async () => {
  const { baseUrl } = await serveFakeApi({
    user: (_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.destroy());
      return undefined;
    },
  });
  await expect(ask(baseUrl)).rejects.toThrow(/upstream_failed: .* closed the connection/);
});

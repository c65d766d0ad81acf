/** The gate: every Host × Origin × route × method × token, sent as raw HTTP. */
import { expect, test } from "vitest";
import { isFull, repetitions } from "../helpers/repetitions.ts";
import { serveTools } from "../helpers/http.ts";
import { sendRaw, headersOf, refusalShape } from "../helpers/raw-http.ts";

const hosts = {
  valid: ["127.0.0.1:PORT", "localhost", "LOCALHOST:1", "[::1]:3000", "mcp.example.com"],
  foreign: [
    undefined,
    "",
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil@localhost",
    "localhost/",
    "localhost:3000:80",
    "localhost.",
    "0.0.0.0",
    "127.0.0.2",
    "mcp.example.com.evil.example",
  ],
};

const origins = {
  valid: [undefined, "http://localhost:5173", "https://127.0.0.1", "https://app.example.com"],
  foreign: [
    "null",
    "",
    "http://evil.example",
    "https://app.example.com:444",
    "http://app.example.com",
    "https://app.example.com.evil.example",
    "http://localhost.evil.example",
    "file://",
    "chrome-extension://localhost",
    "localhost",
  ],
};

const gate = { hosts: ["mcp.example.com"], origins: ["https://app.example.com"] };

const routes = ["/mcp", "/mcp?x=1", "/healthz", "/readyz", "/", "/other", "//mcp", "/mcp/"];

const methods = ["GET", "POST", "DELETE", "OPTIONS", "PUT", "PATCH", "HEAD", "TRACE"];

const authorizations = [undefined, "Bearer ada", "Bearer nobody", "Basic YWRhOg=="];

/** In the full tests all of them each time, else one after the other. */
const authorizationsOf = (turn: number): readonly (string | undefined)[] =>
  isFull ? authorizations : [authorizations[turn % authorizations.length]];

test("a foreign Host or Origin is rejected on every route, for every method, with any token", async () => {
  const over = await serveTools({ gate, callers: ["ada"] });
  const foreign = [
    ...hosts.foreign.map((host) => headersOf(host, undefined)),
    ...origins.foreign.map((origin) => headersOf("localhost", origin)),
    headersOf("evil.example", "https://app.example.com"),
    { ...headersOf("localhost", undefined), "sec-fetch-site": "cross-site" },
    { ...headersOf("localhost", undefined), "sec-fetch-site": "same-site" },
  ];
  /** Each is sent to each route and with each token, if not with each method. */
  const step = repetitions(4, 1);
  let refused = 0;
  for (const [turn, path] of routes.entries()) {
    for (const [place, method] of methods.entries()) {
      const sample = foreign.filter((_, at) => (at + turn + 2 * place) % step === 0);
      for (const authorization of authorizationsOf(turn + place)) {
        const answers = await Promise.all(
          sample.map((headers) =>
            sendRaw(over, path, method, {
              ...headers,
              ...(authorization === undefined ? {} : { authorization }),
            }),
          ),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
        const bodies =
          method === "HEAD" ? [] : answers.map(({ text }): unknown => JSON.parse(text));
        expect(bodies).toEqual(bodies.map(() => refusalShape));
        refused += answers.length;
      }
    }
  }
  const tokens = authorizationsOf(0).length;
  expect(refused).toBe((routes.length * methods.length * tokens * foreign.length) / step);
});

test("the refusal of a Host or an Origin names the flag that allows it", async () => {
  const over = await serveTools();
  const messageFor = async (host: string, origin?: string): Promise<string> =>
    (await sendRaw(over, "/mcp", "POST", headersOf(host, origin))).text;
  expect(await messageFor("mcp.example.com")).toContain("with --allowed-host NAME to allow it");
  expect(await messageFor("localhost", "https://app.example.com")).toContain(
    "with --allowed-origin URL to allow it",
  );
});

test("a request with an allowed Host and Origin is answered according to its token", async () => {
  const over = await serveTools({ gate, callers: ["ada"] });
  const seen = new Map<string, Set<number>>();
  for (const [turn, host] of hosts.valid.entries()) {
    for (const [place, origin] of origins.valid.entries()) {
      for (const path of ["/mcp", "/healthz", "/readyz", "/other"]) {
        for (const method of methods) {
          for (const authorization of authorizationsOf(turn + place)) {
            const headers = headersOf(host.replace("PORT", String(over.served.port)), origin);
            const { status, text } = await sendRaw(over, path, method, {
              ...headers,
              ...(authorization === undefined ? {} : { authorization }),
            });
            const refusals = status >= 400 && method !== "HEAD" ? [text] : [];
            expect(refusals.map((refusal): unknown => JSON.parse(refusal))).toEqual(
              refusals.map(() => expect.objectContaining({ jsonrpc: "2.0", id: null })),
            );
            const row = `${path} ${method} ${authorization === "Bearer ada" ? "known" : "unknown"}`;
            seen.set(row, (seen.get(row) ?? new Set()).add(status));
          }
        }
      }
    }
  }
  const table = Object.fromEntries([...seen].map(([row, statuses]) => [row, [...statuses]]));
  expect(table).toMatchObject({
    "/mcp POST known": [200],
    "/mcp GET known": [405],
    "/mcp DELETE known": [400],
    "/mcp PUT known": [405],
    "/mcp TRACE known": [405],
    "/mcp POST unknown": [401],
    "/mcp GET unknown": [401],
    "/mcp DELETE unknown": [401],
    "/healthz GET unknown": [200],
    "/healthz POST known": [405],
    "/readyz HEAD unknown": [200],
    "/other GET known": [404],
  });
});

test("a missing or invalid token is answered with WWW-Authenticate", async () => {
  const over = await serveTools({ callers: ["ada"] });
  const none = await sendRaw(over, "/mcp", "POST", headersOf("localhost", undefined));
  expect(none.headers["www-authenticate"]).toBe('Bearer realm="social-analytics-mcp"');
  const wrong = await sendRaw(over, "/mcp", "POST", headersOf("localhost", undefined, "Bearer x"));
  expect(wrong.headers["www-authenticate"]).toContain('error="invalid_token"');
});

test("with openHealth, /healthz answers ok to any Host, and /readyz does not", async () => {
  const over = await serveTools({ openHealth: true, callers: ["ada"] });
  for (const host of hosts.foreign) {
    const answer = await sendRaw(over, "/healthz", "GET", headersOf(host, "http://evil.example"));
    expect([answer.status, answer.text]).toEqual([200, "ok\n"]);
    expect((await sendRaw(over, "/readyz", "GET", headersOf(host, undefined))).status).toBe(403);
  }
});

test("a page of an allowed origin may call, and a foreign page gets no CORS headers", async () => {
  const over = await serveTools({ gate });
  const asks = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,mcp-protocol-version",
  };
  const preflight = await sendRaw(over, "/mcp", "OPTIONS", {
    ...headersOf("localhost", "https://app.example.com"),
    ...asks,
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    "access-control-allow-origin": "https://app.example.com",
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": expect.stringContaining("mcp-protocol-version"),
    vary: "origin",
  });
  const answer = await sendRaw(
    over,
    "/mcp",
    "POST",
    headersOf("localhost", "https://app.example.com"),
  );
  expect(answer.headers["access-control-expose-headers"]).toContain("mcp-session-id");
  const foreign = await sendRaw(over, "/mcp", "OPTIONS", {
    ...headersOf("localhost", "http://evil.example"),
    ...asks,
  });
  expect(foreign.status).toBe(403);
  expect(foreign.headers["access-control-allow-origin"]).toBeUndefined();
});

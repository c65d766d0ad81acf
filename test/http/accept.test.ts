/** The form of answers follows the Accept header (RFC 9110), in sessions and without them. */
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { acceptedForm } from "../../src/server/http/accept.ts";
import { serveHeld } from "../helpers/held-api.ts";
import { connectTo, initializeMessage, openSession, post, serveTools } from "../helpers/http.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { eventually } from "../helpers/waiting.ts";

const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };

test.each([
  ["application/json, text/event-stream", "stream"],
  ["text/event-stream", "stream"],
  ["TEXT/Event-Stream", "stream"],
  ["text/*", "stream"],
  ["text/event-stream;q=0.5, application/json", "stream"],
  ["application/json", "json"],
  ["APPLICATION/JSON", "json"],
  ["application/json; charset=utf-8", "json"],
  ["application/*", "json"],
  ["*/*", "json"],
  ["application/json, text/event-stream;q=0", "json"],
  ["text/html, */*;q=0.1", "json"],
  ["application/json;q=0, text/*", "stream"],
  ["", "json"],
])("Accept: %j gets a %s answer, with a session or without", async (accept, form) => {
  const type = form === "json" ? "application/json" : "text/event-stream";
  for (const hasSharedState of [undefined, () => true]) {
    const { url } = await serveTools({ hasSharedState });
    const opened = await post(url, initializeMessage, { accept });
    const session = opened.headers.get("mcp-session-id");
    const headers = { accept, ...(session !== null && { "mcp-session-id": session }) };
    const answer = await post(url, list, headers);
    const text = await answer.text();
    expect([opened.headers.get("content-type"), answer.headers.get("content-type")]).toEqual([
      type,
      type,
    ]);
    const message = form === "json" ? text : (/^data: (.+)$/m.exec(text)?.[1] ?? "");
    expect(JSON.parse(message)).toMatchObject({ id: 2, result: { tools: expect.anything() } });
  }
});

test.each(["text/html", "application/json;q=0", "image/*"])(
  "Accept: %s gets 406",
  async (accept) => {
    const { url } = await serveTools();
    const answer = await post(url, initializeMessage, { accept });
    expect(answer.status).toBe(406);
    expect(await answer.text()).toContain("must allow application/json or text/event-stream");
  },
);

test("a batch in JSON is a list of answers, and notifications alone are accepted", async () => {
  const { url } = await serveTools();
  const headers = { "mcp-session-id": await openSession(url), accept: "application/json" };
  const answer = await post(url, [list, { ...list, id: 3, method: "ping" }], headers);
  expect(await answer.json()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 2, result: { tools: expect.anything() } }),
      { jsonrpc: "2.0", id: 3, result: {} },
    ]),
  );
  const alone = await post(url, [{ ...list, id: 4, method: "ping" }], headers);
  expect(await alone.json()).toEqual([{ jsonrpc: "2.0", id: 4, result: {} }]);
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect((await post(url, notification, headers)).status).toBe(202);
});

test("a cancelled call is answered without a body, and a client that has left is no refusal", async () => {
  const api = await serveHeld();
  const { url } = await serveTools({ baseUrl: api.baseUrl });
  const headers = { "mcp-session-id": await openSession(url), accept: "application/json" };
  const params = {
    name: "get_profile_metrics",
    arguments: { network: "facebook", period: "yesterday", metrics: ["fans_change"] },
  };
  const answer = post(url, { jsonrpc: "2.0", id: 51, method: "tools/call", params }, headers);
  await eventually(() => expect(api.waiting()).toBe(1));
  const cancelled = { method: "notifications/cancelled", params: { requestId: 51 } };
  await post(url, { jsonrpc: "2.0", ...cancelled }, headers);
  const { status, body } = await answer;
  expect([status, body]).toEqual([204, null]);
});

test("a client of 2026-07-28 that accepts JSON alone gets no stream, and no subscription", async () => {
  const { url } = await serveTools();
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
    progressToken: 1,
  };
  const ask = (method: string, params: object, name = ""): Promise<Response> =>
    post(
      url,
      { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } },
      {
        accept: "application/json",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(name !== "" && { "mcp-name": name }),
      },
    );
  const question = {
    name: "get_profile_metrics",
    arguments: { network: "facebook", period: "last_week" },
  };
  const called = await ask("tools/call", question, question.name);
  expect(called.headers.get("content-type")).toContain("application/json");
  expect(await called.json()).toMatchObject({ id: 1, result: expect.anything() });
  const listened = await ask("subscriptions/listen", { notifications: { toolsListChanged: true } });
  expect(listened.status).toBe(406);
});

test.each([
  ["text/event-stream", "text/event-stream"],
  ["application/json;q=0, text/*", "text/event-stream"],
  ["application/json, text/event-stream", "application/json"],
])("Accept: %s of 2026-07-28 gets %s where no progress is sent", async (accept, type) => {
  const { url } = await serveTools();
  const { client, transport } = await connectTo(url, "2026-07-28");
  const received: string[] = [];
  const { fetch: ask } = globalThis;
  vi.stubGlobal("fetch", async (...[to, init]: Parameters<typeof fetch>) => {
    const headers = new Headers(init?.headers);
    headers.set("accept", accept);
    const answer = await ask(to, { ...init, headers });
    received.push(answer.headers.get("content-type") ?? "");
    return answer;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  // The client of the SDK reads either form.
  const { tools } = await client.listTools();
  expect([received, tools.length > 5]).toEqual([[type], true]);
  await transport.close();
});

test("the length of an id is limited whatever else is odd about the message", async () => {
  const { url } = await serveTools();
  const headers = { "mcp-session-id": await openSession(url) };
  const long = { jsonrpc: "2.0", id: "x".repeat(500), method: "ping", params: null, extra: 1 };
  expect((await post(url, long, headers)).status).toBe(400);
});

test.each([
  ["*/*", 200],
  ["TEXT/EVENT-STREAM", 200],
  ["application/json", 406],
])("GET with Accept: %s gets %i", async (accept, status) => {
  const { url } = await serveTools();
  const headers = { "mcp-session-id": await openSession(url), accept };
  const stream = await fetch(url, { headers });
  await stream.body?.cancel();
  expect(stream.status).toBe(status);
});

test("null and unknown members are read as over stdio, and the rest is an error with its id", async () => {
  const { url } = await serveTools();
  const headers = { "mcp-session-id": await openSession(url), accept: "application/json" };
  const odd = { ...list, params: { cursor: null, _meta: { progressToken: null } }, extra: 1 };
  expect(await (await post(url, odd, headers)).json()).toHaveProperty("result.tools");
  const wrong = await post(url, { ...list, params: [1] }, headers);
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toEqual({
    jsonrpc: "2.0",
    id: 2,
    error: { code: -32_600, message: "params must be an object" },
  });
});

test("a form that the header excludes is never chosen", () => {
  const type = fc.constantFrom(
    "application/json",
    "text/event-stream",
    "text/html",
    "*/*",
    "text/*",
  );
  const range = fc.tuple(type, fc.constantFrom("", ";q=0", ";q=0.3", ";q=1"), fc.boolean());
  const excluded = new Map([
    ["json", "application/json;q=0"],
    ["stream", "text/event-stream;q=0"],
  ]);
  let refused = 0;
  fc.assert(
    fc.property(fc.uniqueArray(range, { selector: ([name]) => name, minLength: 1 }), (ranges) => {
      const texts = ranges.map(([name, q]) => name + q);
      const header = ranges.map(([name, q, isUpper]) => (isUpper ? name.toUpperCase() : name) + q);
      const form = acceptedForm(header.join(" , "));
      if (form === undefined) refused += 1;
      expect(texts).not.toContain(excluded.get(form ?? "none"));
      expect(form).toBe(acceptedForm(texts.join(",")));
    }),
    { numRuns: repetitions(300, 3000) },
  );
  expect(refused).toBeGreaterThan(0);
});

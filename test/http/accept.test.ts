/** The form of answers follows the Accept header (RFC 9110), in sessions and without them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptedForm } from "../../src/http/accept.ts";
import { initializeMessage, openSession, post, serveTools } from "../helpers/http.ts";
import { repetitions } from "../helpers/repetitions.ts";

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
  const told = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect((await post(url, told, headers)).status).toBe(202);
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

/** The tools over HTTP, for clients with sessions and without. */
import { readCall } from "../helpers/connect.ts";
import { isFull } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";
import { expect, test } from "vitest";
import { httpLimits } from "../../src/catalog/limits.ts";
import { testNow } from "../helpers/in-memory.ts";
import { eventually } from "../helpers/waiting.ts";
import { serveHeld } from "../helpers/held-api.ts";
import {
  connectTo,
  initializeMessage,
  oneDay,
  openSession,
  post,
  revisions,
  serveTools,
} from "../helpers/http.ts";

/** The reply to a question about one profile on one day. */
const oneHas7 = /^facebook, One, [^]*\nfans_change sum\|7\n/;

const week = {
  network: "facebook",
  metrics: ["fans_change"],
  period: "last_week",
  dimensions: ["profile", "date.day"],
};

test.each(revisions)(
  "a client of %s lists tools, asks a question, and reads the stored result",
  async (revision) => {
    const { url } = await serveTools();
    const { client, call } = await connectTo(url, revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("read_result");
    const { text, links } = await call("get_profile_metrics", week);
    const result = idOf(text);
    expect((await call("read_result", { result, top: 1, grain: "total" })).text).toMatch(
      /\n\nfans_change, highest first, 1 of 120:\n#\|profile\|fans_change\n1\|[^\n]*\n119 more: /,
    );
    const { contents } = await client.readResource({ uri: links[0] ?? "" });
    expect(contents[0]).toMatchObject({ mimeType: "text/csv" });
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  },
);

test.each(revisions)("a client of %s receives progress before the answer", async (revision) => {
  const { url } = await serveTools();
  const { client } = await connectTo(url, revision);
  const seen: string[] = [];
  readCall(
    await client.callTool(
      {
        name: "get_profile_metrics",
        arguments: {
          ...week,
          period: undefined,
          date_start: isFull ? "2023-01-01" : "2025-09-01",
          date_end: "2026-10-31",
        },
      },
      { onprogress: ({ message }) => seen.push(message ?? "") },
    ),
  );
  expect(seen.at(-1)).toMatch(/^(\d+) of \1 requests$/);
});

test.each(revisions)(
  "a client of %s that disconnects cancels only its own requests",
  async (revision) => {
    const api = await serveHeld();
    const { url } = await serveTools({ baseUrl: api.baseUrl });
    const [leaving, staying] = [await connectTo(url, revision), await connectTo(url, revision)];
    const left = leaving.attempt("get_profile_metrics", oneDay("2026-10-01")).catch(() => "left");
    const stayed = staying.call("get_profile_metrics", oneDay("2026-10-02"));
    await eventually(() => expect(api.waiting()).toBe(2));

    await leaving.transport.close();

    await eventually(() => expect(api.leftAlone()).toBe(1));
    api.release();
    expect(await left).toBe("left");
    expect((await stayed).text).toMatch(oneHas7);
  },
);

test.each(revisions)("a call that a client of %s cancels is not gone on with", async (revision) => {
  const api = await serveHeld();
  const { url } = await serveTools({ baseUrl: api.baseUrl });
  const { client, call } = await connectTo(url, revision);
  const cancelling = new AbortController();
  const cancelled = client
    .callTool({ name: "get_profile_metrics", arguments: oneDay() }, { signal: cancelling.signal })
    .catch(() => "cancelled");
  await eventually(() => expect(api.waiting()).toBe(1));
  cancelling.abort();
  expect(await cancelled).toBe("cancelled");
  await eventually(() => expect(api.leftAlone()).toBe(1));
  expect((await call("describe_metrics", { network: "facebook" })).isError).toBe(false);
});

test("the stream of a cancelled call is closed", async () => {
  const api = await serveHeld();
  const { url } = await serveTools({ baseUrl: api.baseUrl });
  const session = { "mcp-session-id": await openSession(url) };
  const params = { name: "get_profile_metrics", arguments: oneDay() };
  const call = await post(url, { jsonrpc: "2.0", id: 7, method: "tools/call", params }, session);
  await eventually(() => expect(api.waiting()).toBe(1));
  const method = "notifications/cancelled";
  const response = await post(url, { jsonrpc: "2.0", method, params: { requestId: 7 } }, session);
  expect(response.status).toBe(202);
  expect(await call.text()).toBe("");
});

test("a batch does not wait for a cancelled request, and an open id cannot be reused", async () => {
  const api = await serveHeld();
  const { url } = await serveTools({ baseUrl: api.baseUrl });
  const session = { "mcp-session-id": await openSession(url) };
  const params = { name: "get_profile_metrics", arguments: oneDay() };
  const ping = { jsonrpc: "2.0", id: 8, method: "ping" };
  const slow = { jsonrpc: "2.0", id: 7, method: "tools/call", params };
  const batch = await post(url, [slow, ping], session);
  await eventually(() => expect(api.waiting()).toBe(1));
  expect((await post(url, { ...ping, id: 7 }, session)).status).toBe(400);
  const method = "notifications/cancelled";
  await post(url, { jsonrpc: "2.0", method, params: { requestId: 7 } }, session);
  expect(await batch.text()).toContain('"id":8');
  expect((await post(url, { ...ping, id: 7 }, session)).status).toBe(200);
});

test("a session is found by its id until it is deleted or idle for too long", async () => {
  let now = testNow;
  const { url, served } = await serveTools({ now: () => now });
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  const status = async (id: string): Promise<number> =>
    (await post(url, ping, { "mcp-session-id": id })).status;
  const [used, ended, idle] = [
    await openSession(url),
    await openSession(url),
    await openSession(url),
  ];
  expect(await status(used)).toBe(200);
  const deleted = await fetch(url, { method: "DELETE", headers: { "mcp-session-id": ended } });
  expect(deleted.status).toBe(200);
  expect(await status(ended)).toBe(404);
  expect(await status("guessed")).toBe(404);

  now += (httpLimits.sessionIdleSeconds - 1) * 1000;
  await served.sweep();
  expect(await status(used)).toBe(200);
  now += 1000;
  await served.sweep();
  expect([await status(used), await status(idle)]).toEqual([200, 404]);
});

test("a session with an open stream is not idle", async () => {
  let now = testNow;
  const { url, served } = await serveTools({ now: () => now });
  const headers = { "mcp-session-id": await openSession(url), accept: "text/event-stream" };
  const listening = await fetch(url, { headers });
  now += 10 * httpLimits.sessionIdleSeconds * 1000;
  await served.sweep();
  expect((await fetch(url, { headers })).status, "only one stream at a time").toBe(409);
  await listening.body?.cancel();
});

test("a failed initialize opens no session, and other messages need one", async () => {
  const { url } = await serveTools();
  const odd = await post(url, initializeMessage, { accept: "text/html" });
  expect(odd.status).toBe(406);
  expect(odd.headers.get("mcp-session-id")).toBeNull();
  const none = await post(url, { jsonrpc: "2.0", id: 1, method: "ping" });
  expect(none.status).toBe(400);
  expect(await none.json()).toMatchObject({
    error: { message: expect.stringContaining("initialize") },
  });
});

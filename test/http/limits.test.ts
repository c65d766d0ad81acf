/** Limits of callers and connections over HTTP. */
import { expect, test } from "vitest";
import { httpLimits } from "../../src/catalog/limits.ts";
import { serveHeld } from "../helpers/held-api.ts";
import {
  connectTo,
  initializeMessage,
  oneDay,
  openSession,
  post,
  serveTools,
} from "../helpers/http.ts";
import { eventually } from "../helpers/waiting.ts";

/** The reply to a question about one profile on one day. */
const oneHas7 = /^facebook, One, [^]*\nfans_change sum\|7\n/;

test("at the limit of sessions, the one idle for longest is closed", async () => {
  const { url } = await serveTools();
  const ids: string[] = [];
  for (let count = 0; count <= httpLimits.sessionsPerCaller; count += 1) {
    ids.push(await openSession(url));
  }
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  const statuses = await Promise.all(
    [ids[0], ids[1], ids.at(-1)].map(
      async (id = "") => (await post(url, ping, { "mcp-session-id": id })).status,
    ),
  );
  expect(statuses).toEqual([404, 200, 200]);
});

test("bodies, batches and ids that are too large are rejected", async () => {
  const { url } = await serveTools();
  const refused = await post(url, "x".repeat(httpLimits.bodyBytes + 1));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32_000 } });
  const many = await post(
    url,
    Array.from({ length: 11 }, () => initializeMessage),
  );
  expect(many.status).toBe(400);
  const long = await post(url, { jsonrpc: "2.0", id: "x".repeat(201), method: "ping" });
  expect(await long.json()).toMatchObject({ error: { message: expect.stringContaining("id") } });
});

test("calls beyond the concurrency limit wait, and calls beyond the queue are rejected", async () => {
  const api = await serveHeld();
  const { url } = await serveTools({ baseUrl: api.baseUrl, callers: ["ada", "ben"] });
  const { call, failing } = await connectTo(url, "2026-07-28", "ada");
  const { callsAtOnce, callsWaiting } = httpLimits;
  const day = (index: number): string =>
    new Date(Date.parse("2024-01-01") + index * 86_400_000).toISOString().slice(0, 10);
  const calls = Array.from({ length: callsAtOnce + callsWaiting + 5 }, (_, index) =>
    (index < callsAtOnce + callsWaiting ? call : failing)(
      "get_profile_metrics",
      oneDay(day(index)),
    ),
  );
  await eventually(() => expect(api.waiting()).toBe(callsAtOnce));
  const ben = await connectTo(url, "2025-11-25", "ben");
  expect((await ben.call("list_profiles", { network: "facebook" })).text).toContain("One");

  const refused = await Promise.all(calls.slice(callsAtOnce + callsWaiting));
  expect(new Set(refused.map(({ text }) => text.split("\n")[0]))).toEqual(
    new Set([`limit_exceeded: ${callsAtOnce} of your calls run and ${callsWaiting} wait already`]),
  );
  api.release();
  const answered = await Promise.all(calls.slice(0, callsAtOnce + callsWaiting));
  expect(answered.filter(({ text }) => oneHas7.test(text)).length).toBe(callsAtOnce + callsWaiting);
});

test("reads of resources and completions wait in the queue of the caller's calls", async () => {
  const api = await serveHeld();
  const { url } = await serveTools({ baseUrl: api.baseUrl });
  const { call, failing, client } = await connectTo(url, "2026-07-28");
  const read = () => client.readResource({ uri: "result://rNone.csv" });
  const complete = async (): Promise<readonly string[]> => {
    const ref = { type: "ref/prompt", name: "executive_summary" } as const;
    const argument = { name: "period", value: "last_month" };
    return (await client.complete({ ref, argument })).completion.values;
  };
  await expect(read()).rejects.toThrow(/no result/);
  expect(await complete()).toContain("last_month");
  const full = httpLimits.callsAtOnce + httpLimits.callsWaiting;
  const calls = Array.from({ length: full }, () => call("get_profile_metrics", oneDay()));
  expect((await failing("get_profile_metrics", oneDay())).text).toContain("limit_exceeded");
  await expect(read()).rejects.toThrow(/limit_exceeded: 8 of your calls run/);
  expect(await complete()).toEqual([]);
  api.release();
  await Promise.all(calls);
  await expect(read()).rejects.toThrow(/no result/);
});

test("a caller has a limited number of open requests, which others do not share", async () => {
  const api = await serveHeld();
  const { url } = await serveTools({ baseUrl: api.baseUrl, callers: ["ada", "ben"] });
  const ada = { authorization: "Bearer ada", accept: "text/event-stream" };
  const sessions: Record<string, string>[] = [];
  for (let count = 0; count < httpLimits.sessionsPerCaller; count += 1) {
    sessions.push({ ...ada, "mcp-session-id": await openSession(url, "ada") });
  }
  const streams = await Promise.all(sessions.map((headers) => fetch(url, { headers })));
  const session = { ...sessions[0], accept: "application/json, text/event-stream" };
  const params = { name: "get_profile_metrics", arguments: oneDay() };
  const calls = await Promise.all(
    Array.from({ length: httpLimits.exchanges - streams.length }, (_, id) =>
      post(url, { jsonrpc: "2.0", id, method: "tools/call", params }, session),
    ),
  );
  expect([...streams, ...calls].map(({ status }) => status)).toEqual(
    Array.from({ length: httpLimits.exchanges }, () => 200),
  );

  const ping = { jsonrpc: "2.0", id: "ping", method: "ping" };
  const refused = await post(url, ping, session);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    error: { message: `You already have ${httpLimits.exchanges} open requests` },
  });
  const ben = { authorization: "Bearer ben", "mcp-session-id": await openSession(url, "ben") };
  expect((await post(url, ping, ben)).status).toBe(200);
  await streams[0]?.body?.cancel();
  await eventually(async () => expect((await post(url, ping, session)).status).toBe(200));
  api.release();
  await Promise.all(calls.map((call) => call.text()));
  for (const { body } of streams.slice(1)) await body?.cancel();
});

test("idle connections stay open for longer than a load balancer uses them", async () => {
  const { url } = await serveTools();
  const response = await fetch(new URL("/healthz", url));
  expect(response.headers.get("keep-alive")).toBe(`timeout=${httpLimits.keepAliveSeconds}`);
});

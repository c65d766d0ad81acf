/** Callers are isolated from each other. */
import { idOf } from "../helpers/results.ts";
import { McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { httpLimits } from "../../src/catalog/limits.ts";
import { testNow } from "../helpers/in-memory.ts";
import { eventually } from "../helpers/waiting.ts";
import { serveHeld } from "../helpers/held-api.ts";
import { connectTo, oneDay, openSession, post, revisions, serveTools } from "../helpers/http.ts";

/** The reply to a question about one profile on one day. */
const oneHas7 = /^facebook, One, [^]*\nfans_change sum\|7\n/;

const week = {
  network: "facebook",
  metrics: ["fans_change"],
  period: "last_week",
  dimensions: ["profile", "date.day"],
};

test.each(revisions)("a result of another caller is not found, with %s", async (revision) => {
  const { url } = await serveTools({ callers: ["ada", "ben"] });
  const [ada, ben] = [await connectTo(url, revision, "ada"), await connectTo(url, revision, "ben")];
  const { text } = await ada.call("get_profile_metrics", week);
  const result = idOf(text);

  expect((await ben.failing("read_result", { result })).text).toMatch(/^not_found: /);
  await expect(ben.client.readResource({ uri: `result://${result}.csv` })).rejects.toThrow(
    /not_found/,
  );
  const again = await connectTo(
    url,
    revision === "2026-07-28" ? "2025-11-25" : "2026-07-28",
    "ada",
  );
  expect(
    (await again.call("read_result", { result })).isError,
    "her own result, in another session",
  ).toBe(false);
});

test("a session of another caller is not found and cannot be deleted", async () => {
  const { url } = await serveTools({ callers: ["ada", "ben"] });
  const id = await openSession(url, "ada");
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  const headers = (token: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    "mcp-session-id": id,
  });
  expect((await post(url, ping, headers("ben"))).status).toBe(404);
  expect((await fetch(url, { method: "DELETE", headers: headers("ben") })).status).toBe(404);
  expect((await post(url, ping, headers("ada"))).status).toBe(200);
});

test("a list cached for one caller is requested again for another", async () => {
  const { url } = await serveTools({ callers: ["ada", "ben"] });
  const lists = { network: "facebook" };
  const costs: string[] = [];
  for (const name of ["ada", "ada", "ben"]) {
    const { call } = await connectTo(url, "2026-07-28", name);
    const { text } = await call("list_profiles", lists);
    costs.push(/\d requests? sent, .*left this hour/.exec(text)?.[0] ?? text.slice(-200));
  }
  expect(costs).toEqual([
    "1 request sent, at most 499 left this hour",
    "0 requests sent, at most 499 left this hour",
    "1 request sent, at most 499 left this hour",
  ]);
});

test("the caller's token reaches neither the server nor an answer", async () => {
  const seen: unknown[] = [];
  const { url } = await serveTools({
    callers: ["canary"],
    serverFor: (caller) => {
      seen.push(caller);
      throw new Error("no server");
    },
  });
  const answer = await post(
    url,
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { authorization: "Bearer canary" },
  );
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32_603, message: "Internal error" },
  });
  expect(seen).toEqual([{ id: "canary" }]);
});

test.each(revisions)(
  "a tool sees every header of its request but the token, with %s",
  async (revision) => {
    const seen: string[] = [];
    const { url } = await serveTools({
      callers: ["canary"],
      serverFor: () => ({
        createServer: () => {
          const server = new McpServer({ name: "test", version: "1" });
          server.registerTool("look", { description: "Looks at its request" }, ({ http }) => {
            for (const [name, value] of http?.req?.headers ?? []) seen.push(`${name}: ${value}`);
            return { content: [] };
          });
          return server;
        },
        stop: () => {},
      }),
    });
    const { call } = await connectTo(url, revision, "canary");
    await call("look");
    expect(seen).toContain(`mcp-protocol-version: ${revision}`);
    expect(seen.filter((header) => /authorization|canary/i.test(header))).toEqual([]);
  },
);

test.each(revisions)(
  "calls of a caller that lost access are cancelled, and those of others go on, with %s",
  async (revision) => {
    const api = await serveHeld();
    const lost = new Set<string>();
    const { url, served } = await serveTools({
      baseUrl: api.baseUrl,
      callers: ["ada", "ben"],
      isAllowed: async ({ id }) => !lost.has(id),
    });
    const [ada, ben] = [
      await connectTo(url, revision, "ada"),
      await connectTo(url, revision, "ben"),
    ];
    const cancelled = ada.attempt("get_profile_metrics", oneDay("2026-10-01")).catch(() => "ended");
    const answered = ben.call("get_profile_metrics", oneDay("2026-10-02"));
    await eventually(() => expect(api.waiting()).toBe(2));
    lost.add("ada");
    await served.sweep();
    await eventually(() => expect(api.leftAlone()).toBe(1));
    api.release();
    expect((await answered).text).toMatch(oneHas7);
    await ada.client.close();
    expect(await cancelled).toBe("ended");
  },
);

test("the streams of a caller that lost access are closed", async () => {
  const { url, served } = await serveTools({
    callers: ["ada", "ben"],
    isAllowed: async ({ id }) => id === "ben",
  });
  const listening = await Promise.all(
    ["ada", "ben"].map(async (name) => {
      const session = { "mcp-session-id": await openSession(url, name) };
      const headers = { authorization: `Bearer ${name}`, accept: "text/event-stream", ...session };
      return fetch(url, { headers });
    }),
  );
  await served.sweep();
  expect(await listening[0]?.text()).toBe("");
  await listening[1]?.body?.cancel();
});

test("if access cannot be checked, sessions stay open and the error is reported", async () => {
  const { url, served, errors } = await serveTools({
    callers: ["ada"],
    isAllowed: async () => {
      throw new Error("the file of tokens is gone");
    },
  });
  const headers = { authorization: "Bearer ada", "mcp-session-id": await openSession(url, "ada") };
  await served.sweep();
  expect(errors.map(({ message }) => message)).toEqual(["the file of tokens is gone"]);
  expect((await post(url, { jsonrpc: "2.0", id: 2, method: "ping" }, headers)).status).toBe(200);
});

test("the results of a caller that is idle for too long are deleted", async () => {
  let now = testNow;
  const { url, served } = await serveTools({ now: () => now });
  const { call, failing } = await connectTo(url, "2026-07-28");
  const { text } = await call("get_profile_metrics", week);
  const result = idOf(text);
  now += (httpLimits.callerIdleSeconds - 1) * 1000;
  await served.sweep();
  expect((await call("read_result", { result })).isError).toBe(false);
  now += httpLimits.callerIdleSeconds * 1000;
  await served.sweep();
  expect((await failing("read_result", { result })).text).toMatch(/^not_found: /);
});

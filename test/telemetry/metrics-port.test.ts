/** `http --metrics-port` serves Prometheus text to this machine, and an SDK in the process gets spans. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { telemetryLog } from "../../src/server/telemetry/events.ts";
import { prometheus } from "../../src/server/telemetry/prometheus.ts";
import { readCall } from "../helpers/connect.ts";
import { connectTo } from "../helpers/http.ts";
import { cli, type Environment } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";

/** Starts a server on the sandbox, and returns both of its addresses. */
async function serveWithMetrics(
  flags: readonly string[] = [],
  environment: Environment = {},
): Promise<{ readonly url: string; readonly metrics: string }> {
  const words = ["http", "--sandbox", "--port", "0", "--metrics-port", "0", ...flags];
  const child = start(words, environment);
  const urls: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    urls.push(...(/http:\S+\/(?:mcp|metrics)\b/.exec(line) ?? []));
    if (urls.length === 2) break;
  }
  const [metrics = "", url = ""] = urls;
  return { url, metrics };
}

const statusOf = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, ({ statusCode }) => resolve(statusCode))
      .once("error", reject)
      .end();
  });

test("the metrics of calls are served as Prometheus text, at one address, to this machine", async () => {
  const { url, metrics } = await serveWithMetrics();
  const { call, failing } = await connectTo(url, "2026-07-28");
  await call("list_profiles", { network: "facebook" });
  await call("list_profiles", { network: "facebook" });
  await failing("list_profiles", { network: "nowhere" });
  const response = await fetch(metrics);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const text = await response.text();
  expect(text).toContain("# TYPE mcp_server_operation_duration_seconds histogram");
  expect(text).toMatch(
    /mcp_server_operation_duration_seconds_count\{.*gen_ai_tool_name="list_profiles".*\} 2\n/,
  );
  expect(text).toContain('social_analytics_requests_total{status="200"} 1\n');
  expect(text).toMatch(/social_analytics_quota_remaining\{credential="[\da-f]{8}"\} 499\n/);
  expect(text).toContain("social_analytics_cache_hits_total 1\n");
  expect(text).toContain('social_analytics_refusals_total{code="invalid_input"} 1\n');
  expect(text).toMatch(/\nprocess_cpu_seconds_total [\d.]+\n/);
  expect(text).toMatch(/\nnodejs_eventloop_lag_p99_seconds [\d.]+\n/);
  expect(text).toMatch(/\nsocial_analytics_http_answers_total\{status="200"\} \d+\n/);
  expect(text).toContain("\nsocial_analytics_calls_in_flight 0\n");
  expect(text).toContain("\nsocial_analytics_gate_closed 0\n");
  expect(text).not.toContain("social_analytics_redis_up");
  expect(await statusOf(metrics, { host: "evil.example.com" })).toBe(403);
  expect(await statusOf(metrics.replace("/metrics", "/other"), {})).toBe(404);
});

test("--metrics-host lets another machine read the metrics, under any host name", async () => {
  const { metrics } = await serveWithMetrics(["--metrics-host", "0.0.0.0"]);
  expect(metrics).toMatch(/^http:\/\/0\.0\.0\.0:\d+\/metrics$/);
  const local = metrics.replace("0.0.0.0", "127.0.0.1");
  expect(await statusOf(local, { host: "server.social-analytics:9464" })).toBe(200);
});

test("gauges follow Redis, the gate and the calls that are under way", async () => {
  const listener = prometheus("tcp");
  const log = telemetryLog([listener]);
  const gauge = async (name: string): Promise<string | undefined> =>
    new RegExp(`^social_analytics_${name} (.*)$`, "m").exec(await listener.registry.metrics())?.[1];
  expect(await gauge("redis_up")).toBe(undefined);
  log({ event: "started", version: "1.0.0", transport: "http", settings: "", usesRedis: true });
  expect(await gauge("redis_up")).toBe("1");
  log({ event: "Redis is away", problem: "it does not answer" });
  expect(await gauge("redis_up")).toBe("0");
  log({ event: "Redis is back" });
  expect(await gauge("redis_up")).toBe("1");
  log({ event: "call begun", tool: "list_profiles", revision: "" });
  expect(await gauge("calls_in_flight")).toBe("1");
  for (const [seconds, isClosed] of [
    [60, "1"],
    [-1, "0"],
  ] as const) {
    const until = new Date(Date.now() + seconds * 1000).toISOString();
    log({ event: "gate closed", credential: "3fa2b1c0", code: "quota_exhausted", until });
    expect(await gauge("gate_closed")).toBe(isClosed);
  }
});

test.skipIf(!hasRedis)(
  "a node that finds Redis in its environment shows that it answers",
  async () => {
    const { url } = await serveRedis();
    const { metrics } = await serveWithMetrics([], { SOCIAL_ANALYTICS_REDIS: url });
    expect(await (await fetch(metrics)).text()).toContain("\nsocial_analytics_redis_up 1\n");
  },
);

test("the requests left are those of this hour, and each code of an error begins with 0", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const listener = prometheus("tcp");
  const left = { event: "quota", left: 20, isCached: false } as const;
  listener.quota?.({ ...left, credential: "3fa2b1c0" });
  vi.setSystemTime(Date.now() + 50 * 60_000);
  listener.quota?.({ ...left, credential: "77aa00ff" });
  const metricsNow = (): Promise<string> => listener.registry.metrics();
  expect(await metricsNow()).toContain('quota_remaining{credential="3fa2b1c0"} 20\n');
  vi.setSystemTime(Date.now() + 20 * 60_000);
  const text = await metricsNow();
  expect(text).not.toContain("3fa2b1c0");
  expect(text).toContain('quota_remaining{credential="77aa00ff"} 20\n');
  for (const code of ["unauthorized", "internal_error"])
    expect(text).toContain(`social_analytics_refusals_total{code="${code}"} 0\n`);
});

test("a port that is taken is an error that names the flag", async () => {
  const { metrics } = await serveWithMetrics();
  const { port } = new URL(metrics);
  const { stderr, code } = await run(["http", "--sandbox", "--port", "0", "--metrics-port", port]);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`port ${port} is taken: name another with --metrics-port`);
});

test.each([
  ["an SDK", [`--import=${join(import.meta.dirname, "register-sdk.mjs")}`], 1],
  ["no SDK", [], 0],
])("over stdio in a process with %s, calls make that many spans", async (_, options, count) => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...options, cli, "--sandbox"],
    stderr: "pipe",
  });
  let written = "";
  transport.stderr?.on("data", (chunk: Buffer) => (written += String(chunk)));
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  readCall(await client.callTool({ name: "describe_metrics", arguments: { network: "tiktok" } }));
  await client.close();
  expect(written.match(/^span: tools\/call describe_metrics$/gm) ?? []).toHaveLength(count);
});

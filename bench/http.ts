/** Measures calls per second over HTTP, of this server and of a minimal server. */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { Pool } from "undici";
import { medians, type Medians, type Pair } from "./medians.ts";

const inFlight = 16;
const version = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface Served {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly pool: Pool;
}

export function serve(args: readonly string[], env = process.env): Promise<Served> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], env });
  return new Promise((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (origin !== undefined)
        resolve({ child, origin, pool: new Pool(origin, { connections: inFlight }) });
    });
  });
}

export async function call({ pool }: Served, name: string, args: object): Promise<string> {
  const { statusCode, body } = await pool.request({
    method: "POST",
    path: "/mcp",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, _meta: meta },
    }),
  });
  const text = await body.text();
  if (statusCode !== 200 || text.includes('"isError":true')) throw new Error(text);
  return text;
}

/** Calls per second, with {@link inFlight} under way. @param ask gets the numbers of the call and of its place. */
export async function callsPerSecond(
  ask: (number: number, place: number) => Promise<unknown>,
  milliseconds: number,
): Promise<number> {
  const end = performance.now() + milliseconds;
  let calls = 0;
  const keepCalling = async (_: unknown, place: number): Promise<void> => {
    for (; performance.now() < end; calls += 1) await ask(calls, place);
  };
  await Promise.all(Array.from({ length: inFlight }, keepCalling));
  return (calls * 1000) / milliseconds;
}

export async function stop(servers: readonly Served[]): Promise<void> {
  for (const { child, pool } of servers) {
    await pool.destroy();
    child.kill("SIGKILL");
  }
}

/** Compares `read_result` with an echo of equally many characters by a minimal `createMcpHandler`. */
export async function compareThroughput(cli: string, rounds: number): Promise<Medians> {
  const ours = await serve([cli, "http", "--sandbox", "--port", "0"]);
  const bare = await serve([join(import.meta.dirname, "bare-http-server.js")]);
  try {
    const answer = await call(ours, "get_profile_metrics", {
      network: "facebook",
      metrics: ["fans_change", "insights_reach"],
      period: "last_28_days",
      dimensions: ["profile", "date.day"],
    });
    const [, result] = /result:\/\/(r\w{8})\.csv/.exec(answer) ?? [];
    const slice = { result, grain: "total", sort_by: "fans_change", top: 5 };
    const { length } = await call(ours, "read_result", slice);
    const text = "x".repeat(length);
    const both = async (milliseconds: number): Promise<Pair> => ({
      ours: await callsPerSecond(() => call(ours, "read_result", slice), milliseconds),
      bare: await callsPerSecond(() => call(bare, "echo", { text }), milliseconds),
    });
    await both(4000);
    const pairs: Pair[] = [];
    while (pairs.length < rounds) pairs.push(await both(1000));
    return medians(pairs);
  } finally {
    await stop([ours, bare]);
  }
}

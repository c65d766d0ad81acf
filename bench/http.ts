/** Measures calls per second over HTTP, of this server and of a minimal server. */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { Pool } from "undici";
import { median } from "./start.ts";

const inFlight = 16;
const version = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface Served {
  readonly child: ChildProcess;
  readonly pool: Pool;
}

export function serve(args: readonly string[], env = process.env): Promise<Served> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], env });
  return new Promise((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (origin !== undefined)
        resolve({ child, pool: new Pool(origin, { connections: inFlight }) });
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

async function perSecond(served: Served, name: string, args: object, ms: number): Promise<number> {
  const end = performance.now() + ms;
  let calls = 0;
  const keepCalling = async (): Promise<void> => {
    for (; performance.now() < end; calls += 1) await call(served, name, args);
  };
  await Promise.all(Array.from({ length: inFlight }, keepCalling));
  return (calls * 1000) / ms;
}

export interface Throughput {
  readonly ours: number;
  readonly bare: number;
  /** The median of the ratios of consecutive runs. */
  readonly ratio: number;
}

/** Compares `read_result` with an echo of equally many characters by a minimal `createMcpHandler`. */
export async function compareThroughput(cli: string, rounds: number): Promise<Throughput> {
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
    const echo = { text: "x".repeat(length) };
    await perSecond(ours, "read_result", slice, 4000);
    await perSecond(bare, "echo", echo, 4000);
    const pairs: { ours: number; bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({
        ours: await perSecond(ours, "read_result", slice, 1000),
        bare: await perSecond(bare, "echo", echo, 1000),
      });
    }
    return {
      ours: median(pairs.map((pair) => pair.ours)),
      bare: median(pairs.map((pair) => pair.bare)),
      ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
    };
  } finally {
    for (const { child, pool } of [ours, bare]) {
      await pool.destroy();
      child.kill("SIGKILL");
    }
  }
}

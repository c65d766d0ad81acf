/** The memory of a server stays within its bound, whatever is asked. */
import { createInterface } from "node:readline";
import { join } from "node:path";
import { Readable, type Stream } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { callsOf, facebookIds } from "../helpers/connect.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { cli } from "../helpers/process.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const MiB = 2 ** 20;
const calls = repetitions(12, 500);

interface Memory {
  readonly rss: number;
  readonly arrayBuffers: number;
}

const metrics = [
  "insights_reach",
  "insights_views",
  "insights_reactions",
  "insights_post_reach",
  "insights_media_views",
  "insights_video_views",
  "insights_follows",
  "insights_post_reach_paid",
  "insights_reach_paid",
  "insights_video_repeat_views",
];

test(`under --memory 64, ${calls} questions, comparisons, pieces and charts leave 64 MiB at most`, async () => {
  const served = await serveSandbox({ profiles: 40, quotas: { account: 1e9, user: 1e9 } });
  onTestFinished(() => served.close());
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      "--expose-gc",
      "--import",
      join(import.meta.dirname, "../helpers/report-memory.mjs"),
      cli,
      "serve",
      "--memory",
      "64",
      "--base-url",
      served.baseUrl,
    ],
    env: { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder(), ...served.environment },
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const reported = reports(transport.stderr);
  const memory = async (): Promise<Memory> => {
    process.kill(transport.pid ?? 0, "SIGUSR2");
    return reported();
  };
  const { call } = callsOf(client);
  const profiles = facebookIds(40);
  const askAll = async (turn: number): Promise<void> => {
    const day = (offset: number): string =>
      new Date(Date.UTC(2026, 3, 1 + offset + (turn % 60))).toISOString().slice(0, 10);
    const question = {
      network: "facebook",
      metrics,
      profiles: Array.from({ length: 20 }, (_, place) => profiles[(turn + place) % 40]),
      date_start: day(0),
      date_end: day(119),
      dimensions: ["profile", "date.day"],
    };
    const result = idOf((await call("get_profile_metrics", question)).text);
    await call("read_result", { result, grain: "week" });
    await call("read_result", { result, view: "shares" });
    await call("chart_result", { result, metrics: ["insights_reach"] });
    const against = { ...question, compare_to: "previous_period" };
    const compared = idOf((await call("get_profile_metrics", against)).text);
    await call("chart_result", { result: compared, metrics: ["insights_reach"] });
  };
  // The first calls load and compile.
  await askAll(0);
  const idle = await memory();
  for (let turn = 1; turn <= calls / 6; turn += 1) await askAll(turn);
  const { rss, arrayBuffers } = await memory();
  expect(arrayBuffers / MiB, "MiB of array buffers").toBeLessThan(64);
  // Beside the buffers: the young generation of the heap, and memory that the allocator has not returned.
  expect((rss - idle.rss) / MiB, "MiB more than the idle process").toBeLessThan(192);
}, 600_000);

/** Returns a function that awaits the next report of the process. */
function reports(stderr: Stream | null): () => Promise<Memory> {
  if (!(stderr instanceof Readable)) throw new Error("stderr is not piped");
  const lines = createInterface(stderr);
  return () =>
    new Promise((resolve) => {
      const read = (line: string): void => {
        if (!line.startsWith("memory ")) return;
        lines.off("line", read);
        resolve(JSON.parse(line.slice("memory ".length)));
      };
      lines.on("line", read);
    });
}

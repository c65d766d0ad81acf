/** A server that is killed again and again during its work: no answered request is sent twice. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { comparable, connect, readAttempt } from "../helpers/connect.ts";
import { serveFaultProxy } from "../helpers/fault-proxy.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { cli } from "../helpers/process.ts";
import { isFull } from "../helpers/repetitions.ts";

/** The number of requests after which each of the servers is killed. */
const moments = isFull ? [18, 20, 22] : [24];
/** Of the requests at a kill, up to 8 are under way, and the answers of others are still being stored. */
const repeatedAtKill = 16;

/** 10 × 100 profiles in 6 windows of a year; or 40 × 100 profiles, whose few days the sandbox makes soon. */
const [requests, profiles, date_start] = isFull
  ? [60, 1000, "2021-01-01"]
  : [40, 4000, "2026-10-15"];
const question = {
  network: "facebook",
  metrics: ["insights_reactions", "insights_views"],
  date_start,
  date_end: "2026-10-31",
  dimensions: ["profile", "date.month"],
  max_requests: 400,
};
/** Quick numbers that tell profiles and days apart. */
const numbers: Numbers = ({ index }, _metric, day) => index + Number(day.slice(-2));
const size = { profiles, quotas: { account: 1e6, user: 1e6 }, numbers };

test(`after ${moments.length} of its servers were killed, a query of ${requests} requests has repeated only those that were under way at a kill`, async () => {
  const sandbox = await serveSandbox(size);
  onTestFinished(() => sandbox.close());
  const proxy = await serveFaultProxy(sandbox.baseUrl);
  const env = {
    ...sandbox.environment,
    SOCIAL_ANALYTICS_BASE_URL: proxy.baseUrl,
    HOME: temporaryFolder(),
  };

  const ask = async (killAfter: number | undefined): Promise<string> => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [cli], env });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    let begun = 0;
    proxy.onRequest = () => {
      begun += 1;
      if (begun === killAfter) process.kill(transport.pid ?? 0, "SIGKILL");
    };
    try {
      const args = { name: "get_profile_metrics", arguments: question };
      return readAttempt(await client.callTool(args)).text;
    } catch {
      return "killed";
    } finally {
      await client.close();
    }
  };
  const outcomes: string[] = [];
  for (const moment of moments) outcomes.push(await ask(moment));
  expect(outcomes).toEqual(moments.map(() => "killed"));
  const answer = await ask(undefined);

  const sent = sandbox.sandbox.requests("metrics").length;
  expect(sent).toBeGreaterThanOrEqual(requests);
  expect(sent).toBeLessThanOrEqual(requests + moments.length * repeatedAtKill);
  const { call } = await connect(size);
  const reply = await call("get_profile_metrics", question);
  expect(comparable(answer)).toBe(comparable(reply.text));
});

/** A server that is killed again and again during its work: no answered request is sent twice. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { comparable, connect, readAttempt } from "../helpers/connect.ts";
import { serveFaultProxy } from "../helpers/fault-proxy.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { cli } from "../helpers/process.ts";
import { isFull } from "../helpers/repetitions.ts";

/** How often, and after how many requests at most. */
const [kills, latest] = isFull ? [20, 3] : [6, 9];
const inFlight = 8;

/** 10 × 100 profiles, 6 windows of a year. */
const question = {
  network: "facebook",
  metrics: ["insights_reactions", "insights_views"],
  date_start: "2021-01-01",
  date_end: "2026-10-31",
  dimensions: ["profile", "date.month"],
  max_requests: 400,
};
const size = { profiles: 1000, quotas: { account: 1e6, user: 1e6 } };

test(`after ${kills} kills, a query of 60 requests has repeated only those that were under way at a kill`, async () => {
  const sandbox = await serveSandbox(size);
  onTestFinished(() => sandbox.close());
  const proxy = await serveFaultProxy(sandbox.baseUrl);
  const env = {
    ...sandbox.environment,
    SOCIAL_ANALYTICS_BASE_URL: proxy.baseUrl,
    HOME: temporaryFolder(),
  };
  const moments = fc.sample(fc.integer({ min: 1, max: latest }), { numRuns: kills, seed: 60 });

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
  expect(sent).toBeGreaterThanOrEqual(60);
  expect(sent).toBeLessThanOrEqual(60 + kills * inFlight);
  const { call } = await connect(size);
  const whole = await call("get_profile_metrics", question);
  expect(comparable(answer)).toBe(comparable(whole.text));
});

/** A question of more requests than fit the deadline ends at it, and the next calls continue from what it has fetched. */
import { expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { testClock } from "../helpers/clock.ts";
import { connect } from "../helpers/connect.ts";
import { testNow } from "../helpers/in-memory.ts";

test("205 requests that end at the deadline are continued by the next calls, none is sent twice", async () => {
  const clock = testClock(() => testNow);
  const served: { sandbox?: Sandbox } = {};
  const sent = (): number => served.sandbox?.requests("metrics").length ?? 0;
  let deadlineAt = 100;
  const numbers = (): number => {
    if (sent() >= deadlineAt) clock.ring();
    return 1;
  };
  const quotas = { account: 1e6, user: 1e6 };
  const connected = await connect({ profiles: 100, numbers, complexity: 360, clock, quotas });
  const { sandbox } = connected;
  served.sandbox = sandbox;
  const question = {
    network: "facebook",
    metrics: ["insights_views", "fans_change"],
    dimensions: ["profile"],
    date_start: "2025-11-01",
    date_end: "2026-10-31",
    max_requests: 400,
  };
  const { text } = await connected.failing("get_profile_metrics", question);
  expect(text).toMatch(/^deadline_exceeded: .*\n.*answers received so far are cached/);
  const first = sent();
  expect(first).toBeLessThan(deadlineAt + 10);
  deadlineAt = Number.POSITIVE_INFINITY;
  const { text: answered } = await connected.call("get_profile_metrics", question);
  expect(answered).toContain("\nall 100|total\n");
  const accepted = sandbox.requests("metrics").filter(({ failedWith }) => failedWith === undefined);
  expect(accepted.length).toBeGreaterThan(200);
  expect(new Set(accepted.map(({ body }) => JSON.stringify(body))).size).toBe(accepted.length);
});

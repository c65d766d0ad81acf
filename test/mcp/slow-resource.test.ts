/** A resource whose reading takes longer than the deadline. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { createServer } from "../../src/server/mcp/server.ts";
import { ResultStore } from "../../src/answers/replies/result-store.ts";
import { testClock } from "../helpers/clock.ts";
import { eventually } from "../helpers/waiting.ts";

test("it ends with the deadline as its reason, and is not called unknown", async () => {
  const clock = testClock(() => 0);
  class SlowStore extends ResultStore {
    override async chart(...[, slice]: Parameters<ResultStore["chart"]>): Promise<never> {
      function* endless(): Generator<undefined, never> {
        for (;;) yield;
      }
      await nextTurn();
      return slice.run(endless());
    }
  }
  const server = createServer({
    version: "0",
    tools: [],
    prompts: [],
    toolsets: ["charts"],
    structured: false,
    deadline: { clock, seconds: 60 },
    services: {
      settings: { maxAnswerTokens: 6000, maxRequests: 1, settledAfterDays: 3, weekStartsOn: 1 },
      results: new SlowStore(new MemoryBudget(1e6)),
      connection: () => Promise.reject(new Error("none")),
      now: () => 0,
      view: undefined,
    },
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "0" });
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  const read = client.readResource({ uri: "chart://cSlow.svg" }).catch((error: unknown) => error);
  await eventually(() => expect(clock.alarms()).toEqual([60_000]));
  clock.ring();
  // An unknown resource is -32602 or -32002.
  expect(await read).toMatchObject({
    code: -32_603,
    message: expect.stringContaining("deadline_exceeded: the call was not finished within 60"),
  });
});

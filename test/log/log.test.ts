/** The log that operators read on stderr. */
import { expect, test } from "vitest";
import { levels, logTo, type Level } from "../../src/base/log/log.ts";
import { connect } from "../helpers/connect.ts";
import { faults, serveFaultProxy } from "../helpers/fault-proxy.ts";
import { testNow } from "../helpers/in-memory.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { runCall } from "../helpers/program.ts";

interface Line {
  readonly time: string;
  readonly level: Level;
  readonly event: string;
  readonly call: string;
  readonly [field: string]: unknown;
}

const question = {
  network: "facebook",
  metrics: ["fans_change"],
  date_start: "2024-01-01",
  date_end: "2026-10-31",
};

async function linesAt(level: Level): Promise<{ lines: Line[]; raw: string }> {
  const served = await serveSandbox({ now: () => testNow, profiles: 4 });
  const proxy = await serveFaultProxy(served.baseUrl);
  const written: string[] = [];
  const logger = logTo(
    (line) => written.push(line),
    level,
    () => testNow,
  );
  const { call, failing } = await connect({ baseUrl: proxy.baseUrl, logger });
  proxy.next(faults["a page"]);
  await call("get_profile_metrics", question);
  proxy.next(faults["code 10"]);
  await failing("get_profile_metrics", { ...question, date_start: "2023-01-01" });
  await served.close();
  return { lines: written.map((line): Line => JSON.parse(line)), raw: written.join("\n") };
}

test("every line of a call carries the id of the call, and each call has its own id", async () => {
  const { lines, raw } = await linesAt("info");
  const calls = [...new Set(lines.map(({ call }) => call))];
  expect(calls.length).toBe(2);
  const events = (call: string | undefined): string[] =>
    lines.filter((line) => line.call === call).map(({ event }) => event);
  expect(events(calls[0])[0]).toBe("call begun");
  expect(events(calls[0]).at(-1)).toBe("call ended");
  expect(events(calls[0]).filter((event) => event === "tried again").length).toBe(1);
  expect(events(calls[0]).filter((event) => event === "request").length).toBe(5);
  expect(events(calls[1])).toContain("gate closed");
  expect(lines.at(-1)).toMatchObject({
    event: "call ended",
    outcome: "account_quota_exhausted",
    problem: expect.stringMatching(/^account_quota_exhausted: /),
  });
  expect(lines.find(({ event }) => event === "request")).toMatchObject({
    time: "2026-11-20T12:00:00.000Z",
    method: "GET",
    path: "/3/facebook/profiles",
    status: 200,
  });
  expect(raw).not.toMatch(/sandbox-secret|sandbox-token|Basic/);
});

test.each(levels)("the level %s excludes more detailed events", async (level) => {
  const { lines } = await linesAt(level);
  const beyond = levels.slice(levels.indexOf(level) + 1);
  expect(lines.filter((line) => beyond.includes(line.level))).toEqual([]);
});

test("the log does not go to stdout", async () => {
  const words = ["get_current_user", "--sandbox", "--log-level", "debug"];
  const { stdout, stderr } = await runCall(words);
  expect(stdout).not.toContain('"event"');
  expect(stderr).toContain('"event":"request"');
});

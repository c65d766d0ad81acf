/** An hour of a node whose clock runs fifteen times as fast, in 1 GiB: its memory reaches a bound, and stays below it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo, openSession } from "../helpers/http.ts";
import { limitMemory } from "../helpers/limited-process.ts";
import { start, urlOf, type Environment } from "../helpers/process.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";

const speed = 15;
const minute = 60_000;

/** Sessions and callers end by the clock, and are looked for at intervals. */
const hurried: Environment = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const { now } = Date;
    const begun = now();
    Date.now = () => begun + (now() - begun) * ${speed};
    const { setInterval } = globalThis;
    globalThis.setInterval = (work, pause, ...rest) => setInterval(work, pause / ${speed}, ...rest);
  `)}`,
};

const residentMB = (pid: number): number => {
  const [, kibibytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1000;
};

/** Another question at each count: a month by day of some pages. */
const questionOf = (count: number): object => ({
  network: "facebook",
  metrics: ["insights_views", "fans_change", "insights_reach"],
  dimensions: ["profile", "date.day"],
  period: `2026-${String((count % 10) + 1).padStart(2, "0")}`,
  where: [`insights_views > ${count}`],
});

/** What callers do: a call, a session that is opened and left, and a call whose client leaves. */
async function work(url: string, token: string, count: number): Promise<void> {
  const client = await connectTo(url, count % 2 === 0 ? "2026-07-28" : "2025-11-25", token);
  const call = client.client.callTool({
    name: "get_profile_metrics",
    arguments: { ...questionOf(count) },
  });
  if (count % 3 === 0) await client.transport.close();
  await call.catch(() => undefined);
  if (count % 3 !== 1) await client.client.close();
}

test.each([
  ["with sessions", false],
  ["with Redis, which restarts", true],
])(
  "an hour %s",
  async (_, withRedis) => {
    if (withRedis && !hasRedis) return;
    const redis = withRedis ? await serveRedis() : undefined;
    const tokens = join(temporaryFolder(), "tokens");
    const bearers = new BearerTokens(tokens);
    const names = Array.from({ length: 8 }, (_name, at) => `caller-${at}`);
    const secrets: string[] = [];
    for (const name of names) secrets.push((await bearers.add(name, [], "2026-11-20")).reveal());
    const flags = ["--sandbox", "--port", "0", "--auth", `tokens:${tokens}`];
    const child = start(
      ["http", ...flags, ...(redis === undefined ? [] : ["--redis", redis.url])],
      hurried,
    );
    child.stderr.resume();
    const url = await urlOf(child);
    const { pid = 0 } = child;
    limitMemory(pid, 2 ** 30);
    const end = Date.now() + (60 * minute) / speed;
    let count = 0;
    const caller = async (token: string): Promise<void> => {
      while (Date.now() < end) {
        count += 1;
        await work(url, token, count).catch(() => undefined);
        if (count % 4 === 0) await openSession(url, token).catch(() => undefined);
      }
    };
    const resident: number[] = [];
    const watch = setInterval(() => resident.push(Math.round(residentMB(pid))), minute / speed);
    const restarts = setInterval(
      () => void redis?.kill().then(() => redis.start()),
      (10 * minute) / speed,
    );
    await Promise.all(secrets.map(caller));
    clearInterval(watch);
    clearInterval(restarts);
    expect(child.exitCode).toBe(null);
    // It fills the memory that --memory allows, and stays there.
    const [middle = 0, last = 0] = [resident.slice(20, 40), resident.slice(40)].map((part) =>
      Math.max(...part),
    );
    expect(resident.length).toBeGreaterThan(55);
    expect(count).toBeGreaterThan(2000);
    expect([last < middle * 1.1, last < 1000, resident]).toEqual([true, true, resident]);
  },
  600_000,
);

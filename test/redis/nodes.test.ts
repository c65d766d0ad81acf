/** Two server processes that share one Redis: one quota, and no number is fetched twice. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { serveSandbox, type ServedSandbox } from "../../src/sandbox/http.ts";
import { facebookIds } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo, type HttpClient } from "../helpers/http.ts";
import { start, urlOf, type Environment } from "../helpers/process.ts";
import { hasRedis, openLink, serveRedis, type TestRedis } from "../helpers/redis.ts";
import { idOf } from "../helpers/results.ts";
import { eventually } from "../helpers/waiting.ts";

function credentialsOf({ baseUrl, users: [ada] }: ServedSandbox): Environment {
  return {
    SOCIAL_ANALYTICS_BASE_URL: baseUrl,
    SOCIAL_ANALYTICS_TOKEN: ada?.token ?? "",
    SOCIAL_ANALYTICS_SECRET: ada?.secret ?? "",
  };
}

const startNode = (redis: TestRedis, sandbox: ServedSandbox, ...flags: string[]): Promise<string> =>
  urlOf(start(["http", "--port", "0", "--redis", redis.url, ...flags], credentialsOf(sandbox)));

const readyAt = async (url: string): Promise<readonly [number, string]> => {
  const response = await fetch(new URL("/readyz", url));
  return [response.status, await response.text()];
};

const nodeOn = async (redis: TestRedis, sandbox: ServedSandbox): Promise<HttpClient> =>
  connectTo(await startNode(redis, sandbox), "2026-07-28");

const questionOf = (profile: number): Record<string, unknown> => ({
  network: "facebook",
  metrics: ["fans_change"],
  profiles: facebookIds(20).slice(profile, profile + 1),
  date_start: "2026-08-01",
  date_end: "2026-08-31",
});

const costOf = (text: string): string =>
  /\d+ requests? sent, at most \d+ left this hour/.exec(text)?.[0] ?? text;

test.skipIf(!hasRedis)(
  "what one node has fetched, the other does not fetch again",
  async () => {
    const redis = await serveRedis();
    const sandbox = await serveSandbox();
    onTestFinished(() => sandbox.close());
    const [firstNode, secondNode] = [await nodeOn(redis, sandbox), await nodeOn(redis, sandbox)];
    const first = await firstNode.call("get_profile_metrics", questionOf(1));
    const [, left = ""] = /at most (\d+) left/.exec(first.text) ?? [];
    const second = await secondNode.call("get_profile_metrics", questionOf(1));
    expect(costOf(second.text)).toBe(`0 requests sent, at most ${left} left this hour`);
    const third = await secondNode.call("get_profile_metrics", questionOf(2));
    expect(costOf(third.text)).toBe(`1 request sent, at most ${Number(left) - 1} left this hour`);
    const again = await firstNode.call("get_profile_metrics", questionOf(2));
    expect(costOf(again.text)).toBe(`0 requests sent, at most ${Number(left) - 1} left this hour`);
  },
  60_000,
);

test.skipIf(!hasRedis)(
  "results and charts are read on any node, by their caller alone",
  async () => {
    const redis = await serveRedis();
    const sandbox = await serveSandbox();
    onTestFinished(() => sandbox.close());
    const path = join(temporaryFolder(), "tokens");
    const bearers = new BearerTokens(path);
    const [ada, ben] = [
      (await bearers.add("ada", [], "2026-11-20")).reveal(),
      (await bearers.add("ben", [], "2026-11-20")).reveal(),
    ];
    const auth = ["--auth", `tokens:${path}`];
    const [firstUrl, secondUrl] = [
      await startNode(redis, sandbox, ...auth),
      await startNode(redis, sandbox, ...auth),
    ];
    const [here, there] = [
      await connectTo(firstUrl, "2025-11-25", ada),
      await connectTo(secondUrl, "2026-07-28", ada),
    ];
    const stranger = await connectTo(secondUrl, "2026-07-28", ben);
    const { text } = await here.call("get_profile_metrics", questionOf(1));
    const result = idOf(text);
    const piece = { result, grain: "month" };
    const read = await there.call("read_result", piece);
    expect(read).toEqual(await here.call("read_result", piece));
    expect(read.isError).toBe(false);
    expect((await stranger.failing("read_result", piece)).text).toMatch(/^not_found/);

    const chart = await here.call("chart_result", { result });
    const [uri = ""] = /chart:\/\/\w+\.svg/.exec(chart.text) ?? [];
    const contentsOf = async ({ client }: HttpClient, address: string): Promise<unknown> =>
      (await client.readResource({ uri: address })).contents;
    expect(await contentsOf(there, uri)).toEqual(await contentsOf(here, uri));
    await expect(contentsOf(stranger, uri)).rejects.toThrow(/no chart/);
    const csv = `result://${result}.csv`;
    expect(await contentsOf(there, csv)).toEqual(await contentsOf(here, csv));
    await expect(contentsOf(stranger, csv)).rejects.toThrow(/no result/);
  },
  60_000,
);

test.skipIf(!hasRedis)(
  "a result that Redis has lost is there again when a reply shows it",
  async () => {
    const [redis, sandbox] = [await serveRedis(), await serveSandbox()];
    onTestFinished(() => sandbox.close());
    const [firstNode, secondNode] = [await nodeOn(redis, sandbox), await nodeOn(redis, sandbox)];
    const first = await firstNode.call("get_profile_metrics", questionOf(1));
    const piece = { result: idOf(first.text), grain: "month" };
    const link = await openLink({ url: redis.url, prefix: "" });
    await link.ask("FLUSHALL");
    expect((await secondNode.failing("read_result", piece)).text).toMatch(/^not_found/);
    await firstNode.call("read_result", piece);
    expect((await secondNode.call("read_result", piece)).isError).toBe(false);
  },
  60_000,
);

test.skipIf(!hasRedis)(
  "a result or chart that is damaged in Redis, or that an earlier release has stored, is not found",
  async () => {
    const [redis, sandbox] = [await serveRedis(), await serveSandbox()];
    onTestFinished(() => sandbox.close());
    const [firstNode, secondNode] = [await nodeOn(redis, sandbox), await nodeOn(redis, sandbox)];
    const link = await openLink({ url: redis.url, prefix: "" });
    const posts = { profiles: facebookIds(1), date_start: "2026-10-01", date_end: "2026-10-07" };
    const replies = [
      await firstNode.call("get_profile_metrics", questionOf(1)),
      await firstNode.call("get_profile_metrics", {
        ...questionOf(1),
        compare_to: "previous_period",
      }),
      await firstNode.call("list_facebook_posts", posts),
    ];
    const ids = replies.map(({ text }) => idOf(text));
    const chart = await firstNode.call("chart_result", { result: ids[0] });
    const [uri = ""] = /chart:\/\/\w+\.svg/.exec(chart.text) ?? [];
    const keys = z.array(z.string()).parse(await link.ask("KEYS", "*:results:*"));
    expect(keys).toHaveLength(4);
    const originals = await Promise.all(keys.map(async (key) => link.askEntry("GET", key)));
    const earlier = Buffer.alloc(9);
    earlier.writeDoubleLE(Date.now() * 2);
    const damages: ((entry: Buffer) => Buffer)[] = [
      (entry) => entry.subarray(0, -16),
      (entry) => Buffer.from(entry.map((byte, at) => (at === entry.length - 1 ? byte ^ 1 : byte))),
      () => Buffer.concat([earlier, Buffer.from('{"profileNames":[],"rows":[]}')]),
    ];
    for (const damage of damages) {
      for (const [place, key] of keys.entries())
        await link.askEntry(
          "SET",
          key,
          damage(Buffer.from(z.instanceof(Buffer).parse(originals[place]))),
        );
      for (const result of ids)
        expect((await secondNode.failing("read_result", { result })).text).toMatch(/^not_found/);
      await expect(secondNode.client.readResource({ uri })).rejects.toThrow(/no chart/);
    }
    await firstNode.call("read_result", { result: ids[0] });
    expect((await secondNode.call("read_result", { result: ids[0] })).isError).toBe(false);
  },
  60_000,
);

test.skipIf(!hasRedis)(
  "while Redis is away, calls go on, and both nodes agree again when it is back",
  async () => {
    const redis = await serveRedis();
    const sandbox = await serveSandbox();
    onTestFinished(() => sandbox.close());
    const url = await startNode(redis, sandbox);
    const [firstNode, secondNode] = [
      await connectTo(url, "2026-07-28"),
      await nodeOn(redis, sandbox),
    ];
    expect(await readyAt(url)).toEqual([200, "ok\nredis: ok\n"]);
    await firstNode.call("get_profile_metrics", questionOf(1));
    await secondNode.call("get_profile_metrics", questionOf(2));
    await redis.kill();
    await eventually(async () => expect(await readyAt(url)).toEqual([200, "ok\nredis: away\n"]));
    const cached = await firstNode.call("get_profile_metrics", questionOf(1));
    expect(costOf(cached.text)).toMatch(/^0 requests sent/);
    const fresh = await firstNode.call("get_profile_metrics", questionOf(3));
    expect(costOf(fresh.text)).toMatch(/^1 request sent/);
    await redis.start();
    await eventually(async () => {
      const [mine, its] = [
        await firstNode.call("get_profile_metrics", questionOf(1)),
        await secondNode.call("get_profile_metrics", questionOf(2)),
      ];
      expect(costOf(its.text)).toBe(costOf(mine.text));
    });
    await eventually(async () => expect(await readyAt(url)).toEqual([200, "ok\nredis: ok\n"]));
  },
  60_000,
);

/** Compares two nodes that share Redis with one node, and with a server without Redis, for cached answers. */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { RedisLink } from "../src/redis/link.ts";
import { call, callsPerSecond, serve, stop, type Served } from "./http.ts";
import { mediansOf } from "./medians.ts";
import { argumentsOf, environmentFor, questions, serveCannedApi, timeEach } from "./own-time.ts";

/** All are cached before anything is measured. */
const asked = questions.slice(0, 40).map(argumentsOf);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

async function serveRedis(): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn("redis-server", ["--port", String(port), "--save", ""]);
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    createInterface(child.stdout).on("line", (line) => {
      if (line.includes("Ready to accept connections")) resolve();
    });
  });
  return { child, url: `redis://127.0.0.1:${port}` };
}

async function redisBytes(url: string): Promise<number> {
  const link = await RedisLink.open({ url, prefix: "bench:" });
  const info = String(await link.ask("INFO", "memory"));
  link.close();
  return Number(/used_memory:(\d+)/.exec(info)?.[1]);
}

const residentMegabytes = ({ child }: Served): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1000;

const ask = (served: Served, number: number): Promise<string> =>
  call(served, "get_profile_metrics", asked[number % asked.length] ?? {});

/** Calls per second, with the same number of calls under way over all servers. */
const perSecond = (
  servers: readonly [Served, ...Served[]],
  milliseconds: number,
): Promise<number> =>
  callsPerSecond(
    (number, place) => ask(servers[place % servers.length] ?? servers[0], number),
    milliseconds,
  );

const numbers = Array.from({ length: 200 }, (_, number) => number);

/** Milliseconds of one call at a time; the median. */
const oneByOne = (served: Served): Promise<number> =>
  timeEach((number) => ask(served, number), numbers);

/** Calls per second, and milliseconds of a cached reply. */
type Round = Readonly<Record<"two" | "one" | "alone" | "withRedis" | "without", number>>;
/** The calls per second of two nodes over those of the others. */
type Ratios = Readonly<Record<"ofOneNode" | "ofAlone", number>>;
/** What Redis holds for each question, and a node after the load. */
type Memory = Record<"redisKilobytes" | "nodeMegabytes", number>;

/** The medians of interleaved rounds. */
export async function compareNodes(
  cli: string,
  rounds: number,
): Promise<Round & Ratios & Readonly<Memory>> {
  const { child: api, origin } = await serveCannedApi();
  const redis = await serveRedis();
  const env = await environmentFor(origin);
  const http = [cli, "http", "--port", "0"];
  const [alone, one, two] = [
    await serve(http, env),
    await serve([...http, "--redis", redis.url], env),
    await serve([...http, "--redis", redis.url], env),
  ];
  const measured: Round[] = [];
  const memory: Memory = { redisKilobytes: 0, nodeMegabytes: 0 };
  try {
    const before = await redisBytes(redis.url);
    for (const number of asked.keys()) await ask(one, number);
    memory.redisKilobytes = ((await redisBytes(redis.url)) - before) / asked.length / 1000;
    for (const served of [alone, two]) for (const number of asked.keys()) await ask(served, number);
    for (const served of [alone, one, two]) await perSecond([served], 4000);
    for (let round = 0; round < rounds; round += 1) {
      measured.push({
        one: await perSecond([one], 1000),
        two: await perSecond([one, two], 1000),
        alone: await perSecond([alone], 1000),
        withRedis: await oneByOne(one),
        without: await oneByOne(alone),
      });
    }
    memory.nodeMegabytes = residentMegabytes(one);
  } finally {
    await stop([alone, one, two]);
    redis.child.kill("SIGKILL");
    api.kill("SIGKILL");
    await rm(env.HOME, { recursive: true });
  }
  const compared = measured.map((round): Round & Ratios => ({
    ...round,
    ofOneNode: round.two / round.one,
    ofAlone: round.two / round.alone,
  }));
  return { ...mediansOf(compared), ...memory };
}

/** Each alert is about numbers that a node exports while it has the fault, and that are others when it is over. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { newUser, userOf } from "../helpers/commands.ts";
import { failure, metricsAnswer, oneProfile, serveFakeApi } from "../helpers/fake-api.ts";
import type { FakeAnswers } from "../helpers/fake-api.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo, post, type HttpClient } from "../helpers/http.ts";
import { hastened, run, start, type Environment } from "../helpers/process.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";
import { eventually } from "../helpers/waiting.ts";
import { alertRules } from "./alert-rules.ts";

/** Sums, or for gauges the largest, of the samples of each selector of an alert, in its order; `undefined` for none. */
type Numbers = readonly (number | undefined)[];

interface Node {
  readonly client: () => Promise<HttpClient>;
  readonly url: string;
  /** At the level of a node that names none. */
  readonly log: () => string;
  /** What Prometheus would read now. */
  readonly scrape: () => Promise<string>;
  /** The numbers of the selectors of an alert in it. */
  readonly numbers: (alert: string) => Promise<Numbers>;
  readonly kill: () => void;
}

const selector = /\b((?:mcp|social|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;

function numbersIn(alert: string, text: string): Numbers {
  const { expr = "" } = alertRules.find((rule) => rule.alert === alert) ?? {};
  return [...expr.matchAll(selector)].map(([, name = "", labels = ""]) => {
    const wanted = [...labels.matchAll(/(\w+)=(~?)"([^"]*)"/g)].filter(([, key]) => key !== "job");
    const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].filter(
      ([, sampleName, sampleLabels = ""]) =>
        sampleName === name &&
        wanted.every(([, key, , pattern]) =>
          new RegExp(`${key}="(?:${pattern})"`).test(sampleLabels),
        ),
    );
    const values = samples.map(([, , , value]) => Number(value));
    if (values.length === 0) return undefined;
    return /_total$|_count$|_bucket$/.test(name)
      ? values.reduce((sum, value) => sum + value)
      : Math.max(...values);
  });
}

async function startNode(environment: Environment, ...flags: string[]): Promise<Node> {
  const child = start(["http", "--port", "0", "--metrics-port", "0", ...flags], environment);
  let log = "";
  child.stderr.on("data", (text) => (log += String(text)));
  const urls: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    urls.push(...(/http:\S+\/(?:mcp|metrics)\b/.exec(line) ?? []));
    if (urls.length === 2) break;
  }
  const [metrics = "", url = ""] = urls;
  const scrape = async (): Promise<string> => (await fetch(metrics)).text();
  return {
    url,
    log: () => log,
    scrape,
    client: () => connectTo(url, "2026-07-28"),
    numbers: async (alert) => numbersIn(alert, await scrape()),
    kill: () => child.kill("SIGKILL"),
  };
}

const nodeOn = async (answers: FakeAnswers, ...flags: string[]): Promise<Node> =>
  startNode(userOf((await serveFakeApi(answers)).baseUrl), ...flags);

const question = { network: "facebook", metrics: ["fans_change"], period: "last_week" };

const working: FakeAnswers = { profiles: oneProfile, metrics: ({ body }) => metricsAnswer(body) };

/** Preloads a module into the process. */
const preloaded = (code: string): Environment => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
});

test("the API fails: calls fail, and requests", async () => {
  const environment = userOf(
    (
      await serveFakeApi({
        otherwise: (_, response) => {
          response.statusCode = 502;
          return "<html>";
        },
      })
    ).baseUrl,
  );
  const node = await startNode({ ...environment, ...hastened("setTimeout", 800, 1) });
  await (await node.client()).failing("list_profiles", { network: "facebook" });
  const [failed = 0, total = 0] = await node.numbers("CallsFail");
  expect([failed, total]).toEqual([1, 1]);
  const [without = 0, sent = 0] = await node.numbers("ApiFails");
  expect([without, sent]).toEqual([3, 3]);
});

test("a defect: calls fail", async () => {
  const { baseUrl } = await serveFakeApi({
    ...working,
    metrics: ({ body }) => metricsAnswer(body, (_, metric) => metric.length),
  });
  const breaking = `Number.prototype.toFixed = () => { throw new TypeError("broken"); };`;
  const node = await startNode({ ...userOf(baseUrl), ...preloaded(breaking) });
  const metrics = ["rate = insights_reactions / insights_views"];
  await (await node.client()).failing("get_profile_metrics", { ...question, metrics });
  expect(await node.numbers("CallsFail")).toEqual([1, 1]);
});

test("a call that takes a minute: calls are slow", async () => {
  const { baseUrl } = await serveFakeApi({
    ...working,
    async metrics({ body }) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return metricsAnswer(body);
    },
  });
  // The clock of the process runs a thousand times as fast.
  const fast = `const { now } = Date; const begun = now(); Date.now = () => begun + (now() - begun) * 1000;`;
  const node = await startNode({ ...userOf(baseUrl), ...preloaded(fast) });
  const { call } = await node.client();
  await call("get_profile_metrics", question);
  const text = await node.scrape();
  const within = (bound: string): string | undefined =>
    new RegExp(`_seconds_bucket\\{le="${bound}",.*\\} (\\d+)`).exec(text)?.[1];
  expect([within("30"), within("\\+Inf")]).toEqual(["0", "1"]);
});

test("a spent quota closes the gate, until the record is cleared", async () => {
  let isSpent = true;
  const { baseUrl } = await serveFakeApi({
    ...working,
    metrics: ({ body }) => (isSpent ? failure(11, "the limit is reached") : metricsAnswer(body)),
  });
  const environment = userOf(baseUrl);
  const node = await startNode(environment);
  const { call, failing } = await node.client();
  await failing("get_profile_metrics", question);
  expect(await node.numbers("GateIsClosed")).toEqual([1]);
  isSpent = false;
  const { stdout } = await run(["status", "--forget-quota"], environment);
  expect(stdout).toContain("was cleared");
  await call("get_profile_metrics", question);
  expect(await node.numbers("GateIsClosed")).toEqual([0]);
});

test("the API says that 20 requests are left: the quota is low", async () => {
  const node = await nodeOn({
    ...working,
    metrics({ body }, response) {
      response.setHeader("X-RateLimit-Limit", "500, 500;window=3600");
      response.setHeader("X-RateLimit-Remaining", "20");
      response.setHeader("X-RateLimit-Reset", "1800");
      return metricsAnswer(body);
    },
  });
  await (await node.client()).call("get_profile_metrics", question);
  expect(await node.numbers("QuotaIsLow")).toEqual([20]);
});

test("the API rejects the login", async () => {
  const node = await nodeOn({
    otherwise: (_, response) => {
      response.statusCode = 401;
      return failure(401, "invalid token");
    },
  });
  const { failing } = await node.client();
  for (let count = 0; count < 4; count += 1)
    await failing("list_profiles", { network: "facebook" });
  expect(await node.numbers("LoginIsRejected")).toEqual([4]);
  await eventually(() =>
    expect(node.log()).toMatch(
      /"level":"error","event":"login rejected",.*"code":"unauthorized","problem":"unauthorized: [^"]+"/,
    ),
  );
});

test("no login: the same alert", async () => {
  const node = await startNode(newUser());
  await (await node.client()).failing("list_profiles", { network: "facebook" });
  expect(await node.numbers("LoginIsRejected")).toEqual([1]);
});

test("requests without a token: callers are rejected", async () => {
  const tokens = join(temporaryFolder(), "tokens");
  await new BearerTokens(tokens).add("ada", [], "2026-11-20");
  const node = await startNode({}, "--sandbox", "--auth", `tokens:${tokens}`);
  for (let count = 0; count < 3; count += 1) await (await post(node.url, "{}")).text();
  expect(await node.numbers("CallersAreRejected")).toEqual([3]);
});

test.skipIf(!hasRedis)("Redis is away, and comes back", async () => {
  const redis = await serveRedis();
  const node = await startNode({}, "--sandbox", "--redis", redis.url);
  expect(await node.numbers("RedisIsDown")).toEqual([1]);
  await redis.kill();
  await eventually(async () => expect(await node.numbers("RedisIsDown")).toEqual([0]));
  await redis.start();
  await eventually(async () => expect(await node.numbers("RedisIsDown")).toEqual([1]));
});

test("a process of 1,050 MB: memory is high", async () => {
  const taking = `globalThis.taken = Buffer.alloc(1_050_000_000, 1);`;
  const node = await startNode(preloaded(taking), "--sandbox");
  const [bytes = 0] = await node.numbers("MemoryIsHigh");
  expect(bytes).toBeGreaterThan(1e9);
  const [usual = Infinity] = await (await startNode({}, "--sandbox")).numbers("MemoryIsHigh");
  expect(usual).toBeLessThan(500e6);
});

test("a processor that is taken for 1.5 seconds at a time: the event loop is slow", async () => {
  const blocking = `setInterval(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 1600).unref();`;
  const node = await startNode(preloaded(blocking), "--sandbox");
  // Each reading of the metrics starts the measurement again.
  for (let slowest = 0; slowest < 1000;) {
    const begun = performance.now();
    await fetch(new URL("/healthz", node.url));
    slowest = performance.now() - begun;
  }
  await fetch(new URL("/healthz", node.url));
  const [seconds = 0] = await node.numbers("EventLoopIsSlow");
  expect(seconds).toBeGreaterThan(1);
  expect(seconds).toBeLessThan(3);
  const [usual = Infinity] = await (await startNode({}, "--sandbox")).numbers("EventLoopIsSlow");
  expect(usual).toBeLessThan(1);
});

test("a node that is killed does not answer Prometheus", async () => {
  const node = await startNode({}, "--sandbox");
  node.kill();
  await eventually(async () => expect(node.numbers("NodeIsGone")).rejects.toThrow("fetch failed"));
});

/**
 * Two nodes behind nginx with one Redis, up to 50 callers, clients of two revisions. Nodes are killed and started again, and
 * Redis restarts empty: no answer is wrong, nobody reads another's result, and once the API rejects a request for the
 * quota, no node sends another.
 */
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { quotas } from "../../src/catalog/limits.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { connect } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo, initializeMessage, post } from "../helpers/http.ts";
import { serveLocally } from "../helpers/local-server.ts";
import { hasNginx, serveNginx } from "../helpers/nginx.ts";
import { startNode, type NodeProcess } from "../helpers/node-process.ts";
import { freePort } from "../helpers/oauth.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";
import { isFull } from "../helpers/repetitions.ts";
import { eventually } from "../helpers/waiting.ts";
import { Alone, overlap, Person, Script, Seen, type Failure, type Span } from "./persons.ts";

const people = isFull ? 50 : 4;
/** In the full tests the script takes ten minutes, else some calls. */
const milliseconds = 600_000;
const manyCalls = 110;
/** Within this time after Redis has restarted, each node uses it again. */
const returning = 10_000;

const statusIn = z.object({ status: z.number() });

/** Settings of nodes whose callers have tokens. */
async function callersOf(
  count: number,
): Promise<{ readonly words: string[]; readonly tokens: string[] }> {
  const path = join(temporaryFolder(), "tokens");
  const bearers = new BearerTokens(path);
  const tokens: string[] = [];
  for (let person = 0; person < count; person += 1)
    tokens.push((await bearers.add(`p${person}`, [], "2026-11-20")).reveal());
  return { words: ["--auth", `tokens:${path}`], tokens };
}

test.skipIf(!hasRedis || !hasNginx)(
  `${people} callers, while nodes and Redis are killed`,
  async () => {
    const log = join(temporaryFolder(), "requests");
    const [redis, sandbox] = [await serveRedis(), await serveSandbox({ log })];
    onTestFinished(() => sandbox.close());
    const { words, tokens } = await callersOf(people);
    const flags = ["--redis", redis.url, ...words];
    const [firstNode, secondNode] = [
      await startNode(flags, sandbox.environment),
      await startNode(flags, sandbox.environment),
    ];
    const url = await serveNginx([firstNode.port, secondNode.port]);

    const kills: Span[] = [];
    const killAndStart = async (node: NodeProcess): Promise<void> => {
      const span = { from: Date.now(), until: Infinity };
      kills.push(span);
      await node.kill();
      span.until = Date.now();
      await node.start();
    };
    const absence = { from: Infinity, until: Infinity };
    const stopRedis = async (): Promise<void> => {
      absence.from = Date.now();
      await redis.kill();
    };
    const startRedis = async (): Promise<void> => {
      await redis.start();
      absence.until = Date.now() + returning;
    };
    const seen = new Seen();
    const begun = Date.now();
    const ended = (): number => seen.stored.length + seen.failures.length + seen.refused;
    const share = isFull ? () => (Date.now() - begun) / milliseconds : () => ended() / manyCalls;
    const script = new Script(share, [
      [0.15, () => killAndStart(firstNode)],
      [0.35, stopRedis],
      [0.45, startRedis],
      // Calls end quickly: nginx would not have noticed yet that the first node is back.
      ...(isFull ? [[0.7, () => killAndStart(secondNode)] as const] : []),
    ]);
    const alone = new Alone(await connect({ quotas: { account: 1e9, user: 1e9 } }));
    const persons = await Promise.all(
      tokens.map(async (token, number) => {
        const client = await connectTo(url, number % 2 === 0 ? "2025-06-18" : "2026-07-28", token);
        return new Person(number, client, { alone, script, seen });
      }),
    );
    await Promise.all(persons.map((person) => person.live()));

    expect(kills).toHaveLength(isFull ? 2 : 1);
    const failuresBy = (code: RegExp): Failure[] =>
      seen.failures.filter(({ problem }) => code.test(problem));
    expect(
      failuresBy(/^lost$/).filter((lost) => !kills.some((kill) => overlap(kill, lost))),
      `lost, but not in flight on a killed node: ${JSON.stringify(kills)}`,
    ).toEqual([]);
    for (const refused of failuresBy(/^store_unreachable$/))
      expect(overlap(absence, refused), "while Redis was away").toBe(true);
    for (const at of seen.lost) expect(at, "a result that Redis had").toBeLessThan(absence.until);
    expect(failuresBy(/^(?!(lost|store_unreachable|user_quota_exhausted)$)/)).toEqual([]);
    expect(seen.stored.length, "answers").toBeGreaterThan(people * 10);
    expect(seen.refused, "attempts to read results of others").toBeGreaterThan(people);

    const statuses = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => statusIn.parse(JSON.parse(line)).status);
    // Redis has lost requests, of which the nodes learn by a rejection: those in flight at that time are rejected too.
    expect(statuses.length, "requests").toBeLessThanOrEqual(quotas.user + people);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const { url: address } of [firstNode, secondNode])
      await eventually(async () =>
        expect(await (await fetch(new URL("/readyz", address))).text()).toBe("ok\nredis: ok\n"),
      );
  },
  milliseconds + 240_000,
);

test.skipIf(!hasNginx)("without a node, clients are told to call again", async () => {
  const url = await serveNginx([await freePort(), await freePort()]);
  const response = await post(url, initializeMessage);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await response.json()).toMatchObject({
    jsonrpc: "2.0",
    error: { message: "The node that had this call does not answer: call again in two seconds" },
  });
  expect((await fetch(new URL("/healthz", url))).status, "no node is healthy").toBe(503);
  expect((await fetch(new URL("/readyz", url))).status, "nothing else is served").toBe(404);
});

test.skipIf(!hasNginx)(
  "a node learns the client's address and an id, which clients cannot choose",
  async () => {
    const seen: IncomingHttpHeaders[] = [];
    const node = await serveLocally(({ headers }, response) => {
      seen.push(headers);
      response.end("ok\n");
    });
    const port = Number(new URL(node).port);
    const url = await serveNginx([port, port]);
    const headers = { "x-forwarded-for": "203.0.113.7", "x-request-id": "chosen" };
    const answer = await fetch(new URL("/healthz", url), { headers });
    expect([answer.status, await answer.text()]).toEqual([200, "ok\n"]);
    expect(seen.at(-1)).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-request-id": expect.stringMatching(/^[\da-f]{32}$/),
    });
  },
);

/** Two nodes of which none answers the first call; `onFirst` gets its response. Returns how many calls they got. */
async function callNodes(
  onFirst: (response: ServerResponse) => void,
): Promise<{ readonly calls: number; readonly status: number }> {
  let calls = 0;
  const serveNode = async (): Promise<number> => {
    const url = await serveLocally((_, response) => {
      calls += 1;
      if (calls === 1) onFirst(response);
      else response.end("{}");
    });
    return Number(new URL(url).port);
  };
  const url = await serveNginx([await serveNode(), await serveNode()], "100ms");
  const { status } = await post(url, initializeMessage);
  return { calls, status };
}

test.skipIf(!hasNginx)("a slow call reaches one node only", async () => {
  expect(await callNodes(() => {})).toEqual({ calls: 1, status: 503 });
});

test.skipIf(!hasNginx)("a call whose node dies is sent to the other one", async () => {
  expect(await callNodes((response) => response.destroy())).toEqual({ calls: 2, status: 200 });
});

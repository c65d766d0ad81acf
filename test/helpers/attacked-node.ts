/** A node with a limit of memory, over a sandbox with thousands of profiles, and the callers who ask it. */
import http from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { cacheAnswers } from "./cached-answers.ts";
import { facebookIds } from "./connect.ts";
import { temporaryFolder } from "./folders.ts";
import { connectTo, openSession, type HttpClient } from "./http.ts";
import { cpuSeconds, limitMemory } from "./limited-process.ts";
import { start, urlOf } from "./process.ts";
import { repetitions } from "./repetitions.ts";
import { sandboxApart } from "./sandbox-apart.ts";

export interface AttackedNode {
  readonly pid: number;
  /** Another client of Ada's. */
  readonly ada: () => Promise<HttpClient>;
  readonly ben: HttpClient;
  /** Ada reads resources. Returns the status of each answer. @param isReading false for a client that reads no byte. */
  readonly read: (uris: readonly string[], isReading?: boolean) => Promise<unknown[]>;
}

/** @param cached the number of answers in its cache. @param bytes its limit of memory. */
export async function startAttackedNode(options: {
  readonly profiles: number;
  readonly cached: number;
  readonly bytes: number;
}): Promise<AttackedNode> {
  const environment = {
    HOME: temporaryFolder(),
    ...(await sandboxApart("--profiles", String(options.profiles))),
  };
  await cacheAnswers(environment, options.cached, facebookIds(100).map(toProfileId));
  const tokens = join(temporaryFolder(), "tokens");
  const bearers = new BearerTokens(tokens);
  const [adaToken, benToken] = [
    (await bearers.add("ada", [], "2026-11-20")).reveal(),
    (await bearers.add("ben", [], "2026-11-20")).reveal(),
  ];
  const child = start(["http", "--port", "0", "--auth", `tokens:${tokens}`], environment);
  child.stderr.resume();
  const pid = child.pid ?? 0;
  limitMemory(pid, options.bytes);
  const url = await urlOf(child);
  const headers = {
    authorization: `Bearer ${adaToken}`,
    "mcp-session-id": await openSession(url, adaToken),
  };
  return {
    pid,
    ada: () => connectTo(url, "2026-07-28", adaToken),
    ben: await connectTo(url, "2026-07-28", benToken),
    read: (uris, isReading = true) =>
      Promise.all(uris.map((uri) => readAlone(url, uri, headers, isReading))),
  };
}

/** Milliseconds after which a client leaves that reads nothing. */
const patience = 2000;

/** Reads on a connection of its own: other clients of this process must not wait for it. */
const readAlone = (
  url: string,
  uri: string,
  headers: Readonly<Record<string, string>>,
  isReading: boolean,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    const message = { jsonrpc: "2.0", id, method: "resources/read", params: { uri } };
    const accept = "text/event-stream, application/json";
    const requestHeaders = { ...headers, accept, "content-type": "application/json" };
    const request = http.request(
      url,
      { agent: false, method: "POST", headers: requestHeaders },
      (response) => {
        if (isReading) response.resume().once("close", () => resolve(response.statusCode));
      },
    );
    request.once("error", reject);
    request.end(JSON.stringify(message));
    if (isReading) return;
    setTimeout(() => {
      request.off("error", reject).on("error", () => {});
      request.destroy();
      resolve("left");
    }, patience);
  });

/** Milliseconds between his calls. */
const rest = repetitions(100, 20);

/** Ben calls again and again while the work runs. Returns his longest wait in milliseconds, and what the work returns. */
export async function waitDuring<Result>(
  { ben }: AttackedNode,
  work: () => Promise<Result>,
): Promise<{ readonly wait: number; readonly result: Result }> {
  const done = new AbortController();
  const working = work().finally(() => done.abort());
  let wait = 0;
  while (!done.signal.aborted) {
    const begun = performance.now();
    await ben.call("describe_metrics", { network: "facebook" });
    wait = Math.max(wait, performance.now() - begun);
    await pause(rest);
  }
  return { wait, result: await working };
}

/** Starts the work, and leaves soon. Returns the seconds of CPU time from then on until the process is idle. */
export async function cpuAfterLeaving(
  { pid, ada }: AttackedNode,
  work: (leaver: HttpClient) => Promise<unknown>,
): Promise<number> {
  const cpu = (): number => cpuSeconds(pid) ?? 0;
  const leaver = await ada();
  const begun = cpu();
  const done = new AbortController();
  const working = work(leaver)
    .catch(() => {})
    .finally(() => done.abort());
  while (!done.signal.aborted && cpu() - begun < 0.2) await pause(5);
  const left = cpu();
  await leaver.client.close();
  await working;
  for (let last = -1; cpu() - last > 0.02;) {
    last = cpu();
    await pause(300);
  }
  return cpu() - left;
}

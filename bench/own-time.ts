/** Servers over stdio beside an API of canned answers, and the time of their calls. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { median, sum } from "simple-statistics";

export const metrics = ["fans_change", "insights_reach", "insights_views", "insights_reactions"];
const atOnce = 16;
/** Calls that are not measured, then those that are measured in turn, and at once; a user has 500 requests an hour. */
type Counts = readonly [warmUps: number, inTurn: number, together: number];
const counts: Counts = [60, 160, 240];

export interface Asked {
  readonly profiles: readonly string[];
  readonly start: string;
  readonly end: string;
}

/** The id of a facebook profile of the sandbox. */
export const profileId = (index: number): string => String(100_000_000_000_000 + index * 7919);

/** Questions of the size of Q1 (5 profiles, 30 days, 4 metrics) that have no number in common. */
export const questions = Array.from({ length: sum([...counts]) }, (_, index): Asked => {
  const first = Math.floor(index / 6) * 5;
  const profiles = Array.from({ length: 5 }, (__, place) => profileId(first + place));
  const month = String((index % 6) + 1).padStart(2, "0");
  return { profiles, start: `2026-${month}-01`, end: `2026-${month}-28` };
});

export const argumentsOf = ({ profiles, start, end }: Asked): object => ({
  network: "facebook",
  metrics,
  profiles,
  dimensions: ["profile", "date.day"],
  date_start: start,
  date_end: end,
});

/** The body of the API's request. */
export const bodyOf = ({ profiles, start, end }: Asked): object => ({
  date_start: start,
  date_end: end,
  profiles,
  metrics,
  dimensions: [{ type: "profile" }, { type: "date.day" }],
});

export interface Server {
  readonly pid: number;
  /** From spawn to the answer of initialize. */
  readonly startMilliseconds: number;
  /** The line with the list of tools. */
  readonly list: () => Promise<string>;
  /** The line with a resource. */
  readonly read: (uri: string) => Promise<string>;
  /** The line with the reply. @throws Error for an error. */
  readonly call: (name: string, args: object) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function serveStdio(
  program: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Server> {
  const begun = performance.now();
  const child = spawn(process.execPath, program, { stdio: ["pipe", "pipe", "ignore"], env });
  const waiting = new Map<number, (line: string) => void>();
  createInterface(child.stdout).on("line", (line) => {
    const [, id] = /"id":(\d+)/.exec(line) ?? [];
    waiting.get(Number(id))?.(line);
  });
  let last = 0;
  const send = (method: string, params: object): Promise<string> => {
    const id = (last += 1);
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const clientInfo = { name: "bench", version: "1" };
  await send("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  const startMilliseconds = performance.now() - begun;
  child.stdin.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
  return {
    pid: child.pid ?? 0,
    startMilliseconds,
    list: () => send("tools/list", {}),
    read: (uri) => send("resources/read", { uri }),
    async call(name, args) {
      const line = await send("tools/call", { name, arguments: args });
      if (line.includes('"isError":true') || !line.includes('"result"')) throw new Error(line);
      return line;
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

type Ask<One = Asked> = (asked: One) => Promise<unknown>;

/** Milliseconds per call, one at a time; the median. */
export async function timeEach<One>(ask: Ask<One>, list: readonly One[]): Promise<number> {
  const times: number[] = [];
  for (const asked of list) {
    const started = performance.now();
    await ask(asked);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Calls per second, with {@link atOnce} under way. */
async function perSecond(ask: Ask, list: readonly Asked[]): Promise<number> {
  const rest = [...list];
  const started = performance.now();
  const keepAsking = async (): Promise<void> => {
    for (let asked = rest.pop(); asked !== undefined; asked = rest.pop()) await ask(asked);
  };
  await Promise.all(Array.from({ length: atOnce }, keepAsking));
  return (list.length * 1000) / (performance.now() - started);
}

type Speed = Readonly<Record<"milliseconds" | "perSecond", number>>;

export async function speedOf(ask: Ask, [warmUps, inTurn, together]: Counts): Promise<Speed> {
  for (const asked of questions.slice(0, warmUps)) await ask(asked);
  const measured = questions.slice(warmUps, warmUps + inTurn + together);
  const milliseconds = await timeEach(ask, measured.slice(0, inTurn));
  return { milliseconds, perSecond: await perSecond(ask, measured.slice(inTurn)) };
}

/** The environment of a server in a home of its own that asks this API. */
export async function environmentFor(
  origin: string,
): Promise<Record<string, string> & { readonly HOME: string }> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: await mkdtemp(join(tmpdir(), "bench-")),
    SOCIAL_ANALYTICS_BASE_URL: origin,
    SOCIAL_ANALYTICS_TOKEN: "bench",
    SOCIAL_ANALYTICS_SECRET: "bench",
  };
}

/** The process of an API of canned answers, and where it listens. */
export async function serveCannedApi(): Promise<{ child: ChildProcess; origin: string }> {
  const program = join(import.meta.dirname, "canned-api.js");
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, origin: /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))?.[0] ?? "" };
}

/** A server process with many concurrent callers: each gets their own answers, also while the server stops. */
import { idOf } from "../helpers/results.ts";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { comparable, connect, facebookIds } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { serveHeld } from "../helpers/held-api.ts";
import { connectTo, oneDay, revisions, serveTools, type HttpClient } from "../helpers/http.ts";
import { storeLogins } from "../helpers/logins.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { start as startProcess, urlOf } from "../helpers/process.ts";
import { start } from "../helpers/program.ts";
import { eventually } from "../helpers/waiting.ts";

/** The reply to a question about one profile on one day. */
const oneHas7 = /^facebook, One, [^]*\nfans_change sum\|7\n/;

const people = repetitions(16, 50);

/** Starts a server process. Each person has a token and one of two logins. */
async function serveMany(): Promise<{ url: string; tokens: string[] }> {
  const sandbox = await serveSandbox({ quotas: { account: 1e6, user: 1e6 } });
  onTestFinished(() => sandbox.close());
  const folder = temporaryFolder();
  const [ada, ben] = [{ sandbox }, { sandbox, user: 1 }];
  const environment = await storeLogins(folder, { Ada: ada, Ben: ben });
  const bearers = new BearerTokens(join(folder, "tokens"));
  const tokens: string[] = [];
  for (let index = 0; index < people; index += 1) {
    const token = await bearers.add(`p${index}`, [index % 2 === 0 ? "Ada" : "Ben"], "2026-11-20");
    tokens.push(token.reveal());
  }
  const auth = `tokens:${join(folder, "tokens")}`;
  const child = start(["http", "--port", "0", "--auth", auth], environment);
  return { url: await urlOf(child), tokens };
}

/** Returns a different question for each person. */
const questionOf = (index: number): Record<string, unknown> => ({
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  profiles: facebookIds(people).slice(index, index + 3),
  date_start: "2026-08-01",
  date_end: "2026-10-31",
  dimensions: ["profile", "date.month"],
});

test(`${people} people at once: each gets the correct answer, and nobody reads another's result`, async () => {
  const { url, tokens } = await serveMany();
  const reference = await connect({ quotas: { account: 1e6, user: 1e6 } });
  const clients = await Promise.all(
    tokens.map((token, index) => connectTo(url, revisions[index % 4 < 2 ? 0 : 1], token)),
  );
  const answers = await Promise.all(
    clients.map(async ({ call }, index) => {
      const [answer, user] = await Promise.all([
        call("get_profile_metrics", questionOf(index)),
        call("get_current_user"),
      ]);
      return { text: answer.text, user: user.text };
    }),
  );
  const results = answers.map(({ text }) => idOf(text));
  expect(new Set(results).size).toBe(people);
  for (const [index, { text, user }] of answers.entries()) {
    const { text: expected } = await reference.call("get_profile_metrics", questionOf(index));
    expect(comparable(text)).toBe(comparable(expected));
    expect(user).toContain(index % 2 === 0 ? "Ada Sandbox" : "Ben Sandbox");
  }
  const reread = await Promise.all(
    clients.flatMap(({ call, failing }, index) => [
      call("read_result", { result: results[index] }),
      failing("read_result", { result: results[(index + 2) % people] }),
    ]),
  );
  expect(reread.map(({ text }) => text.startsWith("not_found"))).toEqual(
    reread.map((_answer, index) => index % 2 === 1),
  );
});

/** Returns `answered` or the first line of the error. */
async function outcomeOf({ attempt }: HttpClient, index: number): Promise<string> {
  const day = new Date(Date.parse("2026-01-01") + index * 86_400_000).toISOString().slice(0, 10);
  const { text } = await attempt("get_profile_metrics", oneDay(day));
  return oneHas7.test(text) ? "answered" : (text.split("\n")[0] ?? "");
}

const modes = hasRedis ? ["a server", "a node"] : ["a server"];

test.each(modes)("%s that stops answers or cancels every open call", async (mode) => {
  const flags = mode === "a node" ? ["--redis", (await serveRedis()).url] : [];
  const api = await serveHeld();
  const child = startProcess(["http", "--port", "0", ...flags], {
    SOCIAL_ANALYTICS_BASE_URL: api.baseUrl,
    SOCIAL_ANALYTICS_TOKEN: "token",
    SOCIAL_ANALYTICS_SECRET: "secret-of-tests",
  });
  const url = await urlOf(child);
  const clients = await Promise.all(
    Array.from({ length: 12 }, (_, index) => connectTo(url, revisions[index % 2] ?? "2025-11-25")),
  );
  const outcomes = clients.map(outcomeOf);
  await eventually(() => expect(api.waiting()).toBe(8));

  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const refused = "the server takes no more";
  await eventually(async () => {
    const late = await fetch(url).catch(() => refused);
    expect(late).toBe(refused);
  });
  api.releaseOne();
  api.releaseOne();

  const ended = await Promise.all(outcomes);
  expect(await exit).toEqual([0, null]);
  const cancelled = "deadline_exceeded: the server was told to stop before this call was finished";
  expect(new Set(ended)).toEqual(new Set(["answered", cancelled]));
  expect(ended.filter((outcome) => outcome === "answered").length).toBeGreaterThanOrEqual(2);
});

test("an idle server with open streams stops at once", async () => {
  const { served, url } = await serveTools();
  await Promise.all(revisions.map((revision) => connectTo(url, revision)));
  const days = 10 * 86_400;
  await expect(served.close(days)).resolves.toBeUndefined();
});

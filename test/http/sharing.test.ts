/** Callers who share a login share what belongs to it; their results stay private. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { userOf } from "../helpers/commands.ts";
import { metricsAnswer, oneProfile, serveFakeApi } from "../helpers/fake-api.ts";
import { connectTo } from "../helpers/http.ts";
import { readAll, urlOf, type Environment } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";
import { idOf } from "../helpers/results.ts";

const question = { network: "facebook", metrics: ["fans_change"], period: "yesterday" };

test("12 callers with one login and one question cost two requests, and read no result of another", async () => {
  const { baseUrl, requests } = await serveFakeApi({
    profiles: oneProfile,
    metrics: ({ body }) => metricsAnswer(body),
  });
  const user: Environment = {
    ...userOf(baseUrl),
    // Without a cache on disk, only what the callers share in memory saves requests.
    SOCIAL_ANALYTICS_CACHE_DIR: "/dev/null/none",
  };
  const auth = ["--auth", `tokens:${join(user["HOME"] ?? "", "tokens")}`];
  const tokens: string[] = [];
  for (let caller = 0; caller < 12; caller += 1) {
    const { stdout } = await run(["token", "add", `caller${caller}`, ...auth], user);
    tokens.push(/^sam_\S+$/m.exec(stdout)?.[0] ?? "");
  }
  const child = start(["http", "--port", "0", ...auth], user);
  const output = readAll(child);
  const url = await urlOf(child);
  const callers = await Promise.all(tokens.map((token) => connectTo(url, "2025-11-25", token)));
  const texts = await Promise.all(
    callers.map(async ({ call }) => (await call("get_profile_metrics", question)).text),
  );
  expect(requests().map(({ operation }) => operation)).toEqual(["profiles", "metrics"]);
  const ids = texts.map(idOf);
  expect(new Set(ids).size).toBe(12);
  const [owner, stranger] = callers;
  expect((await owner?.call("read_result", { result: ids[0] }))?.isError).toBe(false);
  expect((await stranger?.failing("read_result", { result: ids[0] }))?.text).toMatch(
    /^not_found: /,
  );
  child.kill("SIGTERM");
  await output;
});

test("the memory of a process is a flag", async () => {
  const { stdout } = await run(["http", "--help"]);
  expect(stdout).toMatch(/--memory MIB +memory .*\(default 512\)/);
  expect((await run(["http", "--memory", "10"])).stderr).toContain(
    "--memory takes a whole number of at least 64",
  );
});

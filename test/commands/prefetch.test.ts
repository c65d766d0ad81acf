/** `prefetch` fills the cache for the processes that follow, within its quota, and continues where it stopped. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox, type ServedSandbox } from "../../src/sandbox/http.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { bodiesOf } from "../helpers/machine.ts";
import { testNow } from "../helpers/in-memory.ts";
import { newUser } from "../helpers/commands.ts";
import { readAll, start as startProcess, type Environment } from "../helpers/process.ts";
import { run, runCall } from "../helpers/program.ts";
import { eventually } from "../helpers/waiting.ts";

const words = [
  "prefetch",
  "--network=facebook",
  "--start=2026-01-01",
  "--end=2026-06-30",
  "--metrics=fans_change,insights_reach",
];

const question = {
  network: "facebook",
  metrics: ["fans_change", "insights_reach"],
  date_start: "2026-01-01",
  date_end: "2026-06-30",
  dimensions: ["profile", "date.month"],
};

interface Served extends ServedSandbox {
  readonly user: Environment;
}

async function serve(options: SandboxOptions = {}): Promise<Served> {
  const served = await serveSandbox({ profiles: 120, complexity: 5000, ...options });
  onTestFinished(served.close);
  return { ...served, user: { ...newUser(), ...served.environment } };
}

/** The requests for metrics that were answered with numbers. */
const answered = ({ sandbox }: ServedSandbox): number =>
  sandbox.requests("metrics").filter(({ failedWith }) => failedWith === undefined).length;

const metricsSent = ({ sandbox }: ServedSandbox): number => sandbox.requests("metrics").length;

interface Printed {
  readonly complete: boolean;
  readonly networks: readonly { readonly sent: number; readonly left: number }[];
}

async function prefetch({ user }: Served, ...more: readonly string[]): Promise<Printed> {
  const { stdout, code } = await run([...words, "--json", ...more], user);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

test("within its quota it fetches some, then the rest, and then a question costs no request", async () => {
  const served = await serve();
  const first = await prefetch(served, "--quota=8");
  expect(first).toMatchObject({ complete: false, networks: [{ sent: 8 }] });
  expect(served.sandbox.requests()).toHaveLength(8);
  const rest = await prefetch(served, "--quota=100");
  expect(rest).toMatchObject({ complete: true, networks: [{ left: 0 }] });
  const before = served.sandbox.requests().length;
  const again = await prefetch(served);
  expect(again).toMatchObject({ complete: true, networks: [{ sent: 0, left: 0 }] });
  const asked = await runCall(["get_profile_metrics", JSON.stringify(question)], served.user);
  expect(asked.stdout).toContain(" 0 requests sent");
  expect(served.sandbox.requests()).toHaveLength(before);
});

test("a metric that the API rejects does not stop it, and is fetched no more", async () => {
  const served = await serve({ world: { retired: ["insights_reach"] }, profiles: 20 });
  const first = await prefetch(served);
  expect(first).toMatchObject({ complete: true, networks: [{ left: 0 }] });
  const rejected = served.sandbox.requests("metrics").filter(({ failedWith }) => failedWith === 3);
  expect(rejected).toHaveLength(2);
  expect(await prefetch(served)).toMatchObject({
    complete: true,
    networks: [{ sent: 0, left: 0 }],
  });
  const asked = await runCall(["get_profile_metrics", JSON.stringify(question)], served.user);
  expect(asked.stdout).toContain("Without insights_reach: not accepted by the API since ");
  expect(asked.stdout).toContain(" 0 requests sent");
});

test("the latest days are fetched first, and what is left is counted once", async () => {
  const served = await serve();
  const years = ["--start=2024-01-01", "--end=2025-12-31"];
  const line = ["prefetch", "--network=facebook", "--metrics=fans_change", "--json", ...years];
  const { stdout } = await run([...line, "--quota=1"], served.user);
  // The list of profiles took the only request: 120 profiles over two years are four requests at least.
  expect(JSON.parse(stdout).networks[0]).toMatchObject({ sent: 1, left: 4 });
  await run([...line, "--quota=2"], served.user);
  const [first] = bodiesOf(served);
  expect(first).toMatchObject({ date_start: "2025-01-01", date_end: "2025-12-31" });
});

test("killed at any moment, it sends only what is missing", async () => {
  const whole = await serve();
  await prefetch(whole, "--quota=200");
  const needed = answered(whole);

  const served = await serve();
  const child = startProcess([...words, "--quota=200"], served.user);
  await eventually(() => expect(metricsSent(served)).toBeGreaterThan(5));
  child.kill("SIGKILL");
  await once(child, "exit");
  const rest = await prefetch(served, "--quota=200");
  expect(rest.complete).toBe(true);
  // Eight requests can be under way, and answers on their way to the disk.
  expect(answered(served)).toBeLessThanOrEqual(needed + 10);
});

test("Ctrl+C is acknowledged at once, and ends it with 130 when what is under way is answered", async () => {
  const served = await serve();
  const child = startProcess([...words, "--quota=200"], served.user);
  const ran = readAll(child);
  await eventually(() => expect(metricsSent(served)).toBeGreaterThan(5));
  child.kill("SIGINT");
  const { code, stderr, stdout } = await ran;
  expect(code).toBe(130);
  expect(stderr).toBe(
    "Stopping when the requests under way are answered; Ctrl+C again does not wait.\n",
  );
  expect(stdout).toContain("Stopped: the same command continues from here");
});

test("it says in a sentence what is cached, and what to do next", async () => {
  const served = await serve();
  const { stdout, code } = await run([...words, "--quota=8"], served.user);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^facebook: 120 profiles, 2 metrics, 2026-01-01 to 2026-06-30: 8 requests sent, \d+ requests left, as far as sizes are known\.\nNot complete: the same command continues from here/,
  );
});

test("a network whose turn comes after the quota is spent is not begun", async () => {
  const served = await serve();
  const line = [...words, "--network=instagram", "--quota=8"];
  const { stdout } = await run([...line.slice(0, -3), ...line.slice(-2)], served.user);
  expect(stdout).toContain(
    "\ninstagram: not begun.\nNot complete: the same command continues from",
  );
  expect(served.sandbox.requests()).toHaveLength(8);
  const printed = await prefetch(served, "--network=instagram", "--quota=1");
  expect(printed).toMatchObject({ complete: false });
});

test("a used-up hour ends it, with the time at which to continue", async () => {
  const served = await serve({ quotas: { account: 1000, user: 10 } });
  const { stdout, code } = await run([...words, "--quota=200"], served.user);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /user_quota_exhausted: .*Try again after (?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC/,
  );
  expect(stdout).toContain("the same command continues from here");
});

test.each([
  [["prefetch"], "prefetch takes --network"],
  [["prefetch", "--network=myspace"], "--network takes one of facebook"],
  [["prefetch", "--network=facebook", "--quota=0"], "--quota takes a whole number"],
])("%j is rejected with what it takes", async (line, message) => {
  const { code, stderr } = await run(line, newUser());
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test.each([
  [["--period=lately"], 'invalid_input: "lately" is not a period'],
  [["--period=last_week", "--metrics=likes"], 'invalid_input: facebook has no metric "likes"'],
  [[], "invalid_input: no dates are given"],
  [["--start=2199-01-01", "--end=2199-01-02"], "invalid_input: "],
])("%j is rejected, and nothing of it is sent", async (more, message) => {
  const served = await serve();
  const { code, stdout } = await run(["prefetch", "--network=facebook", ...more], served.user);
  expect(code).toBe(1);
  expect(stdout).toContain(message);
  expect(metricsSent(served)).toBe(0);
});

test("where nothing can be stored, nothing is sent", async () => {
  const served = await serve();
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const user = { ...served.user, SOCIAL_ANALYTICS_CACHE_DIR: file };
  const { code, stderr } = await run([...words, "--quota=8"], user);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^invalid_input: nothing can be stored: the folder .* cannot be used/);
  expect(served.sandbox.requests()).toEqual([]);
});

test("days before the account's history are left out, and the report says so", async () => {
  const served = await serve({ profiles: 6, complexity: 50_000, now: () => testNow });
  const old = ["prefetch", "--network=facebook", "--start=2019-06-01", "--end=2021-05-31"];
  const { code, stdout } = await run([...old, "--metrics=fans_change"], served.user);
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(
    /2020-11-19 to 2021-05-31: \d requests sent, all cached\. The account's history begins on 2020-11-19: earlier days, from 2019-06-01, are not available\./,
  );
  const rejected = served.sandbox.requests("metrics").filter(({ failedWith }) => failedWith === 6);
  expect(rejected).toHaveLength(1);
});

test("after an error that stays, it does not promise to continue", async () => {
  const served = await serve();
  const old = ["prefetch", "--network=facebook", "--start=2015-01-01", "--end=2015-01-05"];
  const { code, stdout } = await run(old, served.user);
  expect(code).toBe(1);
  expect(stdout).toContain("before_history_limit");
  expect(stdout).not.toContain("continues from here");
});

test("doctor suggests it for networks whose year takes more requests than a call may send", async () => {
  const served = await serve();
  const before = await run(["doctor"], served.user);
  expect(before.stdout, "the size of answers is not known yet").not.toContain("prefetch");
  await prefetch(served, "--quota=12");
  const { stdout } = await run(["doctor"], served.user);
  expect(stdout).toMatch(
    /note facebook: last year's numbers of 120 profiles take \d+ requests; ".* prefetch --network facebook --period last_year" fetches them ahead/,
  );
});

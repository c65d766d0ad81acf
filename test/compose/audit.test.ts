/** `--audit FILE`: a line for each call, which says who asked for what, and nothing that others must not read. */
import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { postTexts } from "../../src/sandbox/content.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo } from "../helpers/http.ts";
import { start, urlOf } from "../helpers/process.ts";
import { run } from "../helpers/program.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf } from "../helpers/results.ts";
import { eventually } from "../helpers/waiting.ts";

const line = z.strictObject({
  time: z.iso.datetime(),
  caller: z.string().nullable(),
  account: z.string().nullable(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  outcome: z.string(),
  result: z.string().nullable(),
  requests: z.int(),
  summary: z.string().nullable(),
});

const linesIn = (file: string): z.output<typeof line>[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((text) => line.parse(JSON.parse(text)));

const fans = { network: "facebook", metrics: ["fans_change"], period: "last_week" };

test("over HTTP: two callers, an answer, a mistake, a result, posts and the user", async () => {
  const folder = temporaryFolder();
  const [file, tokens] = [join(folder, "audit.jsonl"), join(folder, "tokens")];
  const bearers = new BearerTokens(tokens);
  const [ada, ben] = [
    (await bearers.add("ada", [], "2026-11-20")).reveal(),
    (await bearers.add("ben", [], "2026-11-20")).reveal(),
  ];
  const sandbox = await serveSandbox();
  onTestFinished(() => sandbox.close());
  const flags = ["--port", "0", "--auth", `tokens:${tokens}`, "--audit", file];
  const url = await urlOf(start(["http", ...flags], sandbox.environment));
  const [client, secondClient] = [
    await connectTo(url, "2026-07-28", ada),
    await connectTo(url, "2025-11-25", ben),
  ];
  const { text } = await client.call("get_profile_metrics", fans);
  await client.failing("get_profile_metrics", { ...fans, metrics: ["nothing"], labels: [ada] });
  await secondClient.call("get_current_user", {});
  await secondClient.call("list_facebook_posts", { period: "last_week", limit: 20 });
  await client.call("read_result", { result: idOf(text), top: 2 });
  const lines = linesIn(file);
  expect(lines.map(({ caller, tool, outcome }) => [caller, tool, outcome])).toEqual([
    ["ada", "get_profile_metrics", "answered"],
    ["ada", "get_profile_metrics", "invalid_input"],
    ["ben", "get_current_user", "answered"],
    ["ben", "list_facebook_posts", "answered"],
    ["ada", "read_result", "answered"],
  ]);
  expect(lines[0]).toMatchObject({ arguments: fans, result: idOf(text), account: null });
  expect(lines[0]?.requests).toBeGreaterThan(1);
  expect(lines[0]?.summary).toBe(text.split("\n", 1)[0]);
  expect(lines[4]).toMatchObject({ requests: 0, arguments: { result: idOf(text), top: 2 } });
  const written = readFileSync(file, "utf8");
  for (const secret of [ada, ben, ...sandbox.users.flatMap((user) => [user.secret, user.token])])
    expect(written).not.toContain(secret);
  for (const name of sandbox.users.map((user) => user.name)) expect(written).not.toContain(name);
  for (const post of postTexts) expect(written).not.toContain(JSON.stringify(post).slice(1, 20));
  expect(statSync(file).mode & 0o077).toBe(0);
});

const calls = repetitions(60, 1000);

test(`${calls} calls at once, while the file is rotated and cannot be written for a while: no line is lost without a word`, async () => {
  const folder = temporaryFolder();
  const file = join(folder, "audit.jsonl");
  const child = start(["http", "--sandbox", "--port", "0", "--audit", file]);
  let log = "";
  child.stderr.on("data", (text) => (log += String(text)));
  const url = await urlOf(child);
  const client = await connectTo(url, "2026-07-28");
  const ask = (at: number) =>
    client.call("describe_metrics", { network: "facebook", search: `fans ${at}` });
  const ready = async (): Promise<number> => (await fetch(new URL("/readyz", url))).status;
  const half = Array.from({ length: calls / 2 }, (_, at) => at);
  await Promise.all(half.map(ask));
  renameSync(file, join(folder, "old.jsonl"));
  expect(await ready()).toBe(200);
  await Promise.all(half.map(ask));
  renameSync(file, join(folder, "older.jsonl"));
  mkdirSync(file);
  await ask(0);
  await ask(1);
  expect(await ready()).toBe(503);
  await eventually(() => expect(log.match(/"audit not written"/g)).toHaveLength(1));
  rmdirSync(file);
  await ask(2);
  expect(await ready()).toBe(200);
  const counts = ["old.jsonl", "older.jsonl", "audit.jsonl"].map(
    (name) => linesIn(join(folder, name)).length,
  );
  expect(counts).toEqual([calls / 2, calls / 2, 1]);
}, 60_000);

test("commands have lines too, and a file that cannot be written stops them at their start", async () => {
  const file = join(temporaryFolder(), "audit.jsonl");
  const words = ["call", "list_profiles", '{"network":"facebook"}', "--sandbox", "--audit"];
  expect((await run([...words, file])).code).toBe(0);
  expect(linesIn(file)).toMatchObject([{ tool: "list_profiles", caller: null, requests: 1 }]);
  for (const command of [words, ["http", "--sandbox", "--port", "0", "--audit"]]) {
    const { code, stdout, stderr } = await run([...command, temporaryFolder()]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^--audit \S+ cannot be written: EISDIR/);
  }
});

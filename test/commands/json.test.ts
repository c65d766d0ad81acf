/** `call --json` and `--ndjson`: what programs read at a terminal equals structured content over MCP. */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { tools } from "../../tools/index.ts";
import { connect } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { run, runCall } from "../helpers/program.ts";
import { small } from "../helpers/questions.ts";
import { madeUp } from "../../src/base/text/words.ts";

const october = { date_start: "2026-10-01", date_end: "2026-10-07" };
const compared = { ...small, dimensions: ["profile"], compare_to: "previous_period" };

const calls: Readonly<Record<string, readonly object[]>> = {
  list_profiles: [{ network: "facebook" }],
  describe_metrics: [{ network: "tiktok" }],
  get_profile_metrics: [
    small,
    compared,
    { ...compared, dimensions: ["profile_label"] },
    { network: "all", ...october },
    { ...small, plan_only: true },
  ],
  list_linkedin_posts: [{ ...october, limit: 3 }],
  list_facebook_posts: [{ ...october, limit: 3 }],
  list_post_labels: [{}],
  list_post_label_groups: [{}],
  list_profile_labels: [{}],
  list_listening_queries: [{}],
  list_ad_accounts: [october],
  get_current_user: [{}],
};

const ask = async (tool: string, args: object, ...flags: string[]): Promise<string> =>
  (await runCall([tool, JSON.stringify(args), "--sandbox", "--hostile", ...flags])).stdout;

/** Ids are new, and another process has other cached answers. */
const comparable = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/\br[2-9A-Za-z]{8}\b/g, "ID")
      .replaceAll(/\d+ requests? sent, at most \d+ left this hour/g, "COST")
      .replaceAll(`${madeUp} `, ""),
  );

test.each(
  Object.entries(calls).flatMap(([tool, list]) => list.map((args) => [tool, args] as const)),
)("%s %j", async (tool, args) => {
  const { client } = await connect({ structured: true });
  const { structuredContent } = await client.callTool({ name: tool, arguments: { ...args } });
  const { fetched: _, ...content } = Object(structuredContent);
  const { fetched: __, ...printed } = JSON.parse(await ask(tool, args, "--json"));
  expect(comparable(JSON.stringify(printed))).toEqual(comparable(JSON.stringify(content)));
});

test("numbers have the names of references", async () => {
  const content = JSON.parse(await ask("get_profile_metrics", compared, "--json"));
  const { total, same, before, profile, rank, rose, fell } = content;
  expect(before.period).toEqual({ start: "2026-09-24", end: "2026-09-30" });
  const metrics = ["fans_change", "insights_reach"];
  for (const line of [total, same, ...Object.values(profile)])
    expect(Object.keys(Object(line))).toEqual(expect.arrayContaining(metrics));
  expect(Object.keys(total.insights_reach)).toEqual([
    "now",
    "before",
    "same_now",
    "same_before",
    "change",
    "change_percent",
    "all_change",
    "all_change_percent",
    "profiles",
    "same_profiles",
  ]);
  // No insights: missing is not 0.
  expect(profile["Café Žofín"].insights_reach.now).toBeNull();
  expect(rank.map(({ name }: { name: string }) => name)).toHaveLength(3);
  for (const { name, fans_change: fans } of [...rose, ...fell])
    expect([name, Math.sign(fans.change)]).toEqual([
      name,
      rose.some((row: { name: string }) => row.name === name) ? 1 : -1,
    ]);
});

test("every row is a line of JSON", async () => {
  const question = {
    ...small,
    profiles: undefined,
    date_start: "2025-11-01",
    date_end: "2026-10-31",
  };
  const lines = (await ask("get_profile_metrics", question, "--ndjson")).trimEnd().split("\n");
  expect(lines).toHaveLength(120 * 365);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    profile: "100000000000000",
    "date.day": "2025-11-01",
    fans_change: expect.any(Number),
  });
});

test.each(["--json", "--ndjson"])("%s: an error is JSON, with exit code 2", async (flag) => {
  for (const { name } of tools.filter(
    ({ name: toolName }) => toolName in calls && toolName !== "get_current_user",
  )) {
    const wrong = JSON.stringify({ nothing: 1 });
    const { code, stdout } = await run(["call", name, wrong, "--sandbox", "--hostile", flag]);
    expect([name, code]).toEqual([name, 2]);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: "invalid_input",
        message: expect.stringContaining("nothing"),
        advice: expect.any(String),
        retryable: false,
      },
    });
  }
});

test("only one form goes to stdout", async () => {
  const { code, stderr } = await run(["call", "get_current_user", "--json", "--ndjson"]);
  expect(code).toBe(2);
  expect(stderr).toContain("choose one");
});

test("the types of the package are those of the document", async () => {
  const folder = temporaryFolder();
  const types = join(import.meta.dirname, "../../dist/types.d.ts");
  mkdirSync(join(folder, "src"));
  writeFileSync(
    join(folder, "src/use.ts"),
    `import type { GetProfileMetricsArguments, StructuredContent } from ${JSON.stringify(types)};
export const asked: GetProfileMetricsArguments = { network: "facebook", top: 3 };
export const shown = ({ total, rows }: StructuredContent): unknown => [total?.["insights_views"], rows[0]];
// @ts-expect-error networks are names
export const wrong: GetProfileMetricsArguments = { network: 5 };
`,
  );
  const tsc = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
  const flags = ["--noEmit", "--strict", "--ignoreConfig"];
  const checked = promisify(execFile)(process.execPath, [
    tsc,
    ...flags,
    join(folder, "src/use.ts"),
  ]);
  // It fails where a type is wrong.
  expect(await checked).toEqual({ stdout: "", stderr: "" });
});

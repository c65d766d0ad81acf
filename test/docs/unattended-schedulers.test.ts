/** The recipes of docs/unattended.md for schedulers: cron, systemd, GitHub Actions, a container and n8n. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { pathOf } from "../helpers/system.ts";
import { recipe, machine, news } from "./recipes.ts";

test("the lines of cron have five fields and a command that runs", async () => {
  const { shell, folder } = await machine();
  const lines = recipe("crontab")
    .split("\n")
    .filter((line) => line !== "" && !/^\w+=/.test(line));
  writeFileSync(join(folder, "digest.sh"), "exit 0\n");
  chmodSync(join(folder, "digest.sh"), 0o755);
  writeFileSync(
    join(folder, "weekly.md"),
    "---\nquestions: {week: {network: facebook, metrics: [insights_views], period: last_week}}\n---\n{{ week.total.insights_views.now }}\n",
  );
  for (const line of lines) {
    const [, command = ""] = /^(?:[\d*]+ ){5}(.+)$/.exec(line) ?? [];
    expect((await shell(command.replaceAll("/srv/social", folder))).code).toBe(0);
  }
  expect(existsSync(join(folder, "weekly.html"))).toBe(true);
});

test("the units of systemd are valid, and have the secrets as files", async () => {
  const { shell, folder, environment } = await machine();
  const service = recipe("digest.service");
  writeFileSync(join(folder, "digest.sh"), "#!/bin/sh\n");
  chmodSync(join(folder, "digest.sh"), 0o755);
  writeFileSync(join(folder, "digest.service"), service.replaceAll("/srv/social", folder));
  writeFileSync(join(folder, "digest.timer"), recipe("digest.timer"));
  const verify = "systemd-analyze verify ./digest.service ./digest.timer 2>&1";
  const { stdout: problems } = await shell(pathOf("systemd-analyze") === undefined ? ":" : verify);
  expect(problems.split("\n").filter((line) => line.includes("digest."))).toEqual([]);
  const { SOCIAL_ANALYTICS_TOKEN: token = "", SOCIAL_ANALYTICS_SECRET: secret = "" } = environment;
  writeFileSync(join(folder, "token"), `${token}\n`);
  writeFileSync(join(folder, "secret"), `${secret}\n`);
  const files = Object.fromEntries(
    Array.from(
      service.matchAll(/^Environment=(SOCIAL_ANALYTICS_\w+_FILE)=%d\/(\w+)$/gm),
      ([, name = "", file = ""]) => [name, join(folder, file)],
    ),
  );
  expect(Object.keys(files)).toHaveLength(2);
  const { stdout } = await shell(
    "unset SOCIAL_ANALYTICS_TOKEN SOCIAL_ANALYTICS_SECRET; npx -y social-analytics-mcp digest rules.yaml",
    files,
  );
  expect(stdout).toContain(news);
});

test("the workflow of GitHub Actions writes the news into the summary", async () => {
  const workflow = z
    .object({
      jobs: z.object({
        digest: z.object({ steps: z.array(z.looseObject({ run: z.string().optional() })) }),
      }),
    })
    .parse(parse(recipe("digest.yml")));
  const { shell, folder } = await machine();
  const summary = join(folder, "summary.md");
  const scripts = workflow.jobs.digest.steps.flatMap(({ run }) => run ?? []);
  for (const script of scripts)
    expect((await shell(script, { GITHUB_STEP_SUMMARY: summary })).code).toBe(10);
  expect(readFileSync(summary, "utf8")).toMatch(
    new RegExp(`^- \\*\\*Brand 2 \\(Facebook\\)\\*\\*: ${news}`),
  );
});

test("the container runs the command with the secrets of files", async () => {
  const { shell, program, rules, folder, environment } = await machine();
  mkdirSync(join(folder, "secrets"));
  writeFileSync(join(folder, "secrets/token"), environment["SOCIAL_ANALYTICS_TOKEN"] ?? "");
  writeFileSync(join(folder, "secrets/secret"), environment["SOCIAL_ANALYTICS_SECRET"] ?? "");
  // What docker would do: the variables with a value, and the words after the image.
  program(
    "docker",
    `unset SOCIAL_ANALYTICS_TOKEN SOCIAL_ANALYTICS_SECRET
[ "$1" = run ] || exit 99
while [ "$1" != social-analytics-mcp ]; do
  case "$1" in *=/run/secrets/*) export "$(echo "$1" | sed "s|=/run/secrets|=${folder}/secrets|")" ;; esac
  shift
done
shift
[ "$1 $2" = "digest /rules.yaml" ] || exit 99
shift 2
exec npx -y social-analytics-mcp digest "${rules}" "$@"`,
  );
  const { code, stdout } = await shell(recipe("container.sh"));
  expect([code, stdout]).toEqual([0, expect.stringContaining(news)]);
});

test("the node of n8n has a command that runs", async () => {
  const { nodes } = z
    .object({
      nodes: z.array(
        z.object({ type: z.string(), parameters: z.object({ command: z.string().optional() }) }),
      ),
    })
    .parse(JSON.parse(recipe("n8n.json")));
  const { shell, rules } = await machine();
  const node = nodes.find(({ type }) => type === "n8n-nodes-base.executeCommand");
  const command = node?.parameters.command ?? "";
  const { code, stdout } = await shell(command.replace("/files/rules.yaml", rules));
  expect([code, stdout]).toEqual([0, expect.stringContaining(news)]);
});

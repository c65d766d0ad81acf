/** The recipes of docs/unattended.md, each run as far as this machine can: by a shell, with the built program as `npx`. */
import { spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { ago, dateText, serveDigests, type Digests } from "../helpers/digests.ts";
import { serveLocally } from "../helpers/local-server.ts";
import { cli, readAll, type Ran } from "../helpers/process.ts";
import { pathOf } from "../helpers/system.ts";

const document = readFileSync("docs/unattended.md", "utf8");

/** The code block after the comment that names it. */
function recipe(name: string): string {
  const [, block] =
    new RegExp(`<!-- recipe: ${name} -->\\n\\n\`\`\`\\w+\\n([^]*?)\`\`\``).exec(document) ?? [];
  if (block === undefined) throw new Error(`docs/unattended.md has no recipe ${name}`);
  return block;
}

interface Machine extends Digests {
  /** Runs a script in the folder of the rules. */
  readonly shell: (script: string, variables?: Record<string, string>) => Promise<Ran>;
  /** Puts a program on the path. */
  readonly program: (name: string, script: string) => void;
}

/** A folder with rules, and pages of which one has been silent for five days. */
async function machine(): Promise<Machine> {
  const digests = await serveDigests("rules:\n  silent: {network: facebook, view: gaps, min: 3}\n");
  const { numberOf } = digests.account;
  digests.account.numberOf = (page, metric, day) =>
    page === 2 && day >= ago(5) ? null : numberOf(page, metric, day);
  const bin = join(digests.folder, "bin");
  mkdirSync(bin);
  const program: Machine["program"] = (name, script) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program(
    "npx",
    `[ "$1 $2" = "-y social-analytics-mcp" ] || exit 99\nshift 2\nexec "${process.execPath}" "${cli}" "$@"`,
  );
  const shell: Machine["shell"] = (script, variables = {}) => {
    const env = {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      ...digests.environment,
      ...variables,
    };
    return readAll(spawn("sh", ["-c", script], { cwd: digests.folder, env }));
  };
  return { ...digests, shell, program };
}

const news = `no data since ${dateText(ago(5))}`;

/** A rule that fails beside those that find something. */
const failing = `  wrong: {network: facebook, metrics: [insights_viewz], period: last_week, where: insights_viewz > 1}\n`;

describe("the script", () => {
  const serveHook = async () => {
    const received: string[] = [];
    let isAway = false;
    const url = await serveLocally(({ text }, response) => {
      response.statusCode = isAway || text === "refused" ? 400 : 200;
      if (response.statusCode === 200) received.push(text);
      response.end();
    });
    return { url, received, away: (value: boolean) => (isAway = value) };
  };

  test("sends what is new to a webhook, and what could not be sent with the next run", async () => {
    const { shell, folder } = await machine();
    writeFileSync(join(folder, "digest.sh"), recipe("digest.sh"));
    const { url, received, away } = await serveHook();
    away(true);
    expect((await shell("sh digest.sh", { WEBHOOK: url })).code).toBe(1);
    expect(readdirSync(join(folder, "outbox"))).toHaveLength(1);
    away(false);
    // A file that the receiver refuses does not keep back the others.
    writeFileSync(join(folder, "outbox/0.json"), "refused");
    expect((await shell("sh digest.sh", { WEBHOOK: url })).code).toBe(1);
    rmSync(join(folder, "outbox/0.json"));
    expect(await shell("sh digest.sh", { WEBHOOK: url })).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(received.map((text) => JSON.parse(text))).toMatchObject([
      { news: [{ subject: "Brand 2", text: news }] },
    ]);
    expect(readdirSync(join(folder, "outbox"))).toEqual([]);
    expect((await shell("sh digest.sh", { WEBHOOK: url })).code).toBe(0);
    expect(received).toHaveLength(1);
  });

  test.each(["digest.sh", "mail.sh"])(
    "%s sends the news of the other rules where one fails, and says so",
    async (name) => {
      const { shell, program, folder, rules } = await machine();
      appendFileSync(rules, failing);
      program("sendmail", `cat > "${folder}/mail.txt"`);
      writeFileSync(join(folder, name), recipe(name));
      const { url, received } = await serveHook();
      const { code, stderr } = await shell(`sh ${name}`, {
        WEBHOOK: url,
        MAIL_TO: "a@example.com",
      });
      expect([code, stderr]).toEqual([2, expect.stringContaining("wrong: invalid_input")]);
      const mail = join(folder, "mail.txt");
      expect([...received, existsSync(mail) ? readFileSync(mail, "utf8") : ""].join("")).toContain(
        news,
      );
    },
  );

  test("mails what is new, and nothing where nothing is", async () => {
    const { shell, program, folder } = await machine();
    program("sendmail", `cat > "${folder}/mail.txt"; [ "$1" = -t ]`);
    expect((await shell(recipe("mail.sh"), { MAIL_TO: "a@example.com" })).code).toBe(0);
    expect(readFileSync(join(folder, "mail.txt"), "utf8")).toMatch(
      new RegExp(
        `^To: a@example.com\nSubject: What is new\nContent-Type: text/plain; charset=utf-8\n\nBrand 2 \\(Facebook\\): ${news}\n$`,
      ),
    );
    writeFileSync(join(folder, "mail.txt"), "");
    expect((await shell(recipe("mail.sh"), { MAIL_TO: "a@example.com" })).code).toBe(0);
    expect(readFileSync(join(folder, "mail.txt"), "utf8")).toBe("");
  });
});

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

describe("a model that writes", () => {
  const report =
    "---\ncomment: comment.md\nquestions: {week: {network: facebook, metrics: [insights_views], period: last_week, compare_to: previous_period, dimensions: [profile]}}\n---\n{{ week.total.insights_views.now | sentence }}\n\n{{ comment }}\n";

  test.each([
    ["Little changed in this week. {{ week.rank[1].name }} led.", 0],
    ["The views of the week were 123456789.", 2],
  ])("writes a comment whose numbers are checked: %s", async (comment, code) => {
    const { shell, program, folder } = await machine();
    writeFileSync(join(folder, "weekly.md"), report);
    program("claude", `[ "$1" = -p ] && [ -s week.json ] && echo '${comment}'`);
    const ran = await shell(recipe("claude.sh"));
    expect([ran.code, existsSync(join(folder, "weekly.html"))]).toEqual([code, code === 0]);
    expect(JSON.parse(readFileSync(join(folder, "week.json"), "utf8"))).toHaveProperty("total");
  });
});

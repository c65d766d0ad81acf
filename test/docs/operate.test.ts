/** The commands in the pages for operators, run as an operator runs them; the pages name those that are not run here. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { connectTo } from "../helpers/http.ts";
import { freePort } from "../helpers/oauth.ts";
import { startNode } from "../helpers/node-process.ts";
import { cli, readAll, run, runCall, type Environment } from "../helpers/process.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { idOf } from "../helpers/results.ts";
import { eventually } from "../helpers/waiting.ts";

const root = join(import.meta.dirname, "../..");
const text = ["operate", "nodes", "watch"]
  .map((page) => readFileSync(join(root, `docs/${page}.md`), "utf8"))
  .join("\n");

const lines = [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = ""]) =>
  block.trim().split("\n"),
);

const ofProgram = (start: string): string[] => lines.filter((line) => line.startsWith(start));

test("the pages say which of their commands no test runs", () => {
  const programs = new Set(
    lines.map((line) => line.replace(/^REDISCLI_AUTH=\S+ /, "").split(" ", 1)[0]),
  );
  const tested = ["node", "cp", "chmod", "mkdir", "redis-cli", "redis-server"];
  const notRun = ["docker", "kubectl"];
  expect(programs).toEqual(new Set([...tested, ...notRun]));
  expect(text).toContain("They do not run the commands `docker` and `kubectl`");
});

interface Operator {
  readonly folder: string;
  readonly environment: Environment;
}

async function newOperator(): Promise<Operator> {
  const sandbox = await serveSandbox({ profiles: 3 });
  onTestFinished(() => sandbox.close());
  const folder = temporaryFolder();
  return { folder, environment: { ...sandbox.environment, HOME: folder } };
}

test("commands of the program do what they say, one after the other", async () => {
  const { folder, environment } = await newOperator();
  const env = { PATH: process.env["PATH"] ?? "", ...environment };
  const outcomes: string[] = [];
  for (const line of new Set(ofProgram("node dist/cli.js "))) {
    const words = line.split(" ").slice(2);
    const port = words.indexOf("--port") + 1;
    if (port > 0) words[port] = "0";
    const child = spawn(process.execPath, [cli, ...words], { cwd: folder, env });
    onTestFinished(() => void child.kill());
    const ended = readAll(child);
    const isServer = ["http", "sandbox"].includes(words[0] ?? "");
    if (isServer) {
      // The first line says where it serves.
      await once(child.stdout, "data");
      child.kill();
    }
    const { code } = await ended;
    outcomes.push(`${line}: exit code ${code}`);
  }
  expect(outcomes.length).toBeGreaterThan(8);
  expect(outcomes.filter((outcome) => !outcome.endsWith(" 0"))).toEqual([]);
});

test("the file of settings is copied, and private", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "deploy"));
  cpSync(join(root, "deploy/.env.example"), join(folder, "deploy/.env.example"));
  for (const line of [...ofProgram("cp deploy/"), ...ofProgram("chmod ")])
    execFileSync("sh", ["-c", line], { cwd: folder });
  expect(statSync(join(folder, "deploy/.env")).mode & 0o777).toBe(0o600);
});

const inShell = promisify(execFile);

/** Runs a line in a folder, with another port of Redis. @throws what it prints if it fails, or if Redis refuses. */
async function shellIn(cwd: string, port: string, line: string, user?: string): Promise<string> {
  const script = line.replaceAll("6379", port);
  const credentials = user === undefined ? "" : ` --user ${user} --pass PASSWORD`;
  const { stdout } = await inShell(
    "sh",
    ["-c", script.replace(/^redis-cli/, `redis-cli -e${credentials}`)],
    { cwd },
  );
  return stdout;
}

test.skipIf(!hasRedis)(
  "the rights of the ACL are enough, and logins outlive a backup",
  async () => {
    const { folder, environment } = await newOperator();
    const redis = await serveRedis({ appendonly: "yes" });
    const { port } = new URL(redis.url);
    const [, rights = ""] = /^user analytics on #SHA256 (.*)$/m.exec(text) ?? [];
    const administrator = await openLink({ url: redis.url, prefix: "administrator:" });
    const set = ["ACL", "SETUSER", "analytics", "on", ">PASSWORD", ...rights.split(" ")];
    expect(await administrator.ask(...set)).toBe("OK");

    const { SOCIAL_ANALYTICS_TOKEN: token = "", SOCIAL_ANALYTICS_SECRET: secret = "" } =
      environment;
    const address = redis.url.replace("//", "//analytics:PASSWORD@");
    const logins = {
      HOME: folder,
      SOCIAL_ANALYTICS_CREDENTIAL_STORE: "redis",
      SOCIAL_ANALYTICS_PASSPHRASE: "passphrase-of-tests",
      SOCIAL_ANALYTICS_REDIS: address,
    };
    const base = environment["SOCIAL_ANALYTICS_BASE_URL"] ?? "";
    const logIn = ["login", "--basic", "--base-url", base, "--account", "work"];
    const loggedIn = await run(logIn, logins, `${token}\n${secret}\n`);
    expect(loggedIn.stdout).toContain("The login is stored in Redis as work.");
    const node = await startNode(["--account", "work", "--redis", address], logins);
    const { call } = await connectTo(node.url, "2025-06-18");
    const question = { network: "facebook", metrics: ["insights_views"], period: "last_week" };
    const { text: answer, isError } = await call("get_profile_metrics", question);
    expect(isError).toBe(false);
    expect((await call("read_result", { result: idOf(answer), grain: "total" })).isError).toBe(
      false,
    );
    await expect(shellIn(folder, port, "redis-cli -p 6379 FLUSHALL", "analytics")).rejects.toThrow(
      /NOPERM/,
    );

    const [backup = "", ...restore] = lines.filter((line) =>
      /^(REDISCLI_AUTH=|redis-|mkdir restored|cp backup)/.test(line),
    );
    expect(await administrator.ask("CONFIG", "SET", "requirepass", "PASSWORD")).toBe("OK");
    await expect(shellIn(folder, port, backup.replace("PASSWORD", "another"))).rejects.toThrow(
      /AUTH|WRONGPASS/,
    );
    await shellIn(folder, port, backup);
    const sparePort = String(await freePort());
    for (const line of restore) {
      const isDone = line.endsWith("INFO persistence")
        ? /aof_rewrite_in_progress:0[^]*aof_last_bgrewrite_status:ok/
        : /^/;
      await eventually(async () => expect(await shellIn(folder, sparePort, line)).toMatch(isDone));
    }
    const restored = await serveRedis({ appendonly: "yes", dir: join(folder, "restored") });
    const again = await runCall(["get_current_user", "--account", "work"], {
      ...logins,
      SOCIAL_ANALYTICS_REDIS: restored.url,
    });
    expect(again.stdout).toContain("Ada Sandbox");
  },
);

/** The commands in docs/operate.md, run as an operator runs them; the document names those that are not run here. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { freePort } from "../helpers/oauth.ts";
import { cli, readAll, run, urlOf, type Environment } from "../helpers/process.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";
import { eventually } from "../helpers/waiting.ts";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "docs/operate.md"), "utf8");

const lines = [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = ""]) =>
  block.trim().split("\n"),
);

const ofProgram = (start: string): string[] => lines.filter((line) => line.startsWith(start));

test("the document says which of its commands no test runs", () => {
  const programs = new Set(lines.map((line) => line.split(" ", 1)[0]));
  const tested = ["node", "cp", "chmod", "redis-cli", "redis-server"];
  const notRun = ["docker", "kubectl"];
  expect(programs).toEqual(new Set([...tested, ...notRun]));
  expect(text).toContain("They run no command of `docker`, `docker compose` or `kubectl`");
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
    if (port > 0) words[port] = String(await freePort());
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
  execFileSync("cp", [join(root, "deploy/.env.example"), join(folder, "deploy")]);
  for (const line of [...ofProgram("cp "), ...ofProgram("chmod ")]) {
    const [program = "", ...words] = line.split(" ");
    execFileSync(program, words, { cwd: folder });
  }
  expect(statSync(join(folder, "deploy/.env")).mode & 0o777).toBe(0o600);
});

/** Runs a line in a folder, with another port of Redis. */
const shell = (line: string, port: string, cwd: string): string =>
  execFileSync("sh", ["-c", line.replaceAll("6379", port)], { cwd, encoding: "utf8" });

test.skipIf(!hasRedis)(
  "the rights of the ACL are enough, and logins outlive a backup",
  async () => {
    const { folder, environment } = await newOperator();
    const redis = await serveRedis({ appendonly: "yes" });
    const { port } = new URL(redis.url);
    const [acl = "", backup = "", ...restore] = ofProgram("redis-cli ");
    expect(shell(acl, port, folder)).toBe("OK\n");

    const { SOCIAL_ANALYTICS_TOKEN: token = "", SOCIAL_ANALYTICS_SECRET: secret = "" } =
      environment;
    const logins = {
      HOME: folder,
      SOCIAL_ANALYTICS_CREDENTIAL_STORE: "redis",
      SOCIAL_ANALYTICS_PASSPHRASE: "passphrase",
      SOCIAL_ANALYTICS_REDIS: redis.url.replace("//", "//analytics:PASSWORD@"),
    };
    const base = environment["SOCIAL_ANALYTICS_BASE_URL"] ?? "";
    const logIn = ["login", "--basic", "--base-url", base, "--account", "work"];
    const loggedIn = await run(logIn, logins, `${token}\n${secret}\n`);
    expect(loggedIn.stdout).toContain("The login is stored in Redis as work.");
    const flags = [
      "http",
      "--port",
      "0",
      "--account",
      "work",
      "--redis",
      logins.SOCIAL_ANALYTICS_REDIS,
    ];
    const node = spawn(process.execPath, [cli, ...flags], { env: { ...process.env, ...logins } });
    onTestFinished(() => void node.kill());
    expect(await urlOf(node)).toMatch(/^http/);
    const called = await run(["call", "get_current_user", "--account", "work"], logins);
    expect(called.stdout).toContain("Ada Sandbox");

    shell(backup, port, folder);
    await redis.kill();
    mkdirSync(join(folder, "restored"));
    renameSync(join(folder, "backup.rdb"), join(folder, "restored/backup.rdb"));
    const other = String(await freePort());
    const [server = ""] = ofProgram("redis-server ");
    shell(`${server} --bind 127.0.0.1`, other, folder);
    const [keep = "", stop = ""] = restore;
    await eventually(() => expect(shell(keep, other, folder)).toBe("OK\n"));
    await eventually(() => {
      const state = shell("redis-cli -p 6379 INFO persistence", other, folder);
      expect(state).toContain("aof_rewrite_in_progress:0");
      expect(state).toContain("aof_last_bgrewrite_status:ok");
    });
    shell(stop, other, folder);

    const restored = await serveRedis({ appendonly: "yes", dir: join(folder, "restored") });
    const again = await run(["call", "get_current_user", "--account", "work"], {
      ...logins,
      SOCIAL_ANALYTICS_REDIS: restored.url,
    });
    expect(again.stdout).toContain("Ada Sandbox");
  },
);

/** What a person sees in a terminal: who the server is, colours, bars. And that programs see none of it. */
import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { cli, readAll, start as startProcess, type Environment } from "../helpers/process.ts";
import { run, runCall, start } from "../helpers/program.ts";
import { isMissing } from "../helpers/system.ts";

const withoutTerminal = isMissing("script");

/** Runs the program in a terminal; returns what appears there. @param until ends the program, which would wait. */
async function inTerminal(
  words: string,
  { env = {}, until }: { readonly env?: Environment; readonly until?: string } = {},
): Promise<string> {
  const own = { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder(), TERM: "xterm", ...env };
  const child = spawn("script", ["-qec", `${process.execPath} ${cli} ${words}`, "/dev/null"], {
    env: own,
  });
  onTestFinished(() => {
    child.kill();
  });
  let seen = "";
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString();
    if (until === undefined || !seen.includes(until) || child.stdin.writableEnded) return;
    child.stdin.end("\u0003");
  });
  await readAll(child);
  return seen;
}

test.skipIf(withoutTerminal)(
  "a person who starts the server learns what it is and what to do",
  async () => {
    const seen = await inTerminal("", { until: "Ctrl+C" });
    expect(seen).toContain("This is an MCP server over stdio");
    expect(seen).toMatch(/run: node \S+cli\.js doctor/);
  },
);

test("a client that starts the server gets nothing of that", async () => {
  const child = startProcess(["--sandbox"]);
  child.stdin.end();
  expect(await readAll(child)).toMatchObject({ stdout: "", stderr: "" });
});

const green = "\u001B[32m";

test.skipIf(withoutTerminal)(
  "colours appear in a terminal, unless the user refuses them",
  async () => {
    expect(await inTerminal("doctor --sandbox")).toContain(`${green}ok`);
    expect(await inTerminal("doctor --sandbox", { env: { NO_COLOR: "1" } })).not.toContain(
      "\u001B",
    );
    expect(await inTerminal("doctor --sandbox", { env: { TERM: "dumb" } })).not.toContain("\u001B");
    expect((await run(["doctor", "--sandbox"])).stdout).not.toContain("\u001B");
  },
);

const large = JSON.stringify({
  network: "facebook",
  metrics: ["fans_change", "insights_views", "insights_reach"],
  date_start: "2025-09-01",
  date_end: "2026-08-31",
  dimensions: ["profile", "date.day"],
});

test.skipIf(withoutTerminal)("a long call shows how far it has come", async () => {
  const file = join(temporaryFolder(), "large.csv");
  const words = `call get_profile_metrics '${large}' --sandbox --profiles 250 --csv ${file}`;
  const seen = await inTerminal(words);
  expect(seen).toMatch(/█+ (\d+) of \1 requests/);
  expect(existsSync(file)).toBe(true);
});

test("doctor states a store that cannot be used once", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "credentials");
  writeFileSync(file, "{}", { mode: 0o644 });
  const { stdout } = await run(["doctor"], { SOCIAL_ANALYTICS_CREDENTIAL_STORE: `file:${file}` });
  expect(stdout.match(/store_unreachable/g)).toHaveLength(1);
  expect(stdout).toContain("BAD  credentials: none, because the store cannot be used");
});

test("logout --all deletes every login of the store", async () => {
  const user = newUser();
  const credentials = "sandbox-token-1\nsandbox-secret-1\n";
  const child = start(["sandbox", "--port", "0"]);
  const url = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString()) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  for (const account of ["one", "two"])
    await run(["login", "--basic", "--base-url", url, "--account", account], user, credentials);
  const { stdout, code } = await run(["logout", "--all", "--json"], user);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).logins).toMatchObject([
    { account: "one", deleted: true },
    { account: "two", deleted: true },
  ]);
  expect((await run(["logout", "--all"], user)).stdout).toMatch(
    /holds no login: nothing to delete/,
  );
  expect((await run(["logout", "--all", "--account", "one"], user)).code).toBe(2);
});

test("without a store of logins, login says so before it does anything, and logout has nothing to delete", async () => {
  const env = { SOCIAL_ANALYTICS_CREDENTIAL_STORE: "none" };
  const words = ["login", "--basic", "--base-url", "http://127.0.0.1:9"];
  const { stderr, code } = await run(words, env, "t0ken-of-this-test\ns3cret-of-this-test\n");
  expect(code).toBe(1);
  expect(stderr).toMatch(/^invalid_input: SOCIAL_ANALYTICS_CREDENTIAL_STORE is none/);
  const loggedOut = await run(["logout"], env);
  expect(loggedOut.code).toBe(0);
  expect(loggedOut.stdout).toContain('the store "none" holds no login named default');
});

test.each([
  ["a symbolic link", ".cache", (path: string) => symlinkSync(temporaryFolder(), path)],
  ["a symbolic link", ".local/state", (path: string) => symlinkSync(temporaryFolder(), path)],
  ["a file", ".cache", (path: string) => writeFileSync(path, "")],
  ["a file", ".local/state", (path: string) => writeFileSync(path, "")],
])(
  "clean refuses %s in place of a folder in %s, and deletes nothing",
  async (kind, part, plant) => {
    const user = newUser();
    const parent = join(user["HOME"] ?? "", part);
    const path = join(parent, "social-analytics-mcp");
    mkdirSync(parent, { recursive: true });
    plant(path);
    const { stdout, stderr, code } = await run(["clean"], user);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toBe(
      `invalid_input: ${path} is ${kind}, not a folder\nRemove it, then run clean again.\n`,
    );
    expect(lstatSync(path).isDirectory()).toBe(false);
  },
);

test("clean has nothing to delete where a file is in place of a parent folder", async () => {
  const user = newUser();
  mkdirSync(join(user["HOME"] ?? "", ".local"));
  writeFileSync(join(user["HOME"] ?? "", ".local/state"), "");
  expect((await run(["clean"], user)).stdout).toMatch(/^Deleted: 0 files/);
});

test("clean deletes what the program has stored, and no file of anyone else", async () => {
  const user = newUser();
  const folder = join(user["HOME"] ?? "", "chosen");
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, "mine.txt"), "mine");
  const env = { ...user, SOCIAL_ANALYTICS_CACHE_DIR: folder };
  await runCall(["get_profile_metrics", large, "--sandbox"], env);
  const { stdout } = await run(["clean"], env);
  expect(stdout).toMatch(/^Deleted: [1-9]\d* files? of cached answers/);
  expect(stdout).toContain(`${folder} contains other files and stays.`);
  expect(existsSync(join(folder, "mine.txt"))).toBe(true);
  expect((await run(["clean"], env)).stdout).toMatch(/^Deleted: 0 files/);
  expect(existsSync(join(user["HOME"] ?? "", ".local/state/social-analytics-mcp"))).toBe(false);
});

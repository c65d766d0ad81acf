/** What a person sees in a terminal: who the server is, colours, bars. And that programs see none of it. */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import stringWidth from "fast-string-width";
import { expect, onTestFinished, test } from "vitest";
import { command as call } from "../../src/command/commands/call.ts";
import { tools } from "../../tools/index.ts";
import { newUser } from "../helpers/commands.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { cli, readAll, start as startProcess, type Environment } from "../helpers/process.ts";
import { run } from "../helpers/program.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { isMissing } from "../helpers/system.ts";

const withoutTerminal = isMissing("script");

/** Runs the program in a terminal; returns what appears there. @param until ends the program, which would wait. */
async function inTerminal(
  words: string,
  {
    env = {},
    until,
    typed = "\u0003",
    columns = 200,
  }: {
    readonly env?: Environment;
    readonly until?: string;
    readonly typed?: string;
    readonly columns?: number;
  } = {},
): Promise<string> {
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: temporaryFolder(),
    TERM: "xterm",
    ...env,
  };
  const line = `stty cols ${columns}; ${process.execPath} ${cli} ${words}`;
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    env: environment,
  });
  onTestFinished(() => {
    child.kill();
  });
  let seen = "";
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString();
    if (until === undefined || !seen.includes(until) || child.stdin.writableEnded) return;
    child.stdin.end(typed);
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
  metrics: ["fans_change", "insights_views", "insights_reach"].slice(0, repetitions(1, 3)),
  date_start: "2025-09-01",
  date_end: "2026-08-31",
  dimensions: ["profile", "date.day"],
});

test.skipIf(withoutTerminal)("a long call shows how far it has come", async () => {
  const file = join(temporaryFolder(), "large.csv");
  const words = `call get_profile_metrics '${large}' --sandbox --profiles ${repetitions(110, 250)} --csv ${file}`;
  const seen = await inTerminal(words);
  expect(seen).toMatch(/█+ (\d+) of \1 requests/);
  expect(existsSync(file)).toBe(true);
});

const week = JSON.stringify({
  network: "facebook",
  metrics: ["insights_views"],
  profiles: ["Acme US", "Acme UK", "Acme 日本"],
  period: "last_week",
  dimensions: ["profile"],
});

/** The lines of a table: its names, and its numbers. */
const tableIn = (seen: string): string[] =>
  /profile[ |]+insights_views\r?\n(?:Acme.*\r?\n)+/.exec(seen)?.[0].trim().split(/\r?\n/) ?? [];

test.skipIf(withoutTerminal)(
  "a table has aligned columns on a terminal that is wide enough, else the form for models",
  async () => {
    const words = `call get_profile_metrics '${week}' --sandbox --profiles 12`;
    const lines = tableIn(await inTerminal(words, { columns: 80 }));
    expect(lines).toHaveLength(4);
    expect(new Set(lines.map((line) => stringWidth(line))).size, "one width").toBe(1);
    expect(lines.join()).not.toContain("|");
    const piped = ["call", "get_profile_metrics", week, "--sandbox", "--profiles", "12"];
    const plain = tableIn((await run(piped)).stdout);
    expect(lines.map((line) => line.replace(/ {2,}/, "|"))).toEqual(plain);
    expect(tableIn(await inTerminal(words, { columns: 20 }))).toEqual(plain);
  },
);

test.skipIf(withoutTerminal)("errors and checks are wrapped between words", async () => {
  const outputs = [
    await inTerminal("call nothing", { columns: 60 }),
    await inTerminal("doctor --base-url http://127.0.0.1:9", { columns: 60 }),
    await inTerminal("check-api --sandbox --yes", { columns: 60 }),
    await inTerminal("tools", { columns: 60 }),
    await inTerminal("serve", { columns: 60, until: "Ctrl+C" }),
    await inTerminal("sandbox --port 0", { columns: 60, until: "Ctrl+C" }),
    await inTerminal("status --sandbox", { columns: 60 }),
    await inTerminal("--help", { columns: 60 }),
  ];
  expect(outputs[0]).toContain("get_profile_metrics");
  const lines = outputs.flatMap((seen) =>
    seen
      .split("{", 1)
      .join()
      .split(/[\r\n]+/),
  );
  const long = lines.filter(
    (line) => stripVTControlCharacters(line).length > 60 && /\S \S/.test(line.slice(10)),
  );
  expect(lines.length).toBeGreaterThan(40);
  expect(long.filter((line) => !line.includes("█") && !line.includes("POST /"))).toEqual([]);
});

test.skipIf(withoutTerminal)(
  "Ctrl+D at a question ends the login, and shows the cursor again",
  async () => {
    const seen = await inTerminal("login; echo code $?", {
      env: newUser(),
      until: "base URL",
      typed: "\u0004",
    });
    expect(seen).toContain("Nothing was changed.");
    expect(seen).toContain("code 130");
    expect(seen.lastIndexOf("\u001B[?25h")).toBeGreaterThan(seen.lastIndexOf("\u001B[?25l"));
  },
);

test("call TOOL --help has its arguments in words, and call TOOL - takes them from stdin", async () => {
  const { stdout } = await run(["call", "get_profile_metrics", "--help"]);
  expect(stdout).toMatch(
    /^ {2}network +required, one of facebook, instagram, .*, all\. One social network, or all\.$/m,
  );
  expect(stdout).toMatch(/^ {2}metrics +list of strings\. Names from describe_metrics/m);
  expect(stdout).toMatch(/^ {2}top +number, 1 to 10000\./m);
  expect((await run(["help", "call", "get_profile_metrics"])).stdout).toBe(stdout);
  expect((await run(["call", "get_current_user", "--help"])).stdout).toContain("no arguments");
  expect((await run(["call", "nothing", "--help"])).stderr).toContain("there is no tool");
  const read = await run(["call", "describe_metrics", "-"], {}, '{"network":\n"tiktok"}\n');
  expect(read.stdout).toContain("tiktok");
  const wrong = await run(["call", "describe_metrics", "-"], {}, "network=tiktok");
  expect([wrong.code, wrong.stdout]).toEqual([2, expect.stringContaining("are not JSON")]);
});

test.each(tools.map(({ name }) => name))("the help of %s has every argument in words", (name) => {
  const help = call.help?.([name]) ?? "";
  expect(help).not.toMatch(/undefined|\[object/);
  expect(help).toContain(`call ${name}`);
});

test("doctor states a store that cannot be used once", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "credentials");
  writeFileSync(file, "{}", { mode: 0o644 });
  const { stdout } = await run(["doctor"], { SOCIAL_ANALYTICS_CREDENTIAL_STORE: `file:${file}` });
  expect(stdout.match(/store_unreachable/g)).toHaveLength(1);
  expect(stdout).toContain("BAD  credentials: none, because the store cannot be used");
});

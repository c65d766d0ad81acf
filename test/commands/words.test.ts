/** The words that people try first, and where the output goes. */
import { spawn } from "node:child_process";
import { openSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "../../package.json";
import { commandHelp } from "../../src/command/terminal/help.ts";
import { command as http } from "../../src/command/commands/http.ts";
import { newUser } from "../helpers/commands.ts";
import { cli } from "../helpers/process.ts";
import { run } from "../helpers/program.ts";

test.each([[["version"]], [["--version"]], [["call", "--version"]], [["nothing", "--version"]]])(
  "%j prints the version",
  async (words) => {
    expect(await run(words)).toMatchObject({ code: 0, stdout: `${version}\n` });
  },
);

test("help, with a command or without one, is the help of the flag", async () => {
  for (const [word, flag] of [
    [["help"], ["--help"]],
    [
      ["help", "call"],
      ["call", "--help"],
    ],
  ] as const)
    expect(await run(word)).toEqual(await run(flag));
});

test.each([
  [["sttaus"], 'there is no command "sttaus"; the nearest is status'],
  [["help", "serv"], 'there is no command "serv"; the nearest is serve'],
  [
    ["call", "describe_metric"],
    'there is no tool "describe_metric"; the nearest is describe_metrics',
  ],
  [["status", "--jsn"], "status has no flag --jsn; the nearest is --json"],
])("%j names the nearest", async (words, what) => {
  const { code, stderr } = await run(words, newUser());
  expect(code).toBe(2);
  expect(stderr).toContain(what);
});

test("help keeps to the width of the terminal", () => {
  const before = process.stdout.columns;
  for (const columns of [60, 80, 120]) {
    process.stdout.columns = columns;
    const long = commandHelp(http)
      .split("\n")
      .filter((line) => line.length > columns);
    // Examples are command lines, which are copied whole.
    expect(long.filter((line) => !line.includes("social-analytics-mcp"))).toEqual([]);
  }
  process.stdout.columns = before;
});

test("an output that cannot be written is one line on stderr", async () => {
  const child = spawn(process.execPath, [cli, "tools"], {
    stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The output cannot be written: ENOSPC: .*\n$/);
});

test.each([
  [["logout", "--all"], "holds no login: nothing to delete."],
  [["logout", "--account", "agency"], "holds no login named agency: nothing to delete."],
])("%j with nothing stored succeeds, and leaves no file", async (words, text) => {
  const user = newUser();
  const { code, stdout } = await run(words, user);
  expect([code, stdout]).toEqual([0, expect.stringContaining(text)]);
  expect(readdirSync(user["HOME"] ?? "", { recursive: true })).toEqual([]);
});

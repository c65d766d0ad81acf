/** Completions of command lines, tried in bash and zsh. */
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { run } from "../helpers/program.ts";
import { isMissing } from "../helpers/system.ts";
import { typeInTurn } from "../helpers/terminal.ts";

const program = "social-analytics-mcp";

/** A folder with the script of a shell, and two files. */
async function scriptOf(shell: string): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "script"), (await run(["completion", shell])).stdout);
  for (const name of ["report of May.md", "rules.yaml"]) writeFileSync(join(folder, name), "");
  return folder;
}

const line: readonly (readonly [string, readonly string[]])[] = [
  ["ca", ["call", "caller"]],
  ["help dig", ["digest"]],
  ["call get_cur", ["get_current_user", "get_current_user_v2"]],
  ["call describe_metrics --x", ["--xlsx"]],
  ["token r", ["replace", "remove"]],
  ["completion z", ["zsh"]],
  ["--log-level w", ["warn"]],
  ["http --week-starts-on s", ["sunday", "saturday"]],
  ["http --log-level = d", ["debug"]],
  ["http --port 8", []],
  ["--sandbox --tool", ["--toolsets"]],
  ["call list_profiles --csv ru", ["rules.yaml"]],
  ["report re", ["report of May.md"]],
  ["report --o", ["--out"]],
  ["report re --out ru", ["rules.yaml"]],
];

test("bash completes commands, verbs, tools, flags, their values and files", async () => {
  const cwd = await scriptOf("bash");
  const results = line.map(([typed, expected]) => {
    const words = [program, ...typed.split(" ")].map((word) => `'${word}'`);
    const lines = [
      "source ./script",
      `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}`,
      "_social_analytics_mcp; printf '%s\\n' \"${COMPREPLY[@]}\"",
    ];
    const shown = execFileSync("bash", ["-c", lines.join("\n")], { cwd, encoding: "utf8" });
    return [typed, expected, shown.split("\n").filter((completion) => completion !== "")];
  });
  for (const [typed, expected, shown] of results) expect([typed, shown]).toEqual([typed, expected]);
});

test("an empty word has every command, and no shell but two is known", async () => {
  const cwd = await scriptOf("bash");
  const typed = `source ./script; COMP_WORDS=(${program} ''); COMP_CWORD=1; _social_analytics_mcp; echo "\${COMPREPLY[*]}"`;
  const shown = execFileSync("bash", ["-c", typed], { cwd, encoding: "utf8" });
  const { stdout } = await run(["--help"]);
  const [, listed = ""] = /Commands:\n([^]*?)\n\n/.exec(stdout) ?? [];
  const names = [...listed.matchAll(/^ {2}(\S+)/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(shown.split(" ")).toEqual(expect.arrayContaining(names));
  expect(await run(["completion", "fish"])).toMatchObject({ code: 2, stdout: "" });
});

test.skipIf(isMissing("zsh", "script"))("zsh completes the same on a terminal", async () => {
  const cwd = await scriptOf("zsh");
  const child = spawn("script", ["-qec", "zsh -f -i", "/dev/null"], {
    cwd,
    env: { PATH: process.env["PATH"], TERM: "xterm", HOME: cwd },
  });
  // Of what it waits for in vain, the test names the first.
  const guard = setTimeout(() => child.kill(), 30_000);
  onTestFinished(() => {
    clearTimeout(guard);
    child.kill();
  });
  child.stdin.write("source ./script; echo rea''dy\n");
  const left = typeInTurn(child, [
    ["ready", `${program} comp\t`],
    ["completion", `\u0015${program} call get_current_user_\t`],
    ["user_v2", `\u0015${program} http --log-level wa\t`],
    ["warn", `\u0015${program} report ru\t`],
    ["rules.yaml", "\u0015exit\n"],
  ]);
  await new Promise((resolve) => child.once("exit", resolve));
  expect(left).toEqual([]);
});

/** `call` prints an answer, or writes all of it into a file that it has checked before it asks. */
import { readXlsx } from "hucre/xlsx";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { run } from "../helpers/program.ts";

const question = JSON.stringify({
  network: "facebook",
  metrics: ["fans_change"],
  date_start: "2026-10-01",
  date_end: "2026-10-02",
});

test("call prints the answer's text", async () => {
  const { code, stdout } = await run([
    "call",
    "get_profile_metrics",
    question,
    "--sandbox",
    "--profiles",
    "3",
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain("facebook, 3 profiles by profile, 2026-10-01 to 2026-10-02, ");
});

test("call exits with 2 where other words are needed, and prints the error", async () => {
  const { code, stdout } = await run(["call", "get_profile_metrics", "{}", "--sandbox"]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^invalid_input: network is missing/);
});

test("call rejects arguments that are not JSON, and an unknown tool", async () => {
  const json = await run(["call", "get_current_user", "{"]);
  expect([json.code, json.stdout]).toEqual([
    2,
    expect.stringMatching(/^invalid_input: the arguments are not JSON/),
  ]);
  const tool = await run(["call", "nothing"]);
  expect([tool.code, tool.stderr]).toEqual([2, expect.stringContaining("get_profile_metrics")]);
});

test("call --csv writes the whole result", async () => {
  const folder = await mkdtemp(join(tmpdir(), "call-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "out.csv");
  const { code } = await run(["call", "get_profile_metrics", question, "--sandbox", "--csv", file]);
  expect(code).toBe(0);
  const lines = (await readFile(file, "utf8")).split("\r\n");
  expect(lines[0], "with the mark by which Excel knows the encoding").toBe(
    "\uFEFFprofile,profile_name,fans_change",
  );
  expect(lines).toHaveLength(122);
});

test("call --csv - writes the CSV alone to stdout, and what else there is to say to stderr", async () => {
  const words = ["--sandbox", "--csv", "-"];
  const ran = await run(["call", "get_profile_metrics", question, ...words]);
  expect([ran.code, ran.stdout.split("\r\n")[0]]).toEqual([0, "profile,profile_name,fans_change"]);
  expect(ran.stdout.trimEnd().split("\r\n")).toHaveLength(121);
  expect(ran.stderr).toMatch(/^facebook, 120 profiles by profile/);
  const workbook = await run(["call", "get_profile_metrics", question, "--sandbox", "--xlsx", "-"]);
  expect([workbook.code, workbook.stdout]).toEqual([2, ""]);
  expect(workbook.stderr).toContain("--xlsx takes the name of a file");
  for (const [tool, problem] of [
    ["get_profile_metrics", "invalid_input: network is missing"],
    ["nothing", "there is no tool"],
  ] as const) {
    const failed = await run(["call", tool, ...words]);
    expect([failed.stdout, failed.stderr]).toEqual(["", expect.stringContaining(problem)]);
    expect(failed.code).toBeGreaterThan(0);
  }
});

test("call --xlsx writes a workbook", async () => {
  const file = join(temporaryFolder(), "out.xlsx");
  const words = ["call", "get_profile_metrics", question, "--sandbox", "--xlsx", file];
  const { code, stderr } = await run(words);
  expect([code, stderr]).toEqual([0, `120 rows written to ${file}\n`]);
  const { sheets } = await readXlsx(await readFile(file));
  expect(sheets.map(({ name, rows }) => [name, rows.length > 4])).toEqual([
    ["Data", true],
    ["Notes", true],
  ]);
});

test.each(["--csv", "--xlsx"])("call %s checks the file before a request is sent", async (flag) => {
  const folder = temporaryFolder();
  const log = join(folder, "requests");
  const plainFile = join(folder, "file");
  await writeFile(plainFile, "");
  for (const file of [folder, join(folder, "none", "out"), join(plainFile, "out")]) {
    const words = ["call", "get_profile_metrics", question, "--sandbox", "--log", log, flag, file];
    const { code, stdout, stderr } = await run(words);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /^invalid_input: \S+ cannot be written: (it is a folder|ENOENT: no such|\S+ is a file, not a folder)/,
    );
  }
  expect(existsSync(log)).toBe(false);
});

test("call states on stderr why a file cannot be written", async () => {
  const words = ["call", "get_profile_metrics", question, "--sandbox", "--csv", "/dev/full"];
  const { code, stdout, stderr } = await run(words);
  expect([code, stdout.split(",")[0]]).toEqual([2, "facebook"]);
  expect(stderr).toMatch(/^invalid_input: \/dev\/full cannot be written: ENOSPC: no space left/);
});

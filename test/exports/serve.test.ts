/** `serve --save-to` as its users start it. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readAttempt, type Called } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { cli, readAll, start as startProcess, type Environment } from "../helpers/process.ts";
import { run } from "../helpers/program.ts";
import { dailyQuestion, idOf } from "../helpers/results.ts";
import { pathIn } from "../helpers/saving.ts";

async function serve(words: readonly string[], environment: Environment = {}) {
  const env = { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder(), ...environment };
  const args = [cli, "serve", "--sandbox", ...words];
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  onTestFinished(() => client.close());
  return async (name: string, input: Record<string, unknown>): Promise<Called> =>
    readAttempt(await client.callTool({ name, arguments: input }));
}

test("the folder is created for its owner, and a workbook is saved in it", async () => {
  const folder = join(temporaryFolder(), "reports");
  const call = await serve(["--save-to", folder]);
  const { text } = await call("get_profile_metrics", { ...dailyQuestion, profiles: undefined });
  const saved = await call("save_result", { result: idOf(text), format: "xlsx", name: "report" });
  expect(pathIn(saved)).toBe(join(folder, "report.xlsx"));
  expect(readFileSync(pathIn(saved)).toString("latin1", 0, 2)).toBe("PK");
});

test("a folder that the user names by a link is the one behind it", async () => {
  const [folder, link] = [temporaryFolder(), join(temporaryFolder(), "link")];
  symlinkSync(folder, link);
  const call = await serve(["--save-to", link]);
  const { text } = await call("get_profile_metrics", { ...dailyQuestion, profiles: undefined });
  const saved = await call("save_result", { result: idOf(text), format: "csv", name: "report" });
  expect(pathIn(saved)).toBe(join(realpathSync(folder), "report.csv"));
});

test("a variable of the environment names the folder too", async () => {
  const folder = join(temporaryFolder(), "reports");
  const call = await serve([], { SOCIAL_ANALYTICS_SAVE_TO: folder });
  const { text } = await call("save_result", { result: "rnothing", format: "csv" });
  expect([text.split(":")[0], existsSync(folder)]).toEqual(["not_found", true]);
});

test("a setting that Claude Desktop leaves unfilled is no folder, and no other flag", async () => {
  const unfilled = "${user_config.save_to}";
  const call = await serve([], { SOCIAL_ANALYTICS_SAVE_TO: unfilled });
  await expect(call("save_result", {})).rejects.toThrow("Tool save_result not found");
  // A server whose setting is unfilled must not let everybody in.
  const wrong = startProcess(["http", "--sandbox", "--port", "0"], {
    SOCIAL_ANALYTICS_AUTH: "${user_config.auth}",
  });
  const { code, stderr } = await readAll(wrong);
  expect([code, stderr]).toEqual([2, expect.stringContaining("SOCIAL_ANALYTICS_AUTH takes")]);
});

test("a folder that cannot be used is reported at the start, and by doctor", async () => {
  const folder = join(temporaryFolder(), "shared");
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const child = startProcess(["serve", "--sandbox", "--save-to", folder]);
  child.stdin.end();
  const { stderr } = await readAll(child);
  expect(stderr).toContain("save folder is not usable");
  const { stdout } = await run(["doctor", "--sandbox", "--save-to", folder]);
  expect(stdout).toContain(`save folder: the folder ${folder} is writable by others`);
});

test("http does not take the flag", async () => {
  const { code, stderr } = await run(["http", "--sandbox", "--save-to", temporaryFolder()]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("http has no flag --save-to")]);
});

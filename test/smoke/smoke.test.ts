/** The built program on every supported version of Node.js: over stdio, over HTTP, and its demo. */
import { execFileSync, spawn } from "node:child_process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { readCall } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { nodePrograms } from "../helpers/nodes.ts";
import { cli, readAll, urlOf } from "../helpers/process.ts";

const versions = nodePrograms().map((program) => ({
  program,
  version: execFileSync(program, ["--version"], { encoding: "utf8" }).trim(),
}));

const environment = (): Record<string, string> => {
  const home = temporaryFolder();
  return { ...systemVariables(), HOME: home, USERPROFILE: home, TMPDIR: home };
};

/** What programs of Windows need to start. */
const systemVariables = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "SystemRoot", "TEMP"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

async function askedTotal(client: Client): Promise<string> {
  const question = { network: "facebook", metrics: ["fans_change"], period: "last_week" };
  return readCall(await client.callTool({ name: "get_profile_metrics", arguments: question })).text;
}

test.each(versions)("stdio on $version", async ({ program }) => {
  const client = new Client({ name: "smoke", version: "1" });
  onTestFinished(() => client.close());
  const args = [cli, "--sandbox"];
  const env = environment();
  await client.connect(new StdioClientTransport({ command: program, args, env, stderr: "ignore" }));
  expect((await client.listTools()).tools.length).toBe(13);
  expect(await askedTotal(client)).toContain("fans_change");
});

test.each(versions)("HTTP on $version", async ({ program }) => {
  const child = spawn(program, [cli, "http", "--sandbox", "--port", "0"], { env: environment() });
  onTestFinished(() => {
    child.kill();
  });
  const client = new Client({ name: "smoke", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(await urlOf(child))));
  expect(await askedTotal(client)).toContain("fans_change");
  await client.close();
});

test.each(versions)("the demo on $version", async ({ program }) => {
  const { code, stdout } = await readAll(spawn(program, [cli, "demo"], { env: environment() }));
  expect(code).toBe(0);
  expect(stdout).toContain("→ get_profile_metrics");
});

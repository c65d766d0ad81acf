/** The official conformance suite, against its own fixture on this project's HTTP, and against the real server. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { serveHttp } from "../../src/http/serve.ts";
import { start, urlOf } from "../helpers/process.ts";
import { changes, createFixture } from "./fixture/server.ts";

const execute = promisify(execFile);
const suite = join(import.meta.dirname, "suite");

/** The suite needs Node 22, which its folder brings: within the project it would stand before the project's own. */
beforeAll(async () => {
  if (process.env["CI"] === undefined && existsSync(join(suite, "node_modules"))) return;
  await execute("npm", ["ci", "--no-audit", "--no-fund"], { cwd: suite, env: process.env });
}, 300_000);

/** Its last words, and its exit code: 0 where everything that is scored has passed. */
async function conform(words: readonly string[]): Promise<{ code: number; said: string }> {
  const node = join(suite, "node_modules/.bin/node");
  const program = join(suite, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const running = execute(node, [program, "server", ...words], { maxBuffer: 64 * 1024 * 1024 });
  const { code, stdout } = await running.then(
    ({ stdout: said }) => ({ code: 0, stdout: said }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, said: stdout.slice(-6000) };
}

test.each(["2025-11-25", "2026-07-28"])(
  "everything that is scored in %s",
  async (requirements) => {
    const everybody = { id: "everybody" };
    const fixture = { createServer: () => createFixture(), bus: changes, stop: () => {} };
    const served = await serveHttp(
      {
        gate: { hosts: [], origins: [] },
        openHealth: false,
        callerOf: async () => everybody,
        serverFor: () => fixture,
        now: Date.now,
        onerror: () => {},
      },
      "127.0.0.1",
      0,
    );
    onTestFinished(() => served.close(0));
    const url = `http://127.0.0.1:${served.port}/mcp`;
    const { code, said } = await conform(["--url", url, "--requirements", requirements]);
    expect(code === 0 ? "" : said).toBe("");
  },
  120_000,
);

/** What needs nothing but a server: no tools, prompts or resources of certain names. */
const anyServer = {
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
  ],
};

test.each(Object.entries(anyServer))(
  "what any server can be asked in %s",
  async (version, scenarios) => {
    const url = await urlOf(start(["http", "--sandbox", "--port", "0"]));
    for (const scenario of scenarios) {
      const words = ["--url", url, "--scenario", scenario, "--spec-version", version];
      const { code, said } = await conform(words);
      expect(code === 0 ? "" : said, `${scenario} fails`).toBe("");
    }
  },
  120_000,
);

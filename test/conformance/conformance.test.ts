/** The official conformance suite, against its own fixture on this project's HTTP, and against the real server. */
import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { noAuthentication } from "../../src/server/http/authentication.ts";
import { serveHttp } from "../../src/server/http/serve.ts";
import { start, urlOf } from "../helpers/process.ts";
import { changes, createFixture } from "./fixture/server.ts";

const execute = promisify(execFile);
const suite = join(import.meta.dirname, "suite");

/** Installs the suite and the Node 22 that it needs in a folder of their own, so that the project keeps its own Node. */
beforeAll(async () => {
  const installed = join(suite, "node_modules/.package-lock.json");
  if (existsSync(installed) && mtimeOf(installed) >= mtimeOf(join(suite, "package-lock.json"))) {
    return;
  }
  await execute("npm", ["ci", "--no-audit", "--no-fund"], { cwd: suite, env: process.env });
});

const mtimeOf = (file: string): number => statSync(file).mtimeMs;

/** Runs the scenarios of a revision; returns the exit code, 0 if all that are scored have passed, and the output. */
async function conform(
  url: string,
  requirements: string,
): Promise<{ code: number; stdout: string }> {
  const node = join(suite, "node_modules/.bin/node");
  const program = join(suite, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const words = [program, "server", "--url", url, "--requirements", requirements];
  const running = execute(node, words, { maxBuffer: 64 * 1024 * 1024 });
  return running.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
}

test.each(["2025-11-25", "2026-07-28"])(
  "the fixture passes everything that is scored in %s",
  async (requirements) => {
    const fixture = { createServer: () => createFixture(), bus: changes, stop: () => {} };
    const served = await serveHttp(
      {
        gate: { hosts: [], origins: [] },
        openHealth: false,
        authentication: noAuthentication,
        serverFor: () => fixture,
        now: Date.now,
        onerror: () => {},
      },
      "127.0.0.1",
      0,
    );
    onTestFinished(() => served.close(0));
    const url = `http://127.0.0.1:${served.port}/mcp`;
    const { code, stdout } = await conform(url, requirements);
    expect(code === 0 ? "" : stdout.slice(-6000)).toBe("");
  },
);

/** Scenarios that need no tools, prompts or resources of certain names. */
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
  "the real server passes what any server can be asked in %s",
  async (version, scenarios) => {
    const url = await urlOf(start(["http", "--sandbox", "--port", "0"]));
    const { stdout } = await conform(url, version);
    const passed = [...stdout.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed$/gm)];
    const names = passed.map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(scenarios));
  },
);

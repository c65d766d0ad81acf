/** Start and answers are fast: ratios within one run, because machines differ. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { median } from "simple-statistics";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { idsOf, sandboxApi } from "../helpers/sandbox-api.ts";
import { questionOf } from "../helpers/sized-questions.ts";
import { answerTimed } from "../helpers/timed-answer.ts";

const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const clientInfo = { name: "speed", version: "1" };
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };

/** Milliseconds from spawn to the answer of initialize, and to that of tools/list. */
async function startTimes(file: string): Promise<readonly [number, number]> {
  const begun = performance.now();
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  child.stdin.write(line({ id: 1, method: "initialize", params }));
  await answers.next();
  const initialized = performance.now() - begun;
  child.stdin.write(line({ method: "notifications/initialized" }));
  child.stdin.write(line({ id: 2, method: "tools/list" }));
  await answers.next();
  const listed = performance.now() - begun;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  return [initialized, listed];
}

/** The program as the package has it, and as npm installs it. */
function installed(): readonly string[] {
  const folder = temporaryFolder();
  const npm = (...words: string[]): string =>
    execFileSync("npm", [...words, "--prefer-offline", "--no-audit", "--no-fund", "--silent"], {
      encoding: "utf8",
    });
  const name = npm("pack", "--ignore-scripts", "--pack-destination", folder).trim();
  execFileSync("tar", ["-xzf", join(folder, name), "-C", folder]);
  npm("install", "--prefix", join(folder, "installed"), join(folder, name));
  return [
    join(folder, "package/dist/cli.js"),
    join(folder, "installed/node_modules/.bin/social-analytics-mcp"),
  ];
}

test("the server starts about as fast as a bare one of the SDK", async () => {
  const bare = join(temporaryFolder(), "bare.mjs");
  const entryPoints = ["test/helpers/bare-server.ts"];
  const shape = { bundle: true, platform: "node", format: "esm", minify: true } as const;
  await build({ ...shape, entryPoints, outfile: bare });
  for (const file of installed()) {
    const ratios: (readonly [number, number])[] = [];
    // A slow phase of the machine affects both of a pair. The first two pairs do not count.
    for (let count = -2; count < 21; count += 1) {
      const [initialized, listed] = await startTimes(file);
      const [bareInitialized, bareListed] = await startTimes(bare);
      if (count >= 0) ratios.push([initialized / bareInitialized, listed / bareListed]);
    }
    const [toInitialize, toList] = [0, 1].map((at) => median(ratios.map((pair) => pair[at] ?? 0)));
    console.log(
      `start: ${toInitialize?.toFixed(2)} times that of a bare server, ${toList?.toFixed(2)} with the tools`,
    );
    expect(toInitialize).toBeLessThan(1.15);
    expect(toList).toBeLessThan(1.25);
  }
});

test("the time for a number does not grow with the size of the answer", async () => {
  const perNumber = async (profiles: number, days: number): Promise<number> => {
    const api = sandboxApi(profiles);
    const question = questionOf({ name: "", profiles, days, metrics: 25 }, idsOf(api));
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1)
      times.push((await answerTimed(question, api)).milliseconds);
    return median(times) / (profiles * days * 25);
  };
  const [small, large] = [await perNumber(40, 100), await perNumber(100, 365)];
  console.log(
    `time per number: ${(small * 1e6).toFixed(0)} ns, then ${(large * 1e6).toFixed(0)} ns`,
  );
  expect(large).toBeLessThan(2 * small);
});

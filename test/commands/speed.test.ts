/** Start and answers are fast: ratios within one run, because machines differ. */
import { spawn } from "node:child_process";
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

/** Milliseconds from spawn to the answer of initialize. */
async function startTime(file: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "ignore"] });
  const answered = once(createInterface(child.stdout), "line");
  const clientInfo = { name: "speed", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await answered;
  const milliseconds = performance.now() - begun;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  return milliseconds;
}

test("the server starts about as fast as a bare one of the SDK", async () => {
  const bare = join(temporaryFolder(), "bare.mjs");
  const entryPoints = ["test/helpers/bare-server.ts"];
  const shape = { bundle: true, platform: "node", format: "esm", minify: true } as const;
  await build({ ...shape, entryPoints, outfile: bare });
  const ratios: number[] = [];
  // A slow phase of the machine affects both of a pair. The first two pairs do not count.
  for (let count = -2; count < 15; count += 1) {
    const ours = await startTime("dist/cli.js");
    const ratio = ours / (await startTime(bare));
    if (count >= 0) ratios.push(ratio);
  }
  console.log(`start: ${median(ratios).toFixed(2)} times that of a bare server`);
  expect(median(ratios)).toBeLessThan(1.5);
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

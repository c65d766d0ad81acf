/** Measures the time from spawn to the answer of `initialize`. */
import { spawn } from "node:child_process";

const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  },
})}\n`;

function startOnce(file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
    child.once("error", reject);
    child.stdout.once("data", () => {
      const took = performance.now() - started;
      child.once("exit", () => resolve(took));
      child.kill();
    });
    child.stdin.write(initialize);
  });
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;

export interface Starts {
  readonly ours: number;
  readonly bare: number;
  /** The median of the ratios of consecutive runs, because a slow phase of the machine affects both. */
  readonly ratio: number;
}

/** Starts both servers `runs` times in turn and returns the medians. */
export async function compareStarts(ours: string, bare: string, runs: number): Promise<Starts> {
  const pairs: { ours: number; bare: number }[] = [];
  for (let run = -2; run < runs; run += 1) {
    const pair = { ours: await startOnce(ours), bare: await startOnce(bare) };
    if (run >= 0) pairs.push(pair);
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    bare: median(pairs.map((pair) => pair.bare)),
    ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
  };
}

/** Measures the time from spawn to the answer of `initialize`. */
import { medians, type Medians, type Pair } from "./medians.ts";
import { serveStdio } from "./own-time.ts";

async function startOnce(file: string): Promise<number> {
  const { startMilliseconds, stop } = await serveStdio([file], process.env);
  await stop();
  return startMilliseconds;
}

/** Starts both servers `runs` times in turn and returns the medians. */
export async function compareStarts(ours: string, bare: string, runs: number): Promise<Medians> {
  const pairs: Pair[] = [];
  for (let run = -2; run < runs; run += 1) {
    const pair = { ours: await startOnce(ours), bare: await startOnce(bare) };
    if (run >= 0) pairs.push(pair);
  }
  return medians(pairs);
}

/** Measures for how long the event loop stands still. */
import { existsSync, readFileSync } from "node:fs";

const statistics = "/proc/thread-self/schedstat";
const isLinux = existsSync(statistics);

/** CPU time of this thread in milliseconds, which other work on a busy machine does not add to; elsewhere the time. */
const timeOfThread = (): number =>
  isLinux ? Number(readFileSync(statistics, "utf8").split(" ")[0]) / 1e6 : performance.now();

/** Returns the longest time in milliseconds in which nothing else ran while the work ran. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = timeOfThread();
  const look = (): void => {
    longest = Math.max(longest, timeOfThread() - last);
    last = timeOfThread();
  };
  const looking = setInterval(look, 1);
  await work();
  look();
  clearInterval(looking);
  return longest;
}

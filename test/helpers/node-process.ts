/** A node of a test: a server process on a port of its own, which can be killed and started again. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./oauth.ts";
import { start, urlOf, type Environment } from "./process.ts";

export interface NodeProcess {
  readonly port: number;
  readonly url: string;
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** @param words of the command `http`, but for the port. */
export async function startNode(
  words: readonly string[],
  environment: Environment,
): Promise<NodeProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const startAgain = async (): Promise<void> => {
    const started = start(["http", "--port", String(port), ...words], environment);
    // What is not read would stop the process at some point.
    started.stderr.resume();
    child = started;
    await urlOf(started);
  };
  await startAgain();
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    start: startAgain,
    async kill() {
      if (child === undefined) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

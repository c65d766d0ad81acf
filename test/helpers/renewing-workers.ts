/** Processes that read and renew a login when they are told to. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { Asked } from "./renewing-worker.ts";

export interface RenewingWorker {
  readonly child: ChildProcessWithoutNullStreams;
  /** Sends a line; resolves with what the worker writes back when it is done, or `undefined` if it has died. */
  readonly send: (line: "read" | "renew") => Promise<unknown>;
}

/** Builds the program of the workers before the tests of a file, and returns a function that starts one. */
export function useRenewingWorkers(): (task: Asked) => RenewingWorker {
  const folder = mkdtempSync(join(tmpdir(), "social-analytics-"));
  const program = join(folder, "worker.mjs");

  beforeAll(async () => {
    await build({
      entryPoints: [join(import.meta.dirname, "renewing-worker.ts")],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
    });
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  return (task) => {
    const child = spawn(process.execPath, [program]);
    onTestFinished(() => void child.kill());
    child.stdin.write(`${JSON.stringify(task)}\n`);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      child,
      send: async (line) => {
        child.stdin.write(`${line}\n`);
        return (await lines.next()).value;
      },
    };
  };
}

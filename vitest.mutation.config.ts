/** The tests that run in one process, for mutation testing. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { chartPageForVitest } from "./build/chart-page.mjs";
import { mutationPart } from "./build/mutation-parts.mjs";

const { tests } = mutationPart();

/** They run the built program, another program, or need a keychain. */
const startsProcesses =
  /helpers\/process|child_process|secret-service|stdio"|worker_threads|kill-points/;

const files = tests.flatMap((folder) =>
  readdirSync(join("test", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", folder, name))
    .filter((file) => !startsProcesses.test(readFileSync(file, "utf8"))),
);

export default defineConfig({
  plugins: [chartPageForVitest],
  test: {
    include: files,
    pool: "threads",
    testTimeout: 120_000,
  },
});

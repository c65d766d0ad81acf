/** The tests of a part of mutation testing. What a test does in other processes runs the built program, unchanged. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { chartPageForVitest } from "./chart-page.mjs";
import { mutationPart } from "./mutation-parts.mjs";

const { tests, without, only } = mutationPart();

const isTaken = (name: string): boolean =>
  only === undefined ? !without.includes(name) : only.includes(name);

const files = tests.flatMap((folder) =>
  readdirSync(join("test", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", folder, name))
    .filter((file) => isTaken(basename(file, ".test.ts"))),
);

/** A run ends with the first test that fails, so the quick ones come first. */
class QuickFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not of an array
    return (await super.sort(specifications)).toReversed();
  }
}

export default defineConfig({
  plugins: [chartPageForVitest],
  test: {
    include: files,
    pool: "threads",
    // Modules that are loaded once would carry what they remember from one changed version to the next.
    isolate: true,
    sequence: { sequencer: QuickFirst },
    env: { MUTATION: "1" },
    testTimeout: 120_000,
  },
});

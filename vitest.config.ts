import { readFileSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";
import { chartPageForVitest } from "./build/chart-page.mjs";
import { ciOnly, fullOnly } from "./test/full-only.ts";
import { isCi, isFull } from "./test/helpers/repetitions.ts";
import { isChosen } from "./test/helpers/system.ts";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, which start first so that none of them runs alone at the end. */
const slowest = [
  "deploy/behind-nginx",
  "commands/canary",
  "credentials/race",
  "commands/",
  "quota/killed",
  "http/many",
  "text/outside-text",
  "metrics/exactness",
  "http/host-check",
  "connection/caching",
];

const leftOut = [
  ...(isFull ? [] : Object.keys(fullOnly)),
  ...(isFull || isCi || isChosen ? [] : Object.keys(ciOnly)),
].map((path) => `${path}**`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slowest.findIndex((name) => moduleId.includes(`/test/${name}`));
  return rank === -1 ? slowest.length : rank;
};

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

/** As the build does. */
const texts = {
  name: "texts",
  load: (id: string) =>
    id.endsWith(".yaml")
      ? `export default ${JSON.stringify(readFileSync(id, "utf8"))};`
      : undefined,
};

export default defineConfig({
  plugins: [chartPageForVitest, texts],
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...leftOut],
    globalSetup: "test/setup.ts",
    pool: "threads",
    // As many as a small machine has cores: each loads and compiles all modules, for 15 seconds of CPU time.
    maxWorkers: 2,
    // Loading every module again for each file takes as long as the tests of many. A worker redacts the secrets of
    // earlier files in later ones, so no test may use an ordinary word as a secret.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // The built program is run as it is.
    server: { deps: { external: [/\/dist\//] } },
    // These only end what hangs: on a busy machine anything may take long.
    testTimeout: isFull ? 1_200_000 : 180_000,
    hookTimeout: 300_000,
    // The sandbox's authorization server says at each start that Node 20 is old.
    onConsoleLog: (log) => !log.startsWith("oidc-provider WARNING: Unsupported runtime"),
  },
});

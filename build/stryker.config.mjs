/**
 * Mutation testing of what must not be wrong, in parts of at most 20 minutes: `PART=assemble npm run test:mutation`.
 */
import { mutationPart } from "./mutation-parts.mjs";

const { name, files } = mutationPart();

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // The tests read files of the repository, by paths from their own.
  inPlace: true,
  mutate: files,
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  vitest: { configFile: "build/vitest.mutation.config.ts", related: false },
  concurrency: 2,
  timeoutMS: 3000,
  timeoutFactor: 1.2,
  disableTypeChecks: false,
  reporters: ["clear-text", "json", "progress-append-only"],
  clearTextReporter: { logTests: false, allowColor: false },
  jsonReporter: { fileName: `mutation/${name}.json` },
  tempDirName: ".stryker",
  cleanTempDir: "always",
  thresholds: { high: 95, low: 90, break: 85 },
};

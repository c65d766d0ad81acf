/**
 * The parts of mutation testing: which files are changed, which folders of tests must notice, and which tests in them
 * are left out, or alone taken, because others take long and are about something else.
 */

/** They ask hundreds of questions. */
const slowInMetrics = ["day", "plans-hold", "reuse-histories", "ceilings"];

const ofPlans =
  "plan refine cost smaller side-plans request-range cutting cover steps detail skipping reuse weeks folding insights run metrics comparison comparison-requests exactness labels-filter".split(
    " ",
  );

const slowInTables = ["budget", "condensing"];

/** They ask random questions; the others name their numbers. */
const randomInMeaning = ["figures", "comparison"];

/** @type {Record<string, { files: string[]; tests: string[]; without?: string[], only?: string[] }>} */
export const mutationParts = {
  assemble: {
    files: ["src/metrics/merge/assemble.ts", "src/metrics/merge/assign.ts"],
    tests: ["metrics"],
    without: [...slowInMetrics, "comparison", "comparison-notes", "comparison-requests"],
  },
  merge: {
    files: ["src/metrics/merge/merge.ts", "src/metrics/merge/fold-part.ts"],
    tests: ["metrics"],
    without: [...slowInMetrics, "comparison", "comparison-notes", "comparison-requests"],
  },
  plan: {
    files: [
      "src/metrics/plan/plan.ts",
      "src/metrics/plan/split.ts",
      "src/metrics/plan/requests.ts",
    ],
    tests: ["metrics"],
    only: ofPlans,
  },
  cover: {
    files: ["src/metrics/plan/cover.ts", "src/metrics/plan/held.ts", "src/metrics/plan/steps.ts"],
    tests: ["metrics"],
    only: ofPlans,
  },
  refine: {
    files: ["src/metrics/plan/refine.ts", "src/metrics/plan/week-probe.ts"],
    tests: ["metrics"],
    only: ofPlans,
  },
  cost: {
    files: [
      "src/metrics/plan/cost.ts",
      "src/metrics/plan/comparison.ts",
      "src/metrics/plan/request-range.ts",
      "src/metrics/plan/smaller.ts",
    ],
    tests: ["metrics"],
    only: ofPlans,
  },
  run: { files: ["src/metrics/run/**/*.ts"], tests: ["metrics"], without: slowInMetrics },
  combine: {
    files: [
      "src/meaning/combine.ts",
      "src/meaning/from-days.ts",
      "src/meaning/from-cells.ts",
      "src/meaning/figures.ts",
    ],
    tests: ["meaning", "tables"],
    without: [...slowInTables, "stand-outs"],
  },
  shape: {
    files: [
      "src/meaning/shape.ts",
      "src/meaning/time-rows.ts",
      "src/meaning/segments.ts",
      "src/meaning/methods.ts",
      "src/meaning/daily.ts",
      "src/meaning/kind-column.ts",
    ],
    tests: ["meaning", "tables"],
    without: [...slowInTables, "stand-outs"],
  },
  ratios: {
    files: [
      "src/meaning/ratios.ts",
      "src/meaning/ratio-columns.ts",
      "src/meaning/shares.ts",
      "src/meaning/rate-and-mix.ts",
      "src/meaning/ranking.ts",
    ],
    tests: ["meaning", "tables", "replies"],
    without: [...slowInTables, ...randomInMeaning, "stand-outs", "result-csv"],
  },
  change: {
    files: [
      "src/meaning/change.ts",
      "src/meaning/extremes.ts",
      "src/meaning/row-gaps.ts",
      "src/meaning/coverage.ts",
    ],
    tests: ["meaning", "tables", "replies"],
    without: [...slowInTables, ...randomInMeaning, "stand-outs", "result-csv"],
  },
  outliers: {
    files: ["src/meaning/outliers.ts", "src/meaning/halves.ts"],
    tests: ["meaning", "replies"],
    only: ["change", "kinds", "outliers", "stand-outs", "statistics", "views", "within"],
  },
  repeated: {
    files: ["src/metrics/reply/repeated.ts"],
    tests: ["metrics"],
    only: ["repeated", "reuse"],
  },
  comparison: {
    files: [
      "src/meaning/comparison.ts",
      "src/meaning/compared-axes.ts",
      "src/meaning/compared-sides.ts",
    ],
    tests: ["meaning", "tables"],
    without: [...slowInTables, "stand-outs"],
  },
  gate: {
    files: [
      "src/quota/gate.ts",
      "src/quota/line.ts",
      "src/quota/retry.ts",
      "src/quota/account-request-book.ts",
    ],
    tests: ["quota", "connection"],
    without: ["caching", "killed"],
  },
  quota: {
    files: ["src/quota/request-book.ts", "src/quota/file-request-book.ts"],
    tests: ["quota"],
    without: ["killed"],
  },
  credentials: {
    files: ["src/credentials/*.ts"],
    tests: ["credentials"],
    without: ["race"],
  },
  oauth: {
    files: ["src/credentials/oauth/*.ts"],
    tests: ["credentials"],
    without: ["race", "keychain", "keychain-answers"],
  },
  callers: {
    files: ["src/callers/*.ts"],
    tests: ["callers"],
  },
  redaction: {
    files: ["src/secrets/*.ts", "src/files/lock.ts"],
    tests: ["secrets", "files"],
    without: ["outside", "planted", "blob-cache", "file-blob-cache", "atomic-write"],
  },
  text: {
    files: ["src/text/sanitize.ts", "src/text/quoted.ts"],
    tests: ["text", "secrets"],
    without: ["tokens", "json-meter", "outside"],
  },
};

/** Of the environment variable `PART`. @throws Error that names the parts. */
export function mutationPart() {
  const name = process.env.PART ?? "merge";
  const part = mutationParts[name];
  if (part === undefined)
    throw new Error(
      `PART is one of ${Object.keys(mutationParts).join(", ")}, not ${JSON.stringify(name)}`,
    );
  return { name, ...part };
}

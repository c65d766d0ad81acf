/**
 * The parts of mutation testing: which files are changed, which folders of tests must notice, and which tests in them
 * are left out, or alone taken, because others take long and are about something else.
 */

/** Files of a folder of src/, by their names without the ending. */
const filesIn = (folder, names) => names.split(" ").map((name) => `src/${folder}/${name}.ts`);

/** They ask hundreds of questions. */
const slowInMetrics = "day plans-hold reuse-histories ceilings one-answer filled".split(" ");

const ofMerge = {
  tests: ["metrics"],
  without: [...slowInMetrics, "comparison", "comparison-notes", "comparison-requests"],
};

const ofPlans = {
  tests: ["metrics"],
  only: "plan refine cost smaller side-plans request-range cutting cover steps detail choices needs sum-rows sums run-together skipping reuse weeks folding insights run metrics comparison comparison-requests exactness labels-filter".split(
    " ",
  ),
};

const ofMeaning = {
  tests: ["meaning", "tables"],
  without: ["budget", "condensing", "stand-outs", "long-ranges"],
};

/** Without those that ask random questions; the others name their numbers. */
const ofNamedNumbers = {
  tests: ["meaning", "tables", "replies"],
  without: [...ofMeaning.without, "figures", "comparison", "result-csv"],
};

/** @type {Record<string, { files: string[]; tests: string[]; without?: string[], only?: string[] }>} */
export const mutationParts = {
  assemble: { files: filesIn("metrics/merge", "assemble assign"), ...ofMerge },
  merge: { files: filesIn("metrics/merge", "merge fold-part sums"), ...ofMerge },
  needs: { files: filesIn("metrics/question", "needs"), ...ofPlans },
  plan: { files: filesIn("metrics/plan", "plan split requests"), ...ofPlans },
  cover: { files: filesIn("metrics/plan", "cover held steps"), ...ofPlans },
  refine: { files: filesIn("metrics/plan", "refine week-probe"), ...ofPlans },
  cost: { files: filesIn("metrics/plan", "cost comparison request-range smaller"), ...ofPlans },
  run: { files: ["src/metrics/run/**/*.ts"], tests: ["metrics"], without: slowInMetrics },
  combine: { files: filesIn("meaning", "combine from-days from-cells figures"), ...ofMeaning },
  shape: {
    files: filesIn("meaning", "shape time-rows segments methods daily kind-column"),
    ...ofMeaning,
  },
  ratios: {
    files: filesIn("meaning", "ratios ratio-columns shares rate-and-mix ranking"),
    ...ofNamedNumbers,
  },
  change: {
    files: filesIn("meaning", "change extremes row-gaps coverage presence"),
    ...ofNamedNumbers,
  },
  outliers: {
    files: filesIn("meaning", "outliers halves"),
    tests: ["meaning", "replies"],
    only: ["change", "kinds", "outliers", "stand-outs", "statistics", "views", "within"],
  },
  comparison: {
    files: filesIn(
      "meaning",
      "comparison compared-rows compared-axes compared-sides groups zero-starts",
    ),
    ...ofMeaning,
  },
  gate: {
    files: filesIn("quota", "gate line retry account-request-book"),
    tests: ["quota", "connection"],
    without: ["caching", "killed"],
  },
  quota: {
    files: filesIn("quota", "request-book file-request-book"),
    tests: ["quota"],
    without: ["killed"],
  },
  credentials: { files: filesIn("credentials", "*"), tests: ["credentials"], without: ["race"] },
  oauth: {
    files: filesIn("credentials/oauth", "*"),
    tests: ["credentials"],
    without: ["race", "keychain", "keychain-answers"],
  },
  callers: { files: filesIn("callers", "*"), tests: ["callers"] },
  redaction: {
    files: [...filesIn("secrets", "*"), ...filesIn("files", "lock")],
    tests: ["secrets", "files"],
    without: ["outside", "planted", "blob-cache", "file-blob-cache", "atomic-write"],
  },
  text: {
    files: filesIn("text", "sanitize quoted"),
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

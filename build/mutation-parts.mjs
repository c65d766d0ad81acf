/**
 * The parts of mutation testing: which files are changed, which folders of tests must notice, and which tests in them
 * are left out, or alone taken, because others take long and are about something else.
 */
import { join } from "node:path";

/** All lists are words. @param folder of any wing. @param files of the folder, without the ending. @param tests folders. */
const part = (folder, files, tests, without = "", only) => ({
  files: files.split(" ").map((name) => join("src/*", folder, `${name}.ts`)),
  tests: tests.split(" "),
  without: without.split(" "),
  only: only?.split(" "),
});

/** They ask hundreds of questions. */
const slowInMetrics = "day plans-hold reuse-histories ceilings one-answer filled";

const ofMerge = ["metrics", `${slowInMetrics} comparison comparison-notes comparison-requests`];

const ofPlans = [
  "metrics",
  "",
  "plan refine cost smaller side-plans cutting cover steps detail needs run-together skipping reuse folding insights run metrics comparison comparison-requests exactness labels-filter",
];

const withoutInMeaning = "budget condensing stand-outs long-ranges";

const ofMeaning = ["meaning table report", withoutInMeaning];

/** Without those that ask random questions; the others name their numbers. */
const ofNamedNumbers = [
  "meaning table report replies",
  `${withoutInMeaning} figures comparison result-csv`,
];

/** @type {Record<string, { files: string[]; tests: string[]; without: string[]; only?: string[] }>} */
const mutationParts = {
  assemble: part("metrics/merge", "assemble place-values", ...ofMerge),
  needs: part("metrics/question", "needs", ...ofPlans),
  plan: part("metrics/plan", "plan requests", ...ofPlans),
  cover: part("metrics/plan", "cover steps", ...ofPlans),
  refine: part("metrics/plan", "refine", ...ofPlans),
  cost: part("metrics/plan", "cost smaller", ...ofPlans),
  run: part("metrics/run", "**/*", "metrics", slowInMetrics),
  combine: part("table", "combine fold-column profile-line table", ...ofMeaning),
  shape: part(
    ".",
    "table/rows table/columns table/pivot table/statistic table/statistic-value meaning/levels meaning/time-rows meaning/segments meaning/methods",
    ...ofMeaning,
  ),
  ratios: part(
    ".",
    "meaning/ratios meaning/ratio-columns table/share table/rank",
    ...ofNamedNumbers,
  ),
  coverage: part(".", "table/extremes meaning/coverage meaning/presence", ...ofNamedNumbers),
  outliers: part(
    "table",
    "outliers daily-lines bucket-ranks",
    "meaning table replies",
    "",
    "kinds outliers stand-outs statistics views within",
  ),
  comparison: part(
    "table",
    "compare compared-columns changes join side",
    "table report",
    withoutInMeaning,
  ),
  groups: part("meaning", "groups zero-starts", "meaning report", "", "groups comparison"),
  results: part(
    "results",
    "*",
    "replies report meaning charts metrics",
    "",
    "bucket-ranks bucket-statistics chart-limits chart-result comparison comparison-piece cumulative edges-of-ranges outliers piece-csv pieces pieces-in-full refused-pieces refused-rows ranked-time read-as-asked read-result result-csv slices stand-outs statistics stored-result views where wide-csv",
  ),
  gate: part("quota", "gate line retry account-request-book", "quota connection", "caching killed"),
  quota: part("quota", "request-book local-request-book", "quota", "killed"),
  credentials: part("credentials", "*", "credentials", "race"),
  oauth: part("credentials/oauth", "*", "credentials", "race keychain keychain-answers"),
  callers: part("callers", "*", "callers"),
  redaction: part(
    ".",
    "secrets/* files/lock",
    "secrets files",
    "outside planted blob-cache file-blob-cache atomic-write",
  ),
  text: part("text", "sanitize quoted", "text secrets", "tokens json-meter outside"),
};

/** Of the environment variable `PART`. @throws Error that names the parts. */
export function mutationPart() {
  const name = process.env.PART ?? "assemble";
  const chosen = mutationParts[name];
  if (chosen === undefined)
    throw new Error(
      `PART is one of ${Object.keys(mutationParts).join(", ")}, not ${JSON.stringify(name)}`,
    );
  return { name, ...chosen };
}

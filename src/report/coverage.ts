/** Coverage as text: a statement for the first line of a reply, and the missing values per metric. */
import { groupBy } from "../cells/group-by.ts";
import { needsInsights } from "../catalog/metrics/index.ts";
import type { Result, Comparison } from "../cells/result.ts";
import { coverageOf, type Gap, type MetricCoverage } from "../meaning/coverage.ts";
import { plural, some } from "../text/words.ts";
import type { Coverage } from "../replies/completeness.ts";
import type { Note } from "../replies/layout.ts";
import { causesText } from "./causes.ts";
import { metricNames } from "./names.ts";

export interface CoverageText extends Coverage {
  readonly notes: readonly Note[];
}

export function coverageText(result: Result): CoverageText {
  const { counted, ...coverage } = textsOf(result);
  return { ...coverage, statements: [sentence(counted)] };
}

/** The coverage of a comparison: one sentence if it is the same on both sides, otherwise one for each incomplete side. */
export function comparedCoverage({ now, before }: Comparison): CoverageText {
  const sides = [
    { name: "Now", ...textsOf(now) },
    { name: "Before", ...textsOf(before) },
  ];
  const isComplete = sides.every((side) => side.isComplete);
  const incomplete = sides.filter((side) => !side.isComplete);
  return {
    statements: isComplete
      ? [sentence(complete)]
      : incomplete.map(({ name, counted }) => `${name}: ${counted}.`),
    isComplete,
    notes: sides.flatMap(({ name, notes }) =>
      notes.map((note) => typeof note === "string" && `${name}: ${note}`),
    ),
  };
}

const complete = "complete";

/** The coverage of a result. `counted` are the missing values, or `complete`. */
function textsOf(result: Result) {
  const coverage = coverageOf(result);
  const missing = coverage.filter((one) => one.missing > 0);
  const isComplete = missing.length === 0;
  const notes: Note[] = [];
  if (isComplete) return { isComplete, counted: complete, notes };
  const total = missing.reduce((sum, one) => sum + one.missing, 0);
  const groups = groupsOf(missing);
  const [only] = groups;
  if (groups.length === 1 && only !== undefined) {
    const names = only.metrics.length === coverage.length ? "" : ` in ${some(only.metrics, 3)}`;
    const counted = `${only.missing} of ${plural(only.expected, "profile-day")} missing${names}: ${causesText(result, only.metric, only.gaps)}`;
    return { isComplete, counted, notes };
  }
  const all = coverage.reduce((sum, one) => sum + one.expected, 0);
  return {
    isComplete,
    counted: `${total} of ${all} cells missing`,
    notes: [groupsNote(result, groups, coverage.length)],
  };
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** Metrics that lack the same profile-days. */
interface Group extends Pick<MetricCoverage, "metric" | "missing" | "expected" | "gaps"> {
  readonly metrics: readonly string[];
}

/** Insights can be off for one of two metrics that lack the same days. */
const groupsOf = (missing: readonly MetricCoverage[]): Group[] =>
  groupBy(missing, ({ metric, expected, gaps }) =>
    [needsInsights(metric), expected, ...gaps.map(gapKey).toSorted()].join(";"),
  )
    .map((same) => ({ ...same[0], metrics: metricNames(same.map(({ metric }) => metric)) }))
    .toSorted((one, other) => other.missing - one.missing);

const gapKey = ({ start, end, profiles }: Gap): string => `${start} ${end} ${profiles.join(",")}`;

/** The missing values of each group of metrics; the largest group of several is that of the others. */
function groupsNote(result: Result, groups: readonly Group[], metricCount: number): string {
  const [expected, ...more] = new Set(groups.map((group) => group.expected));
  const isShared = more.length === 0;
  const counted = groups.reduce((sum, { metrics }) => sum + metrics.length, 0);
  const most = groups.toSorted((one, other) => other.metrics.length - one.metrics.length)[0];
  const areOthers = (group: Group): boolean =>
    group === most && group.metrics.length > 2 && groups.length > 1 && counted === metricCount;
  const ordered = groups.toSorted(
    (one, other) => Number(areOthers(one)) - Number(areOthers(other)),
  );
  const texts = ordered.map((group) => {
    const who = areOthers(group) ? "others" : some(group.metrics, 5);
    const of = isShared ? "" : ` of ${plural(group.expected, "profile-day")}`;
    return `${who} ${group.missing}${of} (${causesText(result, group.metric, group.gaps)})`;
  });
  const all = isShared ? ` of ${plural(expected ?? 0, "profile-day")}` : "";
  return `Missing (–, not 0)${all}: ${texts.join("; ")}.`;
}

/** Coverage as text: a statement for the first line of a reply, and the missing values per metric. */
import { listOf } from "../cells/day-values.ts";
import { groupBy } from "../cells/group-by.ts";
import { needsInsights } from "../catalog/metrics/index.ts";
import type { Result, Comparison } from "../cells/result.ts";
import { columnOf } from "../cells/select.ts";
import { coverageOf, type Gap, type MetricCoverage } from "../meaning/coverage.ts";
import { plural, some } from "../text/words.ts";
import type { Coverage } from "../replies/completeness.ts";
import type { Note } from "../replies/layout.ts";
import { causesText } from "./causes.ts";
import { metricNames } from "./names.ts";

export interface CoverageText extends Coverage {
  /** Sentences that say which missing values cannot be counted. */
  readonly hidden: readonly string[];
  readonly notes: readonly Note[];
}

export function coverageText(result: Result): CoverageText {
  const { counted, hidden, ...coverage } = textsOf(result);
  const texts = [...(counted === undefined ? [] : [counted]), ...hidden];
  return { ...coverage, statements: [sentence(texts.join("; "))], hidden: hidden.map(sentence) };
}

/** The coverage of a comparison: one sentence if it is the same on both sides, otherwise one for each incomplete side. */
export function comparedCoverage({ now, before }: Comparison): CoverageText {
  const sides = [
    { name: "Now", ...textsOf(now) },
    { name: "Before", ...textsOf(before) },
  ];
  const isComplete = sides.every((side) => side.isComplete);
  const [one, other] = sides.map(({ counted, hidden }) =>
    [counted, ...hidden].filter(Boolean).join("; "),
  );
  const isShared = one === other && sides.every((side) => side.total === 0);
  const texts = isShared
    ? [sentence(one ?? "")]
    : sides.flatMap(({ name, counted, hidden, total }) => {
        const own = [...(total === 0 ? [] : [counted]), ...hidden];
        return own.length === 0 ? [] : [`${name}: ${own.join("; ")}.`];
      });
  return {
    statements: texts,
    hidden: [...new Set(sides.flatMap(({ hidden }) => hidden.map(sentence)))],
    isComplete,
    notes: sides.flatMap(({ name, notes }) =>
      notes.map((note) => typeof note === "string" && `${name}: ${note}`),
    ),
  };
}

/** The coverage of a result. `counted` are the missing values, or `complete`; undefined where no gap is visible. */
function textsOf(result: Result) {
  const coverage = coverageOf(result);
  const visible = coverage.filter(({ isVisible }) => isVisible);
  const unseen = coverage.filter(({ isVisible }) => !isVisible);
  const missing = visible.filter((one) => one.missing > 0);
  const total = missing.reduce((sum, one) => sum + one.missing, 0);
  const shared = {
    hidden: unseen.length === 0 ? [] : [hiddenText(unseen, visible.length > 0)],
    /** The number of missing values. */
    total,
    isComplete: total === 0 && unseen.length === 0,
  };
  const notes: Note[] = [hiddenMissingNote(result, unseen)];
  if (total === 0)
    return { ...shared, counted: visible.length === 0 ? undefined : "complete", notes };
  const groups = groupsOf(missing);
  const [only] = groups;
  if (groups.length === 1 && only !== undefined) {
    const names = only.metrics.length === visible.length ? "" : ` in ${some(only.metrics, 3)}`;
    const counted = `${only.missing} of ${plural(only.expected, "profile-day")} missing${names}: ${causesText(result, only.metric, only.gaps)}`;
    return { ...shared, counted, notes };
  }
  const all = visible.reduce((sum, one) => sum + one.expected, 0);
  return {
    ...shared,
    counted: `${total} of ${all} cells missing`,
    notes: [groupsNote(result, groups, visible.length), ...notes],
  };
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

const hiddenText = (hidden: readonly MetricCoverage[], isPart: boolean): string => {
  const names = metricNames(hidden.map(({ metric }) => metric));
  return `gaps${isPart ? ` of ${some(names, 4)}` : ""} are not visible at this grain`;
};

/** Numbers of the API itself that are missing, where what is beneath them is not known. */
function hiddenMissingNote({ own, days }: Result, hidden: readonly MetricCoverage[]): Note {
  const lines = hidden.flatMap(({ metric }) => {
    const values = own === undefined ? listOf(days, metric) : columnOf(own, metric);
    const count = values?.filter(Number.isNaN).length ?? 0;
    return count > 0 ? [`${metric.name} ${count} of ${plural(values?.length ?? 0, "row")}`] : [];
  });
  return lines.length > 0 && `Missing (–, not 0): ${some(lines, 8)}.`;
}

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

/** Coverage as text: a statement for the first line of a reply, and the missing values per metric. */
import { groupBy } from "../../numbers/cells/group-by.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import type { Result, Comparison } from "../../numbers/cells/result.ts";
import { coverageOf, type Gap, type MetricCoverage } from "../../numbers/meaning/coverage.ts";
import type { Range } from "../../base/time/grains.ts";
import { plural, some } from "../../base/text/words.ts";
import type { Coverage } from "../replies/completeness.ts";
import { causesText } from "./causes.ts";
import { metricNames } from "./names.ts";

export const coverageText = (result: Result): Coverage => {
  const text = missingText(result);
  return { statements: [sentence(text ?? complete)], isComplete: text === undefined };
};

/** The coverage of a comparison: one sentence if both sides are complete, otherwise one for each incomplete side. */
export function comparedCoverage({ now, before, usual }: Comparison): Coverage {
  const sides = [
    ["Now", missingText(now)],
    ["Before", missingText(before, usual)],
  ] as const;
  const statements = sides.flatMap(([name, text]) =>
    text === undefined ? [] : `${name}: ${text}.`,
  );
  const isComplete = statements.length === 0;
  return { statements: isComplete ? [sentence(complete)] : statements, isComplete };
}

const complete = "complete";

/** Why values are missing, for each group of metrics that lack the same ones; undefined where every one is there. */
function missingText(result: Result, ranges?: readonly Range[]): string | undefined {
  const coverage = coverageOf(result, ranges);
  // Of the last days of a range, which are all that levels need, numbers of days say nothing.
  const isEnd = result.askedRange !== undefined;
  const groups = groupsOf(
    result,
    coverage.filter(({ missing }) => missing > 0),
  );
  const [first, ...rest] = groups;
  // Of days that are not delivered, or before the first data, nothing is expected.
  if (first === undefined)
    return coverage.some(({ expected }) => expected > 0) ? undefined : "no values";
  if (rest.length === 0) {
    const names = first.metrics.length === coverage.length ? "" : ` in ${some(first.metrics, 3)}`;
    const { missing, expected, causes } = first;
    const values = isEnd ? "values" : `${missing} of ${plural(expected, "profile-day")}`;
    return `${values} missing${names}: ${causes}`;
  }
  return isEnd
    ? `missing: ${groups.map(({ metrics, causes }) => `${some(metrics, 5)} (${causes})`).join("; ")}`
    : groupsText(groups, coverage.length);
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** Metrics that lack as many profile-days for the same causes. */
interface Group extends Pick<MetricCoverage, "missing" | "expected"> {
  readonly metrics: readonly string[];
  readonly causes: string;
}

/** Insights can be off for one of two metrics that lack the same days. */
function groupsOf(result: Result, missing: readonly MetricCoverage[]): Group[] {
  const alike = groupBy(missing, ({ metric, expected, gaps }) =>
    [needsInsights(metric), expected, ...gaps.map(gapKey).toSorted()].join(";"),
  ).map((same) => {
    const [{ metric, gaps }] = same;
    return { same, causes: causesText(result, metric, gaps) };
  });
  return groupBy(alike, ({ same: [{ missing: count, expected }], causes }) =>
    [count, expected, causes].join(";"),
  )
    .map((list) => ({
      ...list[0].same[0],
      causes: list[0].causes,
      metrics: metricNames(list.flatMap(({ same }) => same.map(({ metric }) => metric))),
    }))
    .toSorted((left, right) => right.missing - left.missing);
}

const gapKey = ({ start, end, profiles }: Gap): string => `${start} ${end} ${profiles.join(",")}`;

/** If there are several groups of all metrics, the largest is called "others". */
function groupsText(groups: readonly Group[], metricCount: number): string {
  const [expected, ...more] = new Set(groups.map((group) => group.expected));
  const isShared = more.length === 0;
  const counted = groups.reduce((sum, { metrics }) => sum + metrics.length, 0);
  const most = groups.toSorted((left, right) => right.metrics.length - left.metrics.length)[0];
  const areOthers = (group: Group): boolean =>
    group === most && group.metrics.length > 2 && counted === metricCount;
  const texts = groups
    .toSorted((left, right) => Number(areOthers(left)) - Number(areOthers(right)))
    .map((group) => {
      const who = areOthers(group) ? "others" : some(group.metrics, 5);
      const of = isShared ? "" : ` of ${group.expected}`;
      return `${who} ${group.missing}${of} (${group.causes})`;
    });
  return `missing profile-days${isShared ? ` of ${expected}` : ""}: ${texts.join("; ")}`;
}

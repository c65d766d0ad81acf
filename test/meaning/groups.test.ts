/** Which profiles of a comparison are compared like for like, and why others are not. */
import { expect, test } from "vitest";
import { groupsIn, groupsOf, type Groups } from "../../src/meaning/groups.ts";
import { zeroStarts } from "../../src/meaning/zero-starts.ts";
import type { Metric } from "../../src/catalog/metrics/index.ts";
import type { Result } from "../../src/cells/result.ts";
import { addDays, toDay } from "../../src/time/days.ts";
import { facebookMetrics, resultOf } from "../helpers/grids.ts";

const metricNamed = (name: string): Metric => {
  const [metric] = facebookMetrics(name);
  if (metric === undefined) throw new Error("no metric");
  return metric;
};

/** Days of profiles, each a text: a digit is a value, a dash is none. */
const rangeOf = (metric: string, ...courses: readonly string[]): Result =>
  resultOf(
    metric,
    courses.map((course) => course.split("").map((one) => (one === "-" ? null : Number(one)))),
  );

const whole = "1".repeat(28);
const without = (from: number, to: number, all = whole): string =>
  all.slice(0, from) + "-".repeat(to - from) + all.slice(to);

/** The group of the first profile. The second has values throughout, so that each range has some. */
function kindOf(metric: string, before: Result, now: Result): unknown {
  return groupsOf(now, before, metricNamed(metric))?.get("p1")?.kind;
}

const groupOf = (metric: string, before: string, now: string): unknown =>
  kindOf(
    metric,
    rangeOf(metric, before, "1".repeat(before.length)),
    rangeOf(metric, now, "1".repeat(now.length)),
  );

test.each([
  ["values throughout", whole, whole, "compared"],
  ["a day missing at an edge", without(0, 1), whole, "compared"],
  ["a single day missing in one range", whole, without(9, 10), "compared"],
  ["as many gaps in both ranges", without(5, 12), without(14, 21), "compared"],
  ["two days missing at the start", without(0, 2), whole, "began"],
  ["an earlier last value", whole, without(25, 28), "ended"],
  ["a gap at the end of the earlier range", without(20, 28), whole, "gaps"],
  ["a gap at the start of the later range", whole, without(0, 8), "gaps"],
  ["gaps in one range", whole, without(9, 12), "gaps"],
  ["values in the later range only", without(0, 28), whole, "now only"],
  ["values in the earlier range only", whole, without(0, 28), "before only"],
  ["no value", without(0, 28), without(0, 28), undefined],
])("%s", (_, before, now, expected) => {
  expect(groupOf("insights_views", before, now)).toBe(expected);
});

test("a level needs only a value in the last seven days of each range", () => {
  expect(groupOf("fans_lifetime", without(0, 21), whole)).toBe("compared");
  expect(groupOf("fans_lifetime", without(3, 27), without(0, 20))).toBe("compared");
  expect(groupOf("fans_lifetime", whole, without(21, 28))).toBe("ended");
  expect(groupOf("fans_lifetime", without(21, 28), whole)).toBe("gaps");
});

test("gaps that are as long in both ranges are told apart by where they are", () => {
  expect(groupOf("insights_views", without(25, 28), without(9, 12))).toBe("gaps");
  expect(groupOf("insights_views", without(9, 12), without(0, 3))).toBe("gaps");
});

test("coverage may differ by 5 points, and by a single day; the edges of a range are 5 % of it", () => {
  const long = "1".repeat(60);
  expect(groupOf("insights_views", without(0, 3, long), long)).toBe("compared");
  expect(groupOf("insights_views", without(0, 4, long), long)).toBe("began");
  expect(groupOf("insights_views", long, without(57, 60, long))).toBe("compared");
  expect(groupOf("insights_views", long, without(56, 60, long))).toBe("ended");
  expect(groupOf("insights_views", long, without(20, 22, long))).toBe("compared");
  expect(groupOf("insights_views", long, without(20, 24, long))).toBe("gaps");
  const fortnight = whole.slice(14);
  expect(groupOf("insights_views", without(9, 10), without(4, 6, fortnight))).toBe("compared");
});

test("days that are not over are no gap", () => {
  const before = rangeOf("insights_views", whole, whole);
  const now = rangeOf("insights_views", without(20, 28), whole);
  expect(kindOf("insights_views", before, now)).toBe("ended");
  expect(kindOf("insights_views", before, { ...now, today: addDays(now.start, 20) })).toBe(
    "compared",
  );
  expect(kindOf("insights_views", before, { ...now, today: addDays(now.start, 22) })).toBe("ended");
  const withGap = rangeOf("insights_views", without(9, 12, without(20, 28)), whole);
  expect(kindOf("insights_views", before, { ...withGap, today: addDays(now.start, 20) })).toBe(
    "gaps",
  );
});

test("a level needs a value in the last seven days that are over", () => {
  const before = rangeOf("fans_lifetime", whole, whole);
  const now = rangeOf("fans_lifetime", without(14, 28), whole);
  const until = (days: number): unknown =>
    kindOf("fans_lifetime", before, { ...now, today: addDays(now.start, days) });
  expect([until(20), until(21)]).toEqual(["compared", "ended"]);
  expect([until(27), until(28)]).toEqual(["ended", "ended"]);
  const first = rangeOf("fans_lifetime", without(1, 28), whole);
  const onFirstDay = { ...first, today: first.start };
  expect(kindOf("fans_lifetime", before, onFirstDay)).toBe("ended");
});

test("no groups where one range has no value at all, and none are known of a kind that is not known", () => {
  const [some, none] = [whole, without(0, 28)].map((days) => rangeOf("insights_views", days));
  if (some === undefined || none === undefined) throw new Error("no ranges");
  const views = metricNamed("insights_views");
  expect(groupsOf(some, none, views)).toEqual(new Map());
  expect(groupsOf(none, some, views)).toEqual(new Map());
  expect(groupsOf(some, none, { ...views, isOpaque: true })).toBeUndefined();
});

type Group = Groups extends ReadonlyMap<string, infer One> ? One : never;

const began = (day: string): Group => ({ kind: "began", at: toDay(day) });
const ended = (day: string): Group => ({ kind: "ended", at: toDay(day) });

const namesOf = (...groups: readonly Group[]): unknown =>
  groupsIn(new Map(groups.map((group, place) => [`p${place}`, group]))).map(
    ({ name, had, ids, isCompared }) => [name, ids.join(" "), isCompared, had],
  );

test("the compared come first, then the larger groups; a group says when its profiles had no values", () => {
  expect(
    namesOf(
      { kind: "gaps" },
      { kind: "now only" },
      { kind: "now only" },
      { kind: "now only" },
      { kind: "compared" },
      began("2026-09-03"),
      began("2026-09-20"),
      { kind: "before only" },
    ),
  ).toEqual([
    ["1 compared", "p4", true, undefined],
    ["3 with values now only", "p1 p2 p3", false, "3 profiles had no values before"],
    ["2 that began in 2026-09", "p5 p6", false, "2 profiles had no values until 2026-09"],
    ["1 with many gaps", "p0", false, undefined],
    ["1 with values before only", "p7", false, undefined],
  ]);
});

test("months are distinguished up to two of them", () => {
  const [september, october, november] = ["2026-09-03", "2026-10-01", "2026-11-30"];
  expect(namesOf(began(september), began(october), ended(october))).toEqual([
    ["1 that began in 2026-09", "p0", false, "1 profile had no values until 2026-09"],
    ["1 that began in 2026-10", "p1", false, "1 profile had no values until 2026-10"],
    ["1 that ended in 2026-10", "p2", false, undefined],
  ]);
  expect(
    namesOf(began(september), began(october), began(november), ended(september), { kind: "gaps" }),
  ).toEqual([
    ["3 that began within the ranges", "p0 p1 p2", false, undefined],
    ["1 that ended in 2026-09", "p3", false, undefined],
    ["1 with many gaps", "p4", false, undefined],
  ]);
});

test("zeros are those of 28 days or more, of values that add up", () => {
  const starts = (metric: string, ...ranges: readonly Result[]): readonly string[] => [
    ...zeroStarts(ranges, metricNamed(metric)).keys(),
  ];
  const afterZeros = (zeros: number): string => "0".repeat(zeros) + "1".repeat(32 - zeros);
  expect(
    starts("insights_views", rangeOf("insights_views", afterZeros(28), afterZeros(27))),
  ).toEqual(["p1"]);
  const late = rangeOf(
    "insights_views",
    `-${afterZeros(28)}`,
    `${"0".repeat(14)}-${afterZeros(14)}`,
  );
  expect(starts("insights_views", late)).toEqual(["p1", "p2"]);
  expect(starts("fans_lifetime", rangeOf("fans_lifetime", afterZeros(28)))).toEqual([]);
  expect(starts("fans_change", rangeOf("fans_change", afterZeros(28)))).toEqual(["p1"]);
});

test("zeros of 28 days before the first other value are reported, over both ranges", () => {
  const views = metricNamed("insights_views");
  const zeros = "0".repeat(28);
  const before = rangeOf("insights_views", zeros, "0".repeat(27) + "1", whole, without(0, 28));
  const now = rangeOf("insights_views", `0${"1".repeat(27)}`, whole, zeros, zeros);
  const start = toDay(now.start);
  expect(zeroStarts([before, now], views)).toEqual(new Map([["p1", addDays(start, 1)]]));
});

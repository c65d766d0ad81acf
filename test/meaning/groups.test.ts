/** Which profiles of a comparison are compared like for like, and why others are not. */
import { expect, test } from "vitest";
import { groupsOf, otherGroups, type ProfileGroup } from "../../src/meaning/groups.ts";
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

/** The same days, just before others. */
const earlier = (range: Result): Result => {
  const { dayCount } = range.days;
  return { ...range, start: addDays(range.start, -dayCount), end: addDays(range.end, -dayCount) };
};

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
    earlier(rangeOf(metric, before, "1".repeat(before.length))),
    rangeOf(metric, now, "1".repeat(now.length)),
  );

test.each([
  ["values throughout", whole, whole, "same"],
  ["a day missing at an edge", without(0, 1), whole, "gaps"],
  ["a single day missing in one range", whole, without(9, 10), "same"],
  ["as many gaps in both ranges", without(5, 12), without(14, 21), "same"],
  ["three days missing at the start, as in an outage", without(0, 3), whole, "gaps"],
  ["no value until the ninth day", without(0, 8), whole, "began"],
  ["three days missing at the end", whole, without(25, 28), "gaps"],
  ["no value in the last eight days", whole, without(20, 28), "ended"],
  ["a gap at the end of the earlier range", without(20, 28), whole, "gaps"],
  ["a gap at the start of the later range", whole, without(0, 8), "gaps"],
  ["gaps of two days in one range", whole, without(9, 11), "same"],
  ["gaps of three days in one range", whole, without(9, 12), "gaps"],
  ["values in the later range only", without(0, 28), whole, "began"],
  ["values in the earlier range only", whole, without(0, 28), "ended"],
  ["zeros for 28 days before the first other value", "0".repeat(28), `1${whole.slice(1)}`, "began"],
  ["zeros for 27 days", `${"0".repeat(27)}1`, whole, "same"],
  ["nothing but zeros", "0".repeat(28), "0".repeat(28), "same"],
  ["no value", without(0, 28), without(0, 28), undefined],
])("%s", (_, before, now, expected) => {
  expect(groupOf("insights_views", before, now)).toBe(expected);
});

test("a level needs only a value in the last seven days of each range", () => {
  expect(groupOf("fans_lifetime", without(0, 21), whole)).toBe("same");
  expect(groupOf("fans_lifetime", without(3, 27), without(0, 20))).toBe("same");
  expect(groupOf("fans_lifetime", whole, without(20, 28))).toBe("ended");
  expect(groupOf("fans_lifetime", whole, without(21, 28))).toBe("gaps");
  expect(groupOf("fans_lifetime", without(21, 28), whole)).toBe("gaps");
});

test("the edges of a range are 5 % of it, rounded down; coverage differs by at most 10 points", () => {
  const long = "1".repeat(60);
  expect(groupOf("insights_views", without(0, 2, long), long)).toBe("same");
  expect(groupOf("insights_views", without(0, 3, long), long)).toBe("gaps");
  expect(groupOf("insights_views", without(0, 8, long), long)).toBe("began");
  expect(groupOf("insights_views", long, without(58, 60, long))).toBe("same");
  expect(groupOf("insights_views", long, without(52, 60, long))).toBe("ended");
  expect(groupOf("insights_views", long, without(20, 26, long))).toBe("same");
  expect(groupOf("insights_views", long, without(20, 27, long))).toBe("gaps");
});

test("days that are not over are no gap", () => {
  const before = rangeOf("insights_views", whole, whole);
  const now = rangeOf("insights_views", without(20, 28), whole);
  expect(kindOf("insights_views", before, now)).toBe("ended");
  expect(kindOf("insights_views", before, { ...now, today: addDays(now.start, 20) })).toBe("same");
  expect(kindOf("insights_views", before, { ...now, today: addDays(now.start, 21) })).toBe("gaps");
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
  expect([until(20), until(21), until(22)]).toEqual(["same", "gaps", "ended"]);
});

test("no groups where one range has no value at all", () => {
  const [some, none] = [whole, without(0, 28)].map((days) => rangeOf("insights_views", days));
  if (some === undefined || none === undefined) throw new Error("no ranges");
  const views = metricNamed("insights_views");
  expect(groupsOf(some, none, views)).toEqual(new Map());
  expect(groupsOf(none, some, views)).toEqual(new Map());
});

const began = (day: string): ProfileGroup => ({ kind: "began", day: toDay(day) });
const ended = (day: string): ProfileGroup => ({ kind: "ended", day: toDay(day) });

const listed = (...groups: readonly ProfileGroup[]): unknown =>
  otherGroups(new Map(groups.map((group, place) => [`p${place}`, group]))).map(
    ({ kind, days, ids }) => [[kind, ...days].join(" "), ids.join(" ")],
  );

test("those that began come first, by their day, then those that ended, then those with gaps", () => {
  const groups = [
    { kind: "gaps" } as const,
    ended("2026-07-31"),
    { kind: "same" } as const,
    began("2026-09-20"),
    began("2026-09-03"),
    began("2026-09-20"),
  ];
  expect(listed(...groups)).toEqual([
    ["began 2026-09-03", "p4"],
    ["began 2026-09-20", "p3 p5"],
    ["ended 2026-07-31", "p1"],
    ["gaps", "p0"],
  ]);
});

test("more than three days of beginnings are one group, with its first and its last day", () => {
  const days = ["2026-09-03", "2026-09-20", "2026-10-01", "2026-11-30"];
  expect(listed(...days.map(began))).toEqual([[`began ${days.join(" ")}`, "p0 p1 p2 p3"]]);
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

test("in a range of less than a week, nobody has ended or begun", () => {
  const [days, none] = ["111111", "------"];
  expect(groupOf("insights_views", days, none)).toBe("gaps");
  expect(groupOf("insights_views", none, days)).toBe("gaps");
  expect(groupOf("insights_views", `${days}1`, `${none}-`)).toBe("ended");
});

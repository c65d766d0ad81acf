/** Which profiles of a comparison are compared like for like, and why others are not. */
import { describe, expect, test } from "vitest";
import { withinDays } from "../../src/numbers/cells/select.ts";
import {
  groupsOf,
  otherGroups,
  type Groups,
  type ProfileGroup,
} from "../../src/numbers/meaning/groups.ts";
import type { Metric } from "../../src/catalog/metrics/index.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
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
    courses.map((course) => course.split("").map((mark) => (mark === "-" ? null : Number(mark)))),
  );

/** The same days, just before others. */
const earlier = (range: Result): Result => {
  const { dayCount } = range.days;
  return { ...range, start: addDays(range.start, -dayCount), end: addDays(range.end, -dayCount) };
};

const fullCourse = "1".repeat(28);
const without = (from: number, to: number, course = fullCourse): string =>
  course.slice(0, from) + "-".repeat(to - from) + course.slice(to);

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
  ["values throughout", fullCourse, fullCourse, "same"],
  ["two days missing at an edge", without(0, 2), fullCourse, "same"],
  ["a single day missing in one range", fullCourse, without(9, 10), "same"],
  ["as many gaps in both ranges", without(5, 12), without(14, 21), "same"],
  ["three days missing at the start, as in an outage", without(0, 3), fullCourse, "gaps"],
  ["no value until the ninth day", without(0, 8), fullCourse, "began"],
  ["three days missing at the end", fullCourse, without(25, 28), "gaps"],
  ["no value in the last eight days", fullCourse, without(20, 28), "ended"],
  ["a gap at the end of the earlier range", without(20, 28), fullCourse, "gaps"],
  ["a gap at the start of the later range", fullCourse, without(0, 8), "gaps"],
  ["gaps of four days in one range", fullCourse, without(9, 13), "same"],
  ["gaps of five days in one range", fullCourse, without(9, 14), "gaps"],
  ["values in the later range only", without(0, 28), fullCourse, "began"],
  ["values in the earlier range only", fullCourse, without(0, 28), "ended"],
  ["zeros for 28 days before steady values", "0".repeat(28), "2".repeat(28), "began"],
  ["zeros for 27 days", `${"0".repeat(27)}2`, "2".repeat(28), "same"],
  ["zeros where hardly any event would be usual", "0".repeat(28), fullCourse, "same"],
  ["zeros before values that are often 0", "0".repeat(28), "90".repeat(14), "same"],
  [
    "zeros before values of less than two weeks",
    "0".repeat(28),
    `${"0".repeat(15)}${"9".repeat(13)}`,
    "same",
  ],
  ["nothing but zeros", "0".repeat(28), "0".repeat(28), "same"],
  ["no value", without(0, 28), without(0, 28), undefined],
])("%s", (_, before, now, expected) => {
  expect(groupOf("insights_views", before, now)).toBe(expected);
});

test("a level needs only a value in the last seven days of each range", () => {
  expect(groupOf("fans_lifetime", without(0, 21), fullCourse)).toBe("same");
  expect(groupOf("fans_lifetime", without(3, 27), without(0, 20))).toBe("same");
  expect(groupOf("fans_lifetime", fullCourse, without(20, 28))).toBe("ended");
  expect(groupOf("fans_lifetime", fullCourse, without(21, 28))).toBe("gaps");
  expect(groupOf("fans_lifetime", without(21, 28), fullCourse)).toBe("gaps");
});

test("the edges of a range are 5 % of it, rounded down; coverage differs by at most 15 points", () => {
  const long = "1".repeat(119);
  expect(groupOf("insights_views", without(0, 4, long), long)).toBe("same");
  expect(groupOf("insights_views", without(0, 5, long), long)).toBe("gaps");
  expect(groupOf("insights_views", without(0, 8, long), long)).toBe("began");
  expect(groupOf("insights_views", long, without(115, 119, long))).toBe("same");
  expect(groupOf("insights_views", long, without(111, 119, long))).toBe("ended");
  expect(groupOf("insights_views", long, without(20, 37, long))).toBe("same");
  expect(groupOf("insights_views", long, without(20, 38, long))).toBe("gaps");
});

test("the edges of a range of less than a week are its first and its last day", () => {
  expect(groupOf("insights_views", "111111", "-11111")).toBe("gaps");
  expect(groupOf("insights_views", "1111111", "-111111")).toBe("same");
});

test("days that are not over are no gap", () => {
  const before = earlier(rangeOf("insights_views", fullCourse, fullCourse));
  const now = rangeOf("insights_views", without(20, 28), fullCourse);
  expect(kindOf("insights_views", before, now)).toBe("ended");
  expect(kindOf("insights_views", before, { ...now, today: addDays(now.start, 20) })).toBe("same");
  expect(kindOf("insights_views", before, { ...now, today: addDays(now.start, 22) })).toBe("same");
  expect(kindOf("insights_views", before, { ...now, today: addDays(now.start, 23) })).toBe("gaps");
  const withGap = rangeOf("insights_views", without(9, 13, without(20, 28)), fullCourse);
  expect(kindOf("insights_views", before, { ...withGap, today: addDays(now.start, 20) })).toBe(
    "gaps",
  );
});

test("a level needs a value in the last seven days that are over", () => {
  const before = earlier(rangeOf("fans_lifetime", fullCourse, fullCourse));
  const now = rangeOf("fans_lifetime", without(14, 28), fullCourse);
  const until = (days: number): unknown =>
    kindOf("fans_lifetime", before, { ...now, today: addDays(now.start, days) });
  expect([until(20), until(21), until(22)]).toEqual(["same", "gaps", "ended"]);
});

test("no groups where one range has no value at all", () => {
  const views = metricNamed("insights_views");
  const groups = (now: string, before: string): Groups =>
    groupsOf(rangeOf("insights_views", now), earlier(rangeOf("insights_views", before)), views);
  expect(groups(fullCourse, without(0, 28))).toEqual(new Map());
  expect(groups(without(0, 28), fullCourse)).toEqual(new Map());
});

const began = (day: string): ProfileGroup => ({ kind: "began", day: toDay(day), bound: "on" });
const ended = (day: string): ProfileGroup => ({ kind: "ended", day: toDay(day), bound: "on" });

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

test("those of which the day is not seen are a group of their own, by the latest day", () => {
  const by = (day: string): ProfileGroup => ({ kind: "began", day: toDay(day), bound: "by" });
  const days = ["2026-10-08", "2026-10-10", "2026-10-12", "2026-10-14"];
  const groups = [by("2026-09-03"), by("2026-09-05"), ...days.map(began)];
  expect(listed(...groups)).toEqual([
    ["began 2026-09-05", "p0 p1"],
    [`began ${days.join(" ")}`, "p2 p3 p4 p5"],
  ]);
});

test("never begun are sums and people that are not paid for: not levels, nor nets", () => {
  const [zeros, steady] = ["0".repeat(28), "2".repeat(28)];
  const kinds = ["insights_views", "insights_reach", "fans_lifetime", "fans_change"].map((metric) =>
    groupOf(metric, zeros, steady),
  );
  expect(kinds).toEqual(["began", "began", "same", "same"]);
});

describe("with days of evidence", () => {
  /** Two weeks of now and the same days of the year before, cut out of six weeks each: the first page, and one that is whole. */
  const groupWithin = (metric: string, before: string, now: string): unknown => {
    const sides = [before, now].map((days, at) => {
      const wide = resultOf(
        metric,
        [days, "1".repeat(42)].map((course) =>
          course.split("").map((mark) => (mark === "-" ? null : Number(mark))),
        ),
        at === 0 ? "2025-03-03" : "2026-03-02",
      );
      return withinDays(wide, { start: addDays(wide.start, 20), end: addDays(wide.start, 33) });
    });
    const [early, late] = sides;
    if (early === undefined || late === undefined) throw new Error("two sides");
    const group = groupsOf(late, early, metricNamed(metric)).get("p1");
    return group && ("day" in group ? `${group.kind} ${group.bound} ${group.day}` : group.kind);
  };
  const ones = "1".repeat(42);
  const none = "-".repeat(42);

  test.each([
    ["began between the ranges", none, ones, "began by 2026-03-02"],
    ["began in the lead-in", none, without(0, 10, ones), "began on 2026-03-12"],
    ["ended between the ranges", ones, none, "ended after 2025-04-13"],
    ["ended in the days after", ones, without(35, 42, ones), "same"],
    ["ended in the range", ones, without(25, 42, ones), "ended on 2026-03-26"],
    ["a run that stops after the range", ones, without(25, 40, ones), "gaps"],
    ["a run that began before the range", without(10, 24, ones), ones, "gaps"],
    [
      "began before the earlier range, with gaps",
      without(0, 12, without(22, 27, ones)),
      ones,
      "gaps",
    ],
  ])("%s", (_, before, now, expected) => {
    expect(groupWithin("insights_views", before, now)).toBe(expected);
  });

  test("zeros that ended before the later range have not begun, of people too", () => {
    const zeros = "0".repeat(42);
    expect(groupWithin("insights_reach", zeros, `${"0".repeat(10)}${"5".repeat(32)}`)).toBe(
      "began on 2026-03-12",
    );
  });

  test("a level that is carried into both ranges has gaps where it has no value of the last week", () => {
    const old = without(22, 42, ones);
    expect(groupWithin("fans_lifetime", old, old)).toBe("ended on 2026-03-23");
    expect(groupWithin("fans_lifetime", ones, without(14, 30, ones))).toBe("same");
  });
});

test("in a range of less than a week, nobody has ended or begun by it alone", () => {
  const [days, none] = ["111111", "------"];
  expect(groupOf("insights_views", days, none)).toBe("gaps");
  expect(groupOf("insights_views", none, days)).toBe("gaps");
  expect(groupOf("insights_views", `${days}11`, `${none}--`)).toBe("ended");
});

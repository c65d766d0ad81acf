/** Which profiles of a comparison are compared like for like, and why others are not. */
import { expect, test } from "vitest";
import { finish } from "../../src/async/work.ts";
import { groupsOf } from "../../src/meaning/groups.ts";
import { zeroStarts } from "../../src/meaning/zero-starts.ts";
import type { Result } from "../../src/cells/result.ts";
import { addDays, toDay } from "../../src/time/days.ts";
import { facebookMetrics, resultOf } from "../helpers/grids.ts";

/** 28 days of profiles, each a text: a digit is a value, a dash is none. */
const rangeOf = (metric: string, ...courses: readonly string[]): Result =>
  resultOf(
    metric,
    courses.map((course) => course.split("").map((one) => (one === "-" ? null : Number(one)))),
  );

const whole = "1".repeat(28);
const without = (from: number, to: number): string =>
  whole.slice(0, from) + "-".repeat(to - from) + whole.slice(to);

function groupOf(metric: string, before: string, now: string): unknown {
  const [own] = facebookMetrics(metric);
  if (own === undefined) throw new Error("no metric");
  const groups = finish(
    // The second profile has values throughout, so that each range has some.
    groupsOf(rangeOf(metric, now, whole), rangeOf(metric, before, whole), own),
  );
  return groups?.get("p1")?.kind;
}

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

test("zeros of 28 days before the first other value are reported, over both ranges", () => {
  const [views] = facebookMetrics("insights_views");
  if (views === undefined) throw new Error("no metric");
  const zeros = "0".repeat(28);
  const before = rangeOf("insights_views", zeros, "0".repeat(27) + "1", whole, without(0, 28));
  const now = rangeOf("insights_views", `0${"1".repeat(27)}`, whole, zeros, zeros);
  const start = toDay(now.start);
  expect(finish(zeroStarts([before, now], views))).toEqual(new Map([["p1", addDays(start, 1)]]));
});

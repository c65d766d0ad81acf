/** Why values are missing: the causes in the first line, or beside each metric. */
import { expect, test } from "vitest";
import type { Result } from "../../src/numbers/cells/result.ts";
import { coverageText } from "../../src/answers/report/coverage.ts";
import { resultOf, type Cell } from "../helpers/grids.ts";

/** Forty days from 2026-03-02; `missing` are places of days, or a first and a last place. */
const lacking = (...missing: readonly (number | readonly [number, number])[]): Cell[] =>
  Array.from({ length: 40 }, (_, day) =>
    missing.some((gap) => (typeof gap === "number" ? gap === day : gap[0] <= day && day <= gap[1]))
      ? null
      : 1,
  );

const fullDays = lacking();
const said = (result: Result): string => coverageText(result).statements.join(" ");
const causesIn = (...profiles: readonly (readonly Cell[])[]): string =>
  said(resultOf("insights_views", profiles)).replace(/^\d+ of \d+ profile-days missing: /, "");

test("profiles without values, that began, that ended, and that lack days", () => {
  expect(causesIn(fullDays, lacking([0, 39]))).toBe("One 2 without values.");
  expect(causesIn(fullDays, lacking([0, 7]), lacking([0, 7]), lacking([0, 7]))).toBe(
    "3 began 03-10.",
  );
  expect(causesIn(fullDays, lacking([32, 39]))).toBe("One 2 ended 04-02.");
  expect(causesIn(fullDays, lacking([0, 6]))).toBe("One 2 lacks 03-02 to 03-08.");
  expect(causesIn(fullDays, lacking([33, 39]), lacking([33, 39]))).toBe(
    "One 2 and One 3 lack 04-04 to 04-10.",
  );
  expect(causesIn(lacking([3, 5]), lacking([3, 5]))).toBe("all 2 lack 03-05 to 03-07.");
  expect(causesIn(lacking(3))).toBe("lacks 03-05.");
});

test("insights that are off are a cause of metrics that need them alone", () => {
  const withoutInsights = new Set(["p2"]);
  const views = resultOf("insights_views", [fullDays, lacking([0, 39])]);
  expect(said({ ...views, withoutInsights })).toContain("One 2 without insights.");
  const fans = resultOf("fans_change", [fullDays, lacking([0, 39])]);
  expect(said({ ...fans, withoutInsights })).toContain("One 2 without values.");
});

test("more than two causes of a kind are told together, and never as others", () => {
  expect(causesIn(fullDays, lacking(2, 4))).toBe("One 2 lacks 03-04, One 2 lacks 03-06.");
  const profiles = [2, 4, 6, 8, 10].map((day) => lacking(day));
  expect(causesIn(fullDays, ...profiles)).toBe("5 single days.");
  const more = [lacking([0, 9]), lacking([0, 8]), lacking([20, 22]), lacking([25, 28])];
  expect(causesIn(fullDays, ...profiles, ...more)).toBe(
    "One 7 began 03-12, One 8 began 03-11, One 10 lacks 03-27 to 03-30, One 9 lacks 03-22 to 03-24, 5 single days.",
  );
  const began = [8, 9, 10].map((last) => lacking([0, last]));
  expect(causesIn(fullDays, ...began)).toBe("3 began between 03-11 and 03-13.");
  const gaps = [lacking([20, 22], [30, 31]), lacking([25, 28])];
  expect(causesIn(fullDays, ...gaps)).toBe("3 gaps of 2 to 4 days.");
});

test("days that many lack are told apart from single gaps, however many these are", () => {
  const outage = Array.from({ length: 12 }, (_, place) => lacking([30, 32], 2 * place + 1));
  expect(causesIn(fullDays, ...outage)).toBe("12 lack 04-01 to 04-03, 12 single days.");
});

/** Pieces of a metrics result, cut without a request. */
import { expect, test } from "vitest";
import { listOf } from "../../src/numbers/cells/day-values.ts";
import { slice } from "../../src/answers/results/slice.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";
import { valuesOf } from "../helpers/day-values.ts";

const metrics = facebookMetrics("fans_change", "fans_lifetime");
const result = dailyResult(metrics, [
  [
    [1, 100],
    [2, 200],
  ],
  [
    [30, 300],
    [null, null],
  ],
]);

const numbers = ({ days, metrics: shown }: typeof result): (number | null)[] =>
  valuesOf({
    ...days,
    metrics: shown,
    lists: shown.flatMap((metric) => listOf(days, metric) ?? []),
  }).map((value) => (Number.isNaN(value) ? null : value));

test("metrics are cut in the order in which they are named, each once", () => {
  const piece = slice(result, { metrics: ["fans_lifetime", "fans_change", "fans_lifetime"] });
  expect(piece.metrics.map(({ name }) => name)).toEqual(["fans_lifetime", "fans_change"]);
  expect(numbers(piece)).toEqual([100, 1, 200, 2, 300, 30, null, null]);
});

test("profiles are cut by id or name, and counted", () => {
  const piece = slice(result, { profiles: ["One 2"] });
  expect(numbers(piece)).toEqual([30, 300, null, null]);
  expect(piece.profileCount).toBe(1);
  expect(numbers(slice(result, { profiles: ["p2", "p1"] }))).toEqual([
    30,
    300,
    null,
    null,
    1,
    100,
    2,
    200,
  ]);
});

test("days are cut to those that the result holds", () => {
  const piece = slice(result, { dateStart: "2026-10-06", dateEnd: "2026-12-31" });
  expect(piece).toMatchObject({ start: "2026-10-06", end: "2026-10-06" });
  expect(numbers(piece)).toEqual([2, 200, null, null]);
});

test.each<[Parameters<typeof slice>[1], string]>([
  [{ metrics: ["reach"] }, "the result has no metric reach"],
  [{ profiles: ["p9"] }, 'the result has no profile p9 (there are "One 1", "One 2")'],
  [{ dateStart: "2027-01-01" }, "the result covers 2026-10-05 to 2026-10-06 only"],
])("%j is rejected", (wanted, problem) => {
  expect(() => slice(result, wanted)).toThrow(problem);
});

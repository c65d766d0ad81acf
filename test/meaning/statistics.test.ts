/** Statistics of series, computed from numbers that are written down here. */
import { expect, test } from "vitest";
import { metricOverview, ranking, seriesStatistics, sweep } from "../../src/meaning/statistics.ts";
import { timeDimension } from "../../src/meaning/series.ts";
import { viewOf, type View } from "../../src/tables/view.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

const [sum, average] = facebookMetrics("fans_change", "fans_lifetime");
const metrics = [sum, average].flatMap((metric) => metric ?? []);

const viewOfDays = (profiles: Parameters<typeof dailyResult>[1]): View => {
  const result = dailyResult(metrics, profiles);
  return viewOf(result, timeDimension(result));
};

/** Fourteen days: the first week has the value `before`, the second `after`. */
const twoWeeks = (before: number | null, after: number): (number | null)[][] =>
  Array.from({ length: 14 }, (_, day) => [day < 7 ? before : after, day]);

test("a sum is totalled, an average is the mean of the days that have a value", () => {
  const view = viewOfDays([
    [
      [1, 10],
      [null, null],
      [5, 40],
    ],
  ]);
  const [series] = view.series;
  expect(series).toBeDefined();
  if (series === undefined) return;
  expect(seriesStatistics(view, series, 0).level).toBe(6);
  expect(seriesStatistics(view, series, 1).level).toBe(25);
});

test("extremes name their rows, and pass over missing values", () => {
  const view = viewOfDays([
    [
      [3, 0],
      [null, 0],
      [-2, 0],
      [7, 0],
    ],
  ]);
  const statistics = metricOverview(view, 0, sweep(view));
  expect(statistics.low).toEqual({ value: -2, row: 2 });
  expect(statistics.high).toEqual({ value: 7, row: 3 });
});

test("the change compares the second half with the first", () => {
  const view = viewOfDays([twoWeeks(10, 15)]);
  expect(metricOverview(view, 0, sweep(view)).change).toBeCloseTo(0.5);
});

test("a change from a half without any value is missing, not zero", () => {
  const view = viewOfDays([twoWeeks(null, 15)]);
  expect(metricOverview(view, 0, sweep(view)).change).toBeNaN();
});

test("the first and last series are those with the highest and lowest level", () => {
  const view = viewOfDays([[[1, 1]], [[9, 9]], [[4, 4]]]);
  const { first, last } = metricOverview(view, 0, sweep(view));
  expect(first).toEqual({ series: 1, level: 9 });
  expect(last).toEqual({ series: 0, level: 1 });
});

test("a ranking is in descending order and leaves out missing numbers", () => {
  expect(ranking([2, Number.NaN, 9, 4])).toEqual([2, 3, 0]);
});

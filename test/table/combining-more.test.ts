/** Ratios, breakdowns, levels that are carried, own numbers of the API, and grids that are used as they are. */
import { describe, expect, test } from "vitest";
import { kinds } from "../../src/catalog/kinds.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import type { Axis } from "../../src/numbers/cells/axis.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { isMissing, isNumber, isWithheld } from "../../src/numbers/cells/states.ts";
import { partsOf } from "../../src/numbers/meaning/methods.ts";
import { combine } from "../../src/numbers/table/combine.ts";
import { firstColumn, type Table } from "../../src/numbers/table/table.ts";
import { addDays } from "../../src/base/time/days.ts";
import { dailyResult, facebookMetrics, labels } from "../helpers/grids.ts";
import { dayValues } from "../helpers/day-values.ts";
import { numbersIn } from "../helpers/tables.ts";

const none = Number.NaN;
const withheld = Number.POSITIVE_INFINITY;
type Cell = number | null;

function metricIn(network: MetricNetwork, name: string): Metric {
  const match = metricsOf(network, 3).find((metric) => metric.name === name);
  if (match === undefined) throw new Error(`no ${name}`);
  return match;
}

const resultIn = (
  network: MetricNetwork,
  names: readonly string[],
  profiles: readonly (readonly (readonly Cell[])[])[],
): Result => ({
  ...dailyResult(
    names.map((name) => metricIn(network, name)),
    profiles,
    "2026-03-01",
  ),
  network,
});

test("missing, withheld and other numbers are told apart", () => {
  const values = [none, withheld, 0, -1];
  expect(values.map(isMissing)).toEqual([true, false, false, false]);
  expect(values.map(isWithheld)).toEqual([false, true, false, false]);
  expect(values.map(isNumber)).toEqual([false, false, true, true]);
});

describe("grids", () => {
  const result = dailyResult(facebookMetrics("fans_lifetime"), [
    [[1], [2]],
    [[3], [null]],
  ]);

  test("single profiles and days are used as they are, in the asked order", () => {
    expect(numbersIn(combine(result, ["profile", "date.day"]))).toEqual([1, 2, 3, none]);
    const turned = combine(result, ["date.day", "profile"]);
    expect(numbersIn(turned)).toEqual([1, 3, 2, none]);
    expect(numbersIn(combine(result, ["profile"]))).toEqual([2, 3]);
  });

  test("rows have profiles, days and marks of their own", () => {
    const column = firstColumn(combine(result, ["profile"]));
    expect([column.values[1], column.days[1], column.profiles[1]]).toEqual([3, 0, 1]);
    const late = dailyResult(facebookMetrics("fans_lifetime"), [
      [[1], [2]],
      [[null], [4]],
    ]);
    const byDay = firstColumn(combine(late, ["date.day"]));
    expect([byDay.pending[0], byDay.profiles[1]]).toEqual([1, 2]);
  });
});

describe("ratios", () => {
  const names = ["insights_engagements", "insights_reach", "insights_reach_engagement_rate"];
  const days = (rows: readonly (readonly Cell[])[]): Result => resultIn("linkedin", names, [rows]);

  test("are the sum over the sum where the cells confirm the parts", () => {
    const result = days([
      [2, 10, 20],
      [3, 30, 10],
      [5, null, 9],
    ]);
    expect(numbersIn(combine(result, []))[2]).toBe((100 * 5) / 40);
    const rate = metricIn("linkedin", "insights_reach_engagement_rate");
    expect(partsOf(rate, result.days)?.factor).toBe(100);
  });

  test("are means where they do not, withheld over 0, and missing where nothing is known", () => {
    expect(
      numbersIn(
        combine(
          days([
            [2, 10, 7],
            [3, 30, 9],
          ]),
          [],
        ),
      )[2],
    ).toBe(8);
    const zero = days([
      [0, 0, null],
      [5, 50, 10],
    ]);
    expect(combine(zero, ["date.day"]).columns[2]?.values[1]).toBe(10);
    const derived: Metric = {
      ...metricIn("linkedin", "insights_reach"),
      name: "own",
      kind: kinds.ratio,
      parts: ["insights_engagements", "insights_reach"],
      isDerived: true,
    };
    const ratioOf = (rows: readonly (readonly Cell[])[]): number | undefined => {
      const base = days(rows.map((row) => [...row, null]));
      const metrics = [...base.metrics.slice(0, 2), derived];
      const ratioResult = { ...base, metrics, days: { ...base.days, metrics } };
      return numbersIn(combine(ratioResult, []))[2];
    };
    expect(
      ratioOf([
        [4, 0],
        [null, null],
      ]),
    ).toBe(withheld);
    expect(
      ratioOf([
        [null, null],
        [null, 3],
      ]),
    ).toBe(none);
    expect(
      ratioOf([
        [4, 2],
        [6, 3],
      ]),
    ).toBe(2);
  });

  test("without parts have no number of several profiles", () => {
    const result = resultIn(
      "youtube",
      ["interactions_per_1k_fans"],
      [
        [[5], [7]],
        [[null], [9]],
      ],
    );
    expect(numbersIn(combine(result, ["profile"]))).toEqual([6, 9]);
    expect(numbersIn(combine(result, []))).toEqual([withheld]);
    expect(numbersIn(combine(result, ["date.day"]))).toEqual([withheld, withheld]);
    const missing = resultIn("youtube", ["interactions_per_1k_fans"], [[[null]], [[null]]]);
    expect(numbersIn(combine(missing, []))).toEqual([none]);
  });
});

describe("rows of a breakdown", () => {
  const ages: Axis = { type: "gender_age", rows: ["a", "b"] };
  /** Two profiles and two days, by age: the second profile lacks the last day. */
  const splitOf = (name: string, values: readonly number[]): Result => {
    const base = resultIn(
      "facebook",
      [name],
      [
        [[9], [9]],
        [[9], [null]],
      ],
    );
    const split = dayValues({ ...base.days, breakdown: ages }, values);
    return { ...base, dimensions: ["gender_age"], split, labels };
  };
  const byAge = (result: Result, ...dimensions: readonly Dimension[]): Table =>
    combine(result, [...dimensions, "gender_age"]);

  test("are added up, and the total is not made of them", () => {
    const views = splitOf("insights_views", [1, 2, 3, none, 10, 20, none, none]);
    expect(numbersIn(byAge(views))).toEqual([14, 22]);
    expect(numbersIn(byAge(views, "profile"))).toEqual([4, 2, 10, 20]);
    expect(numbersIn(byAge(views, "profile_label"))).toEqual([4, 2, 14, 22]);
    expect(numbersIn(combine(views, []))).toEqual([27]);
  });

  test("an absent row is no gap, and counts in the mean of people", () => {
    const people = splitOf("insights_reach", [3, 6, 6, none, none, none, none, none]);
    const { values, covered, expected } = firstColumn(byAge(people));
    expect([...values]).toEqual([9 / 3, 6 / 3]);
    expect([[...covered], [...expected]]).toEqual([
      [3, 3],
      [4, 4],
    ]);
  });

  test("a level that is absent on the last covered day is not counted", () => {
    const level = splitOf("fans_lifetime", [1, 2, 3, none, 10, 20, none, none]);
    expect(numbersIn(byAge(level))).toEqual([3 + 10, 20]);
    const gone = splitOf("fans_lifetime", [1, 2, 3, none, 10, none, none, none]);
    expect(numbersIn(byAge(gone))).toEqual([3 + 10, none]);
  });
});

describe("levels", () => {
  const daily = (profiles: readonly (readonly Cell[])[]): Result =>
    resultIn(
      "facebook",
      ["fans_lifetime"],
      profiles.map((days) => days.map((value) => [value])),
    );
  const until = (day: number, value: Cell): Cell[] =>
    Array.from({ length: 40 }, (_, at) => (at <= day ? value : null));

  test("are carried for 28 days, in rows of profiles too, and then they have left", () => {
    const result = daily([until(39, 1), until(11, 20), until(10, 300)]);
    expect(numbersIn(combine(result, []))).toEqual([21]);
    expect(numbersIn(combine(result, ["profile"]))).toEqual([1, 20, none]);
    const byMonth = combine(result, ["date.month", "profile"]);
    expect(numbersIn(byMonth)).toEqual([1, 20, 300, 1, 20, none]);
    const byDay = firstColumn(combine(result, ["date.day"]));
    expect([38, 39].map((day) => byDay.values[day])).toEqual([321, 21]);
  });

  test("a profile that comes back makes the rows between smaller than the later ones", () => {
    const gap = Array.from({ length: 40 }, (_, at) => (at < 5 || at === 39 ? 20 : null));
    const { values, pending } = firstColumn(combine(daily([until(39, 1), gap]), ["date.day"]));
    expect([32, 33, 38, 39].map((day) => values[day])).toEqual([21, 1, 1, 21]);
    expect([32, 33, 38, 39].map((day) => pending[day])).toEqual([0, 1, 1, 0]);
  });

  test("are not carried to days that are not over", () => {
    const result = daily([until(39, 1), until(37, 20)]);
    const today = addDays(result.end, -1);
    const { values } = firstColumn(combine({ ...result, today }, ["date.day"]));
    expect([37, 38, 39].map((day) => values[day])).toEqual([21, 21 - 20, 1]);
  });
});

/** Numbers that stand in for others: ratios, breakdowns, sums that count nothing, and grids that are used as they are. */
import { finish } from "../../src/async/work.ts";
import { describe, expect, test } from "vitest";
import { kinds } from "../../src/catalog/kinds.ts";
import { metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import type { Axis } from "../../src/cells/axis.ts";
import type { Result } from "../../src/cells/result.ts";
import { combine, waysOf } from "../../src/meaning/combine.ts";
import { isMissing, isNumber, isWithheld } from "../../src/meaning/figures.ts";
import { daysOf } from "../../src/time/days.ts";
import { dailyResult, facebookMetrics, labels } from "../helpers/grids.ts";

const none = Number.NaN;
const withheld = Number.POSITIVE_INFINITY;
type Cell = number | null;

function metricIn(network: MetricNetwork, name: string): Metric {
  const found = metricsOf(network, 3).find((metric) => metric.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
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
  const all = [none, withheld, 0, -1];
  expect(all.map(isMissing)).toEqual([true, false, false, false]);
  expect(all.map(isWithheld)).toEqual([false, true, false, false]);
  expect(all.map(isNumber)).toEqual([false, false, true, true]);
});

describe("grids", () => {
  const result = dailyResult(facebookMetrics("fans_lifetime"), [
    [[1], [2]],
    [[3], [null]],
  ]);

  test("single profiles and days are used as they are, in the order of the cells alone", () => {
    expect(finish(combine(result, ["profile", "date.day"])).values).toBe(result.cells.values);
    const turned = finish(combine(result, ["date.day", "profile"]));
    expect([...turned.values]).toEqual([1, 3, 2, none]);
    const [first, second] = result.cells.axes;
    if (first === undefined || second === undefined) throw new Error("no axes");
    const fewer = {
      ...result,
      cells: {
        ...result.cells,
        axes: [{ ...first, rows: ["p1"] }, second],
        values: Float64Array.of(1, 2),
      },
    };
    expect(finish(combine(fewer, ["profile", "date.day"])).values).toBe(fewer.cells.values);
    expect([...finish(combine(result, ["profile"])).values]).toEqual([2, 3]);
  });

  test("rows have profiles, days and marks of their own", () => {
    const own = finish(combine(result, ["profile"]));
    expect([own.values[1], own.days[1], own.profiles[1]]).toEqual([3, 0, 1]);
    const late = dailyResult(facebookMetrics("fans_lifetime"), [
      [[1], [2]],
      [[null], [4]],
    ]);
    const byDay = finish(combine(late, ["date.day"]));
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
    const { values } = finish(combine(result, []));
    expect(values[2]).toBe((100 * 5) / 40);
    expect(
      waysOf(result)(metricIn("linkedin", "insights_reach_engagement_rate")).parts?.factor,
    ).toBe(100);
  });

  test("are means where they do not, withheld over 0, and missing where nothing is known", () => {
    expect(
      finish(
        combine(
          days([
            [2, 10, 7],
            [3, 30, 9],
          ]),
          [],
        ),
      ).values[2],
    ).toBe(8);
    const zero = days([
      [0, 0, null],
      [5, 50, 10],
    ]);
    expect([...finish(combine(zero, ["date.day"])).values].filter((_, at) => at % 3 === 2)[1]).toBe(
      10,
    );
    const derived: Metric = {
      ...metricIn("linkedin", "insights_reach"),
      name: "own",
      kind: kinds.ratio,
      parts: ["insights_engagements", "insights_reach"],
      isDerived: true,
    };
    const own = (rows: readonly (readonly Cell[])[]): number | undefined => {
      const base = days(rows.map((row) => [...row, null]));
      const metrics = [...base.cells.metrics.slice(0, 2), derived];
      const cells = { ...base.cells, metrics };
      return finish(combine({ ...base, cells, days: cells }, [])).values[2];
    };
    expect(
      own([
        [4, 0],
        [null, null],
      ]),
    ).toBe(withheld);
    expect(
      own([
        [null, null],
        [null, 3],
      ]),
    ).toBe(none);
    expect(
      own([
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
    expect([...finish(combine(result, ["profile"])).values]).toEqual([6, 9]);
    expect([...finish(combine(result, [])).values]).toEqual([withheld]);
    expect([...finish(combine(result, ["date.day"])).values]).toEqual([withheld, withheld]);
    const missing = resultIn("youtube", ["interactions_per_1k_fans"], [[[null]], [[null]]]);
    expect([...finish(combine(missing, [])).values]).toEqual([none]);
  });
});

describe("what the API has combined", () => {
  const cellsOnly = (
    network: MetricNetwork,
    name: string,
    axes: readonly Axis[],
    values: readonly number[],
    days = 2,
  ): Result => {
    const profiles = Array.from({ length: 2 }, () => Array.from({ length: days }, () => [0]));
    const base = resultIn(network, [name], profiles);
    return {
      ...base,
      days: undefined,
      cells: { axes, metrics: base.cells.metrics, values: Float64Array.from(values) },
    };
  };
  const profileAxis: Axis = { type: "profile", rows: ["p1", "p2"] };
  const dayAxis = (result: Result): Axis => ({
    type: "date.day",
    rows: daysOf(result.start, result.end),
  });

  test("labels are folded from profiles where these are there", () => {
    const result = { ...cellsOnly("facebook", "insights_views", [profileAxis], [1, 10]), labels };
    expect([...finish(combine(result, ["profile_label"])).values]).toEqual([1, 11]);
    const ages: Axis = { type: "gender_age", rows: ["a", "b"] };
    const withAges = {
      ...cellsOnly("facebook", "insights_views", [profileAxis, ages], [1, 2, 10, 20]),
      labels,
    };
    expect([...finish(combine(withAges, ["profile_label", "gender_age"])).values]).toEqual([
      1, 2, 11, 22,
    ]);
    expect([...finish(combine(withAges, ["gender_age"])).values]).toEqual([11, 22]);
  });

  test("days of a breakdown have no number without it", () => {
    const ages: Axis = { type: "gender_age", rows: ["a", "b"] };
    const base = resultIn("facebook", ["insights_views"], [[[0], [0]]]);
    const axes = [{ type: "profile" as const, rows: ["p1"] }, dayAxis(base), ages];
    const cells = { axes, metrics: base.cells.metrics, values: Float64Array.of(1, 2, 3, 4) };
    const result = { ...base, cells, days: cells };
    expect([...finish(combine(result, ["gender_age"])).values]).toEqual([4, 6]);
    expect([...finish(combine(result, ["profile"])).values]).toEqual([withheld]);
  });
});

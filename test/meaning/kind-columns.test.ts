/** The further columns of the CSV: the number of the kind, where the API's number is another one. */
import { finish } from "../../src/async/work.ts";
import { describe, expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import type { Result } from "../../src/cells/result.ts";
import { kindColumns, kindSuffix } from "../../src/meaning/kind-column.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

const metricOf = (network: MetricNetwork, name: string): Metric => {
  const found = metricsOf(network, 3).find((metric) => metric.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

const none = Number.NaN;
const profiles = ["p1", "p2"];
const rowsOf: Partial<Record<Dimension, string[]>> = {
  profile: profiles,
  "date.weekday": ["2", "3", "4"],
};

/** Two profiles, three days from Monday, with a row for each of these dimensions in the answer of the API. */
function aggregated(metrics: readonly Metric[], types: readonly Dimension[], from: string): Result {
  const days = [1, 2].map((profile) =>
    [10, 20, 40].map((value) => metrics.map(() => profile * value)),
  );
  const result = dailyResult(metrics, days, from);
  const axes = types.map((type) => ({ type, rows: rowsOf[type] ?? [] }));
  const size = axes.reduce((product, { rows }) => product * rows.length, metrics.length);
  return { ...result, cells: { axes, metrics, values: new Float64Array(size).fill(999) } };
}

const monday = "2026-03-02";

describe("the suffix of a column", () => {
  const suffixOf = (
    name: string,
    types: readonly Dimension[],
    network: MetricNetwork = "facebook",
  ): unknown => {
    const metric = metricOf(network, name);
    return kindSuffix(aggregated([metric], types, monday), metric);
  };

  test("levels have their last value, averaged counts their sum, people that the API adds their mean", () => {
    expect(suffixOf("fans_lifetime", ["profile"])).toBe("last");
    expect(suffixOf("insights_impressions", ["profile"], "instagram")).toBe("sum");
    expect(suffixOf("insights_fans_online", ["profile"])).toBe("mean");
    expect(suffixOf("interactions_per_1k_fans", ["profile"], "youtube")).toBe("mean");
  });

  test("where the API gives the number of the kind, there is none", () => {
    expect(suffixOf("insights_views", ["profile"])).toBeUndefined();
    expect(suffixOf("fans_change", ["profile"])).toBeUndefined();
    expect(suffixOf("insights_reach", ["profile"])).toBeUndefined();
    expect(suffixOf("ff_ratio", ["profile"], "twitter")).toBeUndefined();
  });

  test("weekdays have means, but of people and ratios, whose numbers of the API are means already", () => {
    for (const name of ["insights_views", "fans_change", "fans_lifetime"])
      expect(suffixOf(name, ["date.weekday"])).toBe("mean");
    expect(suffixOf("insights_reach", ["date.weekday"])).toBeUndefined();
    expect(suffixOf("ff_ratio", ["date.weekday"], "twitter")).toBeUndefined();
  });

  test("single profiles and days need none", () => {
    const [level] = facebookMetrics("fans_lifetime");
    const result = dailyResult([level ?? metricOf("facebook", "fans_lifetime")], [[[1]]], monday);
    for (const metric of result.cells.metrics) expect(kindSuffix(result, metric)).toBeUndefined();
  });
});

describe("the numbers of a column", () => {
  const numbers = (
    metrics: readonly Metric[],
    types: readonly Dimension[],
    from = monday,
  ): readonly number[] | undefined => {
    const columns = finish(kindColumns(aggregated(metrics, types, from)));
    return columns && [...columns.values];
  };
  const [level, views] = [
    metricOf("facebook", "fans_lifetime"),
    metricOf("facebook", "insights_views"),
  ];

  test("beside metrics without a column, whose places are empty", () => {
    expect(numbers([level, views], ["profile"])).toEqual([40, none, 80, none]);
    expect(numbers([views], ["profile"])).toBeUndefined();
  });

  test("without dimensions, over all profiles", () => {
    expect(numbers([level], [])).toEqual([120]);
  });

  test("of weekdays", () => {
    expect(numbers([level, views], ["date.weekday"])).toEqual([30, 30, 60, 60, 120, 120]);
  });

  test("of averaged counts, as a sum, but not across a break", () => {
    const result = (from: string): Result => ({
      ...aggregated([metricOf("instagram", "insights_impressions")], ["profile"], from),
      network: "instagram",
    });
    const valuesOf = (one: Result): unknown => [...(finish(kindColumns(one))?.values ?? [])];
    expect(valuesOf(result("2026-03-02"))).toEqual([70, 140]);
    expect(valuesOf(result("2025-04-20"))).toEqual([none, none]);
  });

  test("in rows of time, but for those that cross a break; a level has its last part there", () => {
    const weekly = (metric: Metric, days: readonly (number | null)[][], from: string): unknown => {
      const result = dailyResult(
        [metric],
        days.map((own) => own.map((value) => [value])),
        from,
      );
      const axes = [{ type: "date.week" as const, rows: ["2025-W45", "2025-W46", "2025-W47"] }];
      const cells = { axes, metrics: [metric], values: new Float64Array(3) };
      return [...(finish(kindColumns({ ...result, cells }))?.values ?? [])];
    };
    const ones = Array.from({ length: 21 }, () => 1);
    const online = metricOf("facebook", "insights_fans_online");
    // From Monday 2025-11-03; the break is on Saturday 2025-11-15.
    expect(weekly(online, [ones], "2025-11-03")).toEqual([1, none, 1]);
    const fans = Array.from({ length: 21 }, (_, day) => (day < 12 ? 900 : 100) + day);
    expect(weekly(level, [fans], "2025-11-03")).toEqual([906, 113, 120]);
    const early = fans.map((value, day) => (day < 10 ? value : null));
    expect(weekly(level, [fans, early], "2025-11-03"), "fans are not carried to follows").toEqual([
      1812, 113, 120,
    ]);
  });

  test("without days to compute them from, they are missing", () => {
    const columns = finish(
      kindColumns({ ...aggregated([level], ["profile"], monday), days: undefined }),
    );
    expect([...(columns?.values ?? [])]).toEqual([none, none]);
  });
});

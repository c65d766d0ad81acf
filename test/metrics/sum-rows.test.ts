/** The dimensions and the rows of time in which sums are needed, which a break divides. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { cutsOf, sumDimensions, sumRows } from "../../src/metrics/question/needs.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { toDay } from "../../src/time/days.ts";
import { yearly } from "../helpers/yearly.ts";

const asked = (
  dimensions: readonly Dimension[],
  names = "insights_views",
  start = "2025-01-01",
  end = "2025-12-31",
  network: MetricNetwork = "facebook",
): Question =>
  yearly(dimensions, 3, {
    network,
    metrics: names
      .split(" ")
      .flatMap((name) => metricsOf(network, 3).filter((metric) => metric.name === name)),
    start: toDay(start),
    end: toDay(end),
  });

test.each<readonly [readonly Dimension[], readonly Dimension[]]>([
  [
    ["profile_label", "date.year"],
    ["profile", "date.month"],
  ],
  [["date.day"], ["date.day"]],
  [["date.week"], ["date.week"]],
  [
    ["date.week", "profile"],
    ["profile", "date.week"],
  ],
  [
    ["profile_label", "date.week"],
    ["profile", "date.week"],
  ],
  [["reaction_type"], ["reaction_type"]],
  [
    ["profile_label", "reaction_type"],
    ["profile", "reaction_type"],
  ],
  [
    ["date.year", "reaction_type"],
    ["date.month", "reaction_type"],
  ],
  [
    ["date.week", "profile", "reaction_type"],
    ["profile", "date.week", "reaction_type"],
  ],
])("sums of a question by %j are needed by %j", (dimensions, expected) => {
  expect(sumDimensions(asked(dimensions))).toEqual(expected);
});

test.each<readonly [string, string, string, string, MetricNetwork, readonly string[]]>([
  ["a metric without a break", "insights_views", "2025-01-01", "2025-12-31", "facebook", []],
  ["a flow", "insights_impressions", "2025-01-01", "2025-12-31", "facebook", ["2025-11-15"]],
  ["a level", "fans_lifetime", "2025-01-01", "2025-12-31", "facebook", ["2025-11-15"]],
  [
    "a net, whose day of the break stands alone",
    "fans_change",
    "2025-01-01",
    "2025-12-31",
    "facebook",
    ["2025-11-15", "2025-11-16"],
  ],
  [
    "several metrics, each day once",
    "insights_impressions fans_change insights_views fans_lifetime",
    "2025-01-01",
    "2025-12-31",
    "facebook",
    ["2025-11-15", "2025-11-16"],
  ],
  [
    "a net from the day before the break",
    "fans_change",
    "2025-11-14",
    "2026-03-31",
    "facebook",
    ["2025-11-15", "2025-11-16"],
  ],
  ["a net from the day of the break", "fans_change", "2025-11-15", "2026-03-31", "facebook", []],
  [
    "a net to the day of the break",
    "fans_change",
    "2025-01-01",
    "2025-11-15",
    "facebook",
    ["2025-11-15"],
  ],
  ["a net to the day before it", "fans_change", "2025-01-01", "2025-11-14", "facebook", []],
  [
    "a metric whose data starts",
    "insights_video_views",
    "2025-01-01",
    "2025-12-31",
    "instagram",
    ["2025-06-09"],
  ],
  [
    "a metric whose data has started",
    "insights_video_views",
    "2025-06-09",
    "2025-12-31",
    "instagram",
    [],
  ],
  ["another network", "interaction_change", "2021-01-01", "2021-12-31", "youtube", ["2021-12-13"]],
])("requests are cut for %s (%s, %s to %s, %s) on %j", (_, names, start, end, network, cuts) => {
  expect(cutsOf(asked([], names, start, end, network))).toEqual(cuts);
});

test("rows of time begin with months, in the range", () => {
  for (const dimensions of [["date.month"], ["profile", "date.quarter"]] as const)
    expect(sumRows(asked(dimensions, "insights_views", "2025-01-15", "2025-04-01"), 1)).toEqual([
      "2025-01-15",
      "2025-02-01",
      "2025-03-01",
      "2025-04-01",
    ]);
});

test("rows of time begin with weeks as the API has them, on Monday where that is unknown", () => {
  const weekly = asked(["date.week"], "insights_views", "2025-01-01", "2025-01-19");
  expect(sumRows(weekly, undefined)).toEqual(["2025-01-01", "2025-01-06", "2025-01-13"]);
  expect(sumRows(weekly, 1)).toEqual(["2025-01-01", "2025-01-06", "2025-01-13"]);
  expect(sumRows(weekly, 0)).toEqual(["2025-01-01", "2025-01-05", "2025-01-12", "2025-01-19"]);
  const daily = asked(["date.day"], "insights_views", "2025-02-27", "2025-03-01");
  expect(sumRows(daily, 1)).toEqual(["2025-02-27", "2025-02-28", "2025-03-01"]);
});

test("a break divides its month or its week, and the day of a net is a row of its own", () => {
  const rows = (dimensions: readonly Dimension[], names: string, end = "2025-12-01"): string[] =>
    sumRows(asked(dimensions, names, "2025-10-10", end), 1);
  expect(rows(["date.month"], "insights_impressions")).toEqual([
    "2025-10-10",
    "2025-11-01",
    "2025-11-15",
    "2025-12-01",
  ]);
  expect(rows(["date.month"], "fans_change")).toEqual([
    "2025-10-10",
    "2025-11-01",
    "2025-11-15",
    "2025-11-16",
    "2025-12-01",
  ]);
  expect(rows(["date.week"], "fans_change", "2025-11-17").slice(-5)).toEqual([
    "2025-11-03",
    "2025-11-10",
    "2025-11-15",
    "2025-11-16",
    "2025-11-17",
  ]);
});

test("a breakdown without a date has one row of time, or one beside each break", () => {
  expect(sumRows(asked(["reaction_type"], "insights_reactions"), 1)).toEqual(["2025-01-01"]);
  expect(sumRows(asked(["post_attribution"], "insights_impressions"), 1)).toEqual([
    "2025-01-01",
    "2025-11-15",
  ]);
});

test("a metric whose data starts after the range is cut nowhere", () => {
  const early = asked([], "insights_video_views", "2025-01-01", "2025-05-31", "instagram");
  expect(cutsOf(early)).toEqual([]);
});

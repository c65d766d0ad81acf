/** What a reply needs follows from the question alone: days, and with a breakdown sums or means of the API. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { heldAsParts, needsOf } from "../../src/metrics/question/needs.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { toDay } from "../../src/time/days.ts";
import type { Range } from "../../src/time/grains.ts";
import { yearly } from "../helpers/yearly.ts";

const named = (network: MetricNetwork, names: string): Metric[] =>
  names
    .split(" ")
    .flatMap((name) => metricsOf(network, 3).filter((metric) => metric.name === name));

/** The metrics of each need, by name. */
function needsOfText(question: Question): Readonly<Record<"days" | "sums" | "means", string>> {
  const text = (metrics: readonly Metric[]): string => metrics.map(({ name }) => name).join(" ");
  const { days, sums, means } = needsOf(question);
  return { days: text(days), sums: text(sums), means: text(means) };
}

const reach = "insights_reach";
/** People of several days, and people whom the API adds up. */
const others = "insights_reach_7_days insights_fans_online";
const kinds = `insights_views ${reach} ${others}`;
/** 92 days of 2026, which has no break. */
const quarter = { start: toDay("2026-07-01"), end: toDay("2026-09-30") };
const dayMore = { start: toDay("2026-06-30"), end: quarter.end };

/** A question about 93 days. */
const asked = (
  dimensions: readonly Dimension[],
  names = kinds,
  range: Range = dayMore,
  network: MetricNetwork = "facebook",
): Question => yearly(dimensions, 3, { network, metrics: named(network, names), ...range });

test.each<readonly Dimension[][]>([
  [[]],
  [["profile"]],
  [["profile_label"]],
  [["date.day"]],
  [["date.week"]],
  [["date.month"]],
  [["date.year"]],
  [["date.weekday"]],
  [["profile", "date.day"]],
])("every metric is needed by profile and day, by %j, however long the range is", (dimensions) => {
  for (const range of [quarter, dayMore, { start: toDay("2024-01-01"), end: dayMore.end }])
    expect(needsOfText(asked(dimensions, kinds, range))).toEqual({
      days: kinds,
      sums: "",
      means: "",
    });
});

test("a ratio that a question defines is not requested, but its parts are needed", () => {
  const [views, fans] = named("facebook", "insights_views insights_fan_adds");
  if (views === undefined || fans === undefined) throw new Error("no metrics");
  const parts = [views.name, fans.name] as const;
  const derived: Metric = { ...views, name: "per_fan", isDerived: true, parts };
  const question = { ...asked([]), metrics: [views, fans], shown: [fans, derived] };
  expect(needsOfText(question)).toEqual({
    days: "insights_views insights_fan_adds",
    sums: "",
    means: "",
  });
});

test("an average that this server cannot compute is needed as the API has it, and by day as a part of a ratio", () => {
  const names = `insights_engagements ${reach} insights_reach_engagement_rate`;
  const opaque = (question: Question): Question => ({
    ...question,
    metrics: question.metrics.map((metric) =>
      metric.name === reach ? { ...metric, isOpaque: true } : metric,
    ),
  });
  const question = opaque(asked([], names, dayMore, "linkedin"));
  expect(needsOfText(question)).toEqual({ days: names, sums: "", means: reach });
  expect(heldAsParts(question)).toEqual([reach]);
  expect(heldAsParts(asked([], names, dayMore, "linkedin"))).toBeUndefined();
});

test("a breakdown needs sums and means as they are asked, however short the range is", () => {
  const metrics = `insights_impressions ${reach}`;
  for (const range of [quarter, dayMore]) {
    expect(needsOfText(asked(["post_attribution"], metrics, range))).toEqual({
      days: "",
      sums: "insights_impressions",
      means: reach,
    });
    expect(needsOfText(asked(["profile_label", "post_attribution"], metrics, range)).days).toBe(
      reach,
    );
    expect(needsOfText(asked(["locale"], "insights_fans_lifetime", range)).days).toBe(
      "insights_fans_lifetime",
    );
    const daily = asked(["profile", "date.day", "post_attribution"], metrics, range);
    expect(needsOfText(daily).days).toBe(metrics);
  }
});

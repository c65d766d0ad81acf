/** Breaks in metric series have the dates of the specification, and concern metrics that exist. */
import { expect, test } from "vitest";
import { breaksOf } from "../../src/catalog/breaks.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";

test("every break names metrics that exist", () => {
  for (const network of metricNetworks) {
    const names = metricsOf(network, 3).map(({ name }) => name);
    for (const { metrics } of breaksOf(network))
      expect(names).toEqual(expect.arrayContaining([...metrics]));
  }
});

test("breaks are on the specified days", () => {
  const days = (network: (typeof metricNetworks)[number]): string[] =>
    breaksOf(network).map(({ date, metrics }) => `${date} ${metrics.join(" ")}`);
  expect(days("facebook")).toEqual([
    "2025-11-15 fans_change fans_lifetime insights_fan_adds insights_fan_adds_unique insights_fan_removes insights_fan_removes_unique insights_fans_lifetime insights_fans_online",
    "2025-11-15 insights_impressions insights_impressions_paid insights_post_impressions",
  ]);
  expect(days("instagram")).toEqual([
    "2025-04-21 insights_impressions",
    "2025-06-09 insights_video_views",
  ]);
  expect(days("youtube")).toEqual(["2021-12-13 interaction_change interactions_per_1k_fans"]);
});

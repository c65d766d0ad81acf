import { expect, test } from "vitest";
import { breaksOf } from "../../src/catalog/breaks.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks, metricNetworksOf, profileNetworksOf } from "../../src/catalog/networks.ts";

test("every network has the spec's number of metrics, in both versions", () => {
  const counts = metricNetworks.map((network) => [
    network,
    metricsOf(network, 3).length,
    metricsOf(network, 2).length,
  ]);
  expect(counts).toEqual([
    ["facebook", 29, 27],
    ["instagram", 15, 13],
    ["twitter", 7, 7],
    ["youtube", 7, 7],
    ["linkedin", 8, 2],
    ["pinterest", 7, 7],
    ["tiktok", 5, 0],
  ]);
});

test("the catalogue lists the metrics of the spec's tables", () => {
  const lines = metricNetworks.flatMap((network) =>
    metricsOf(network, 3).map(({ name, aggregation, breakdowns, unsupported }) =>
      [
        network,
        name,
        aggregation,
        ...breakdowns.map((type) => `${type}*`),
        ...(unsupported ? ["no longer supported"] : []),
      ].join(" "),
    ),
  );
  expect(lines).toMatchSnapshot();
});

test("version 2 differs where the spec says so", () => {
  const names = metricsOf("facebook", 2).map(({ name }) => name);
  expect(names).not.toContain("insights_follows");
  expect(names).not.toContain("insights_media_views");
  const fans = metricsOf("facebook", 2).find(({ name }) => name === "insights_fans_lifetime");
  expect(fans?.breakdowns).toEqual(["country", "city", "locale"]);
  expect(metricsOf("linkedin", 2).map(({ name }) => name)).toEqual([
    "followers_change",
    "followers_lifetime",
  ]);
});

test("networks per endpoint and version", () => {
  expect(profileNetworksOf[3]).toHaveLength(9);
  expect(profileNetworksOf[2]).toHaveLength(6);
  expect(metricNetworksOf[3]).toHaveLength(7);
  expect(metricNetworksOf[2]).not.toContain("tiktok");
});

test("every break names metrics that exist", () => {
  for (const network of metricNetworks) {
    const names = metricsOf(network, 3).map(({ name }) => name);
    for (const { metrics } of breaksOf(network))
      expect(names).toEqual(expect.arrayContaining([...metrics]));
  }
});

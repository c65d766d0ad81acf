/** Every metric has its kind, and replies show it. */
import { expect, test } from "vitest";
import { breaksOf, breakText } from "../../src/catalog/breaks.ts";
import { metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { connect } from "../helpers/connect.ts";
import { expectedKind } from "../helpers/kinds.ts";

test.each(metricNetworks)("every %s metric has its kind", (network) => {
  const metrics = metricsOf(network, 3);
  expect(metrics.map(({ name, kind }) => [name, kind.word])).toEqual(
    metrics.map(({ name }) => [name, expectedKind(network, name)]),
  );
});

test("windows are those of the names; parts are metrics of the network", () => {
  const catalogue = metricNetworks.flatMap((network) => metricsOf(network, 3));
  for (const { name, window, kind } of catalogue) {
    expect([name, window]).toEqual([name, Number(/_(7|28)_days$/.exec(name)?.[1]) || undefined]);
    expect([name, kind.isWindow]).toEqual([name, window !== undefined]);
  }
  const partsOf = (metrics: readonly Metric[]): string[] =>
    metrics.flatMap(({ name, parts }) =>
      parts === undefined ? [] : [`${name} = ${parts.join(" / ")}`],
    );
  expect(catalogue.flatMap((metric) => partsOf([metric]))).toEqual([
    "ff_ratio = followers_lifetime / following_lifetime",
    "insights_impressions_engagement_rate = insights_engagements / insights_impressions",
    "insights_reach_engagement_rate = insights_engagements / insights_reach",
  ]);
});

test("a break states what the metrics count before and after", () => {
  expect(breaksOf("facebook").map(breakText)).toEqual([
    "page fans before, page follows since",
    "impressions before, media views since",
  ]);
  expect(breaksOf("instagram").map(breakText)).toEqual([
    "impressions before, media views since",
    "data starts on this day",
  ]);
});

test("describe_metrics and the catalogue resource show kinds and what they allow", async () => {
  const { call, client } = await connect();
  const { text } = await call("describe_metrics", { network: "twitter" });
  const { contents } = await client.readResource({ uri: "catalog://metrics/twitter" });
  for (const page of [text, JSON.stringify(contents).replaceAll(String.raw`\n`, "\n")]) {
    expect(page).toContain("metric|kind|aggregation|breakdowns|notes\n");
    expect(page).toContain("\nff_ratio|ratio|average||followers_lifetime / following_lifetime\n");
    expect(page).toContain("\nKind level: a standing count at the end of a day;");
    expect(page).not.toContain("Kind people");
  }
});

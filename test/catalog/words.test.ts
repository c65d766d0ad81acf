/** `search` of describe_metrics finds metrics by the words that people use, on every network. */
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { metricsNamed } from "../../src/catalog/words.ts";
import { connect } from "../helpers/connect.ts";

const words =
  "followers|fans|subscribers|new followers|lost followers|follower growth|total followers|audience|engagement|engagement rate|interactions|likes|reactions|comments|shares|impressions|paid impressions|views|video views|watch time|reach|people reached|unique users|clicks|post clicks|ctr|growth|unfollows|rate|paid reach|organic|profile visits|page views|age|gender|demographics|country|language|online|posts|videos|plays|negative feedback|spam|repeat views|boards|pins|following|lists|reach 28 days|Impression|hidden|net growth|how many followers|views of videos|published|ads|minutes watched|time|number of subscribers|city|_unique".split(
    "|",
  );

test("sixty words find these metrics", async () => {
  expect(words.length).toBeGreaterThanOrEqual(60);
  const lines = words.flatMap((word) => [
    word,
    ...metricNetworks.map((network) => {
      const names = metricsNamed(word, metricsOf(network, 3)).map(({ name }) => name);
      return `  ${network}: ${names.join(" ") || "–"}`;
    }),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("words.txt");
});

test("every metric is found by its name, its parts, and its breakdowns", () => {
  for (const network of metricNetworks) {
    const metrics = metricsOf(network, 3);
    for (const metric of metrics)
      for (const text of [metric.name, ...metric.name.split("_"), ...metric.breakdowns])
        expect(metricsNamed(text, metrics)).toContain(metric);
  }
});

test.each([
  ["facebook", "new followers", "fans_change"],
  ["youtube", "watch time", "viewed_time_change"],
  ["linkedin", "engagement rate", "insights_reach_engagement_rate"],
])("on %s, %s finds %s", async (network, search, name) => {
  const { call } = await connect();
  const { text } = await call("describe_metrics", { network, search });
  expect(text).toContain(`\n${name}|`);
});

test("words that no metric has name the nearest metrics", async () => {
  const { call } = await connect();
  const { text } = await call("describe_metrics", { network: "tiktok", search: "paid reach" });
  expect(text).toMatch(/^No tiktok metric matches "paid reach"\.\nNearest: /);
});

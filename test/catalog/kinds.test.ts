/** The kind of every metric, written down apart from the catalogue. Metrics that are not listed are flows. */
import { expect, test } from "vitest";
import { breaksOf, breakText } from "../../src/catalog/breaks.ts";
import { metricsOf, type Kind, type Metric } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { connect } from "../helpers/connect.ts";

const listed: Readonly<Record<Exclude<Kind, "flow" | "people">, Record<string, string>>> = {
  net: {
    facebook: "fans_change",
    instagram: "followers_change following_change",
    twitter: "followers_change following_change listed_change",
    youtube: "subscribers_change",
    linkedin: "followers_change",
    pinterest: "boards_change followers_change following_change",
    tiktok: "insights_fans_change",
  },
  level: {
    facebook: "fans_lifetime insights_fans_lifetime",
    instagram: "followers_lifetime following_lifetime insights_followers",
    twitter: "followers_lifetime following_lifetime listed_lifetime",
    youtube: "subscribers_lifetime video_lifetime",
    linkedin: "followers_lifetime",
    pinterest: "boards_lifetime followers_lifetime following_lifetime pins_lifetime",
    tiktok: "insights_fans_lifetime",
  },
  ratio: {
    twitter: "ff_ratio",
    youtube: "interactions_per_1k_fans",
    linkedin: "insights_impressions_engagement_rate insights_reach_engagement_rate",
  },
  rolling: { instagram: "insights_impressions_28_days insights_impressions_7_days" },
};

const isPeople = (name: string): boolean =>
  name.endsWith("_unique") ||
  (name.includes("reach") && !name.includes("rate")) ||
  name === "insights_fans_online";

function expectedKind(network: string, name: string): string {
  if (isPeople(name)) return "people";
  const found = Object.entries(listed).find(([, names]) =>
    (names[network] ?? "").split(" ").includes(name),
  );
  return found?.[0] ?? "flow";
}

test.each(metricNetworks)("every %s metric has its kind", (network) => {
  const metrics = metricsOf(network, 3);
  expect(metrics.map(({ name, kind }) => [name, kind])).toEqual(
    metrics.map(({ name }) => [name, expectedKind(network, name)]),
  );
});

test("78 metrics have a kind; windows are those of the names; parts are metrics of the network", () => {
  const all = metricNetworks.flatMap((network) => metricsOf(network, 3));
  expect(all).toHaveLength(78);
  for (const { name, window } of all) {
    expect([name, window]).toEqual([name, Number(/_(7|28)_days$/.exec(name)?.[1]) || undefined]);
  }
  const partsOf = (metrics: readonly Metric[]): string[] =>
    metrics.flatMap(({ name, parts }) =>
      parts === undefined ? [] : [`${name} = ${parts.join(" / ")}`],
    );
  expect(all.flatMap((metric) => partsOf([metric]))).toEqual([
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

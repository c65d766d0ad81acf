/** Every metric has a label in every language. */
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { languages } from "../../src/writing/documents/formats.ts";

const names = [
  ...new Set(metricNetworks.flatMap((network) => metricsOf(network, 3).map(({ name }) => name))),
];

test.each(Object.entries(languages))("in %s, all metrics and no others", (_, { labels }) => {
  expect(Object.keys(labels).toSorted()).toEqual(names.toSorted());
});

test.each(Object.entries(languages))(
  "in %s, the metrics of a network have different labels where they count different things",
  (_, { labels }) => {
    const same = metricNetworks.flatMap((network) => {
      const metricNames = metricsOf(network, 3).map(({ name }) => name);
      return metricNames.flatMap((name, at) => {
        const first = metricNames.findIndex((candidate) => labels[candidate] === labels[name]);
        return first === at ? [] : [`${network}: ${metricNames[first]}, ${name}`];
      });
    });
    // The API has these standing counts by two names.
    expect(same).toEqual([
      "facebook: fans_lifetime, insights_fans_lifetime",
      "instagram: followers_lifetime, insights_followers",
    ]);
  },
);

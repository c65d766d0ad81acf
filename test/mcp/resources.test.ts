/** Pages and results as resources, and what completes their addresses. */
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { small } from "../helpers/questions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

test("the catalogue has a page per network, each with all of its metrics", async () => {
  const connected = await connect();
  const { resources } = await connected.client.listResources();
  const pages = resources.filter(({ uri }) => uri.startsWith("catalog://"));
  expect(pages.map(({ uri }) => uri)).toEqual(
    metricNetworks.map((network) => `catalog://metrics/${network}`),
  );
  for (const network of metricNetworks) {
    const page = await readCsv(connected, `catalog://metrics/${network}`);
    for (const { name } of metricsOf(network, 3)) expect(page).toContain(`\n${name}|`);
  }
  expect(await readCsv(connected, "catalog://metrics/facebook")).toContain(
    "Fields of list_facebook_posts: id,",
  );
});

test("a network that has no page is not found, and the error says which have", async () => {
  const { client } = await connect();
  await expect(client.readResource({ uri: "catalog://metrics/myspace" })).rejects.toThrow(
    /facebook/,
  );
});

test("the guide says what a dash is", async () => {
  expect(await readCsv(await connect(), "guide://reading-answers")).toContain("It is never 0");
});

const complete = async (
  { client }: Connected,
  uri: string,
  name: string,
  value: string,
): Promise<string[]> => {
  const { completion } = await client.complete({
    ref: { type: "ref/resource", uri },
    argument: { name, value },
  });
  return completion.values;
};

test("variables of the templates are completed: networks, and the ids of kept results", async () => {
  const connected = await connect();
  expect(await complete(connected, "catalog://metrics/{network}", "network", "t")).toEqual([
    "twitter",
    "tiktok",
  ]);
  expect(await complete(connected, "result://{id}.csv", "id", "")).toEqual([]);
  const metrics = await connected.call("get_profile_metrics", small);
  const posts = await connected.call("list_facebook_posts", { period: "yesterday" });
  expect(await complete(connected, "result://{id}.csv", "id", "r")).toEqual([
    idOf(posts.text),
    idOf(metrics.text),
  ]);
});

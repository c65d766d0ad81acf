/** The operator's catalogue: newer metrics, words and ratios, from a file. */
import { afterEach, expect, test } from "vitest";
import { setOwnCatalogue } from "../../src/catalog/own.ts";
import { useOwnCatalogue } from "../../src/command/compose/own-catalogue.ts";
import { noLog } from "../../src/base/log/log.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { catalogueFile } from "../helpers/own-catalogue.ts";

afterEach(() => setOwnCatalogue());

const september = { network: "facebook", date_start: "2026-09-01", date_end: "2026-09-30" };

test("a newer metric is asked, found by its words, and is marked as the operator's", async () => {
  useOwnCatalogue(catalogueFile(), noLog);
  const { call } = await connect();
  const question = { ...september, profiles: facebookIds(2), dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", {
    ...question,
    metrics: ["insights_saves", "save_rate"],
  });
  expect(text).toMatch(/^insights_saves sum\|\d+$/m);
  expect(text).toMatch(/^save_rate % insights_saves \/ insights_reach\|[\d.]+$/m);
  const split = { ...question, metrics: ["insights_saves"], dimensions: ["post_attribution"] };
  expect((await call("get_profile_metrics", split)).text).toContain("organic|");
  const described = await call("describe_metrics", { network: "facebook", search: "bookmarks" });
  expect(described.text).toContain(
    "insights_saves|flow|sum|post_attribution|defined by the operator of this server",
  );
});

test("all networks: a newer metric and a ratio by name", async () => {
  useOwnCatalogue(catalogueFile(), noLog);
  const { call } = await connect({ profiles: 3 });
  const metrics = ["save_rate", "insights_saves"];
  const { text } = await call("get_profile_metrics", { ...september, network: "all", metrics });
  expect(text).toMatch(/facebook.*save_rate/s);
});

test("without the catalogue, the error says how to add a metric", async () => {
  const { failing } = await connect();
  const { text } = await failing("get_profile_metrics", {
    ...september,
    metrics: ["insights_saves"],
  });
  expect(text).toContain(
    "If the API has a newer metric, the operator of this server can add it (--catalog FILE).",
  );
});

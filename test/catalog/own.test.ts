/** The operator's catalogue: newer metrics, words and ratios, from a file. */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { setOwnCatalogue } from "../../src/catalog/own.ts";
import { useOwnCatalogue } from "../../src/compose/own-catalogue.ts";
import { noLog } from "../../src/log/log.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { catalogueFile } from "../helpers/own-catalogue.ts";
import { drawing } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

afterEach(() => setOwnCatalogue());

const september = { network: "facebook", date_start: "2026-09-01", date_end: "2026-09-30" };

test("a newer metric is asked, found by its words, and is marked as the operator's", async () => {
  useOwnCatalogue(catalogueFile(), noLog);
  const { call } = await connect();
  const asked = { ...september, profiles: facebookIds(2), dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", {
    ...asked,
    metrics: ["insights_saves", "save_rate"],
  });
  expect(text).toMatch(/^insights_saves sum\|\d+$/m);
  expect(text).toMatch(/^save_rate % insights_saves \/ insights_reach\|[\d.]+$/m);
  const split = { ...asked, metrics: ["insights_saves"], dimensions: ["post_attribution"] };
  expect((await call("get_profile_metrics", split)).text).toContain("organic|");
  const described = await call("describe_metrics", { network: "facebook", search: "bookmarks" });
  expect(described.text).toContain("insights_saves|flow|sum|post_attribution|yours");
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

const shapes = [
  [],
  ["profile"],
  ["date.day"],
  ["date.month"],
  ["profile", "date.week"],
  ["profile", "date.month"],
  ["profile_label"],
  ["date.quarter"],
  ["date.year", "profile"],
  ["date.weekday"],
];
/** The API has no such rows, so that several of its numbers would be combined. */
const isFolded = (types: readonly string[]): boolean =>
  types.some((type) =>
    ["profile_label", "date.week", "date.quarter", "date.year", "date.weekday"].includes(type),
  );

test("numbers of a metric without a kind are the API's own, never combined", async () => {
  useOwnCatalogue(catalogueFile(), noLog);
  const connected = await connect({ profiles: 140, quotas: { account: 1e9, user: 1e9 } });
  const drawn = { shown: 0, withheld: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...shapes),
      fc.constantFrom(2, 5, 130),
      fc.constantFrom("2026-09-30", "2026-08-31", "2026-02-28"),
      fc.constantFrom("insights_dwell", "insights_hides"),
      async (dimensions, count, date_end, metric) => {
        const { text } = await connected.call("get_profile_metrics", {
          network: "facebook",
          metrics: [metric],
          profiles: facebookIds(count),
          dimensions,
          date_start: "2026-02-02",
          date_end,
          max_requests: 500,
        });
        const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
        const shown = rows.filter((row) => row.get(metric) !== "");
        const isCut = count > 100 && !dimensions.includes("profile");
        const isWithheld = isFolded(dimensions) || isCut;
        drawn[isWithheld ? "withheld" : "shown"] += 1;
        expect(shown.length > 0).toBe(!isWithheld);
        // A total of several rows is withheld too.
        const total = new RegExp(`^${metric} \\S.*\\|\\d`, "m");
        expect(total.test(text)).toBe(rows.length === 1 && shown.length === 1);
      },
    ),
    drawing(12, 200, 1),
  );
  expect(drawn.shown).toBeGreaterThan(0);
  expect(drawn.withheld).toBeGreaterThan(0);
});

test("a metric without a kind is no part of a ratio, and the reply says why a total is withheld", async () => {
  useOwnCatalogue(catalogueFile(), noLog);
  const { call, failing } = await connect({ profiles: 3 });
  const ratio = await failing("get_profile_metrics", {
    ...september,
    metrics: ["insights_dwell / insights_reach"],
  });
  expect(ratio.text).toContain("insights_dwell has no kind");
  const { text } = await call("get_profile_metrics", {
    ...september,
    metrics: ["insights_dwell"],
    dimensions: ["profile_label"],
  });
  expect(text).toContain(
    "· is withheld, not missing. insights_dwell: its kind is not known, so its numbers are not combined.",
  );
});

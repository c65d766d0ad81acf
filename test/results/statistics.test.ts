/** Statistics of the daily values of each row, and the kinds that forbid them. */
import { expect, test } from "vitest";
import { connect, withoutIds } from "../helpers/connect.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { idOf } from "../helpers/results.ts";

/** Two profiles for 10 days: P 0 has 1 to 10, P 1 ten times as many. */
async function served(
  metrics: readonly string[],
  dimensions: readonly string[],
): Promise<Record<"read" | "refusal", (piece: object) => Promise<string>>> {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(2),
    metrics: ({ body }) =>
      metricsAnswer(body, (profile, _, day) => Number(day.slice(8)) * (profile === "p1" ? 10 : 1)),
  });
  const { call, failing } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics,
    date_start: "2026-09-01",
    date_end: "2026-09-10",
    dimensions,
  });
  const result = idOf(text);
  return {
    read: async (piece) => (await call("read_result", { result, ...piece })).text,
    refusal: async (piece) => (await failing("read_result", { result, ...piece })).text,
  };
}

test.each([
  ["sum", "P 1|550\nP 0|55"],
  ["mean", "P 1|55\nP 0|5.5"],
  ["median", "P 1|55\nP 0|5.5"],
  ["p90", "P 1|91\nP 0|9.1"],
  ["min", "P 1|10\nP 0|1"],
  ["max", "P 1|100\nP 0|10"],
  ["first", "P 1|10\nP 0|1"],
  ["last", "P 1|100\nP 0|10"],
])("%s of each profile", async (statistic, rows) => {
  const { read } = await served(["insights_views"], ["profile", "date.day"]);
  const text = await read({ statistic });
  expect(text).toContain(`\n${rows}\n`);
  expect(text).toContain(`The numbers are the ${statistic} of the daily values of each row.`);
});

test("over several profiles, the values are those that the row shows by day: sums of flows, means of people", async () => {
  const { read } = await served(["insights_views", "insights_reach"], ["date.day"]);
  expect(await read({ statistic: "median" })).toContain(
    "\nmetric|value\ninsights_views median|60.5\ninsights_reach median|30.25\n",
  );
  expect(await read({ statistic: "max" })).toContain(
    "\ninsights_views max|110\ninsights_reach max|55\n",
  );
});

test("the sum of people counts a person once for each page and day, and says so", async () => {
  const { read, refusal } = await served(["insights_reach"], ["profile", "date.day"]);
  const name = "insights_reach sum of daily people, not distinct";
  expect(await read({ statistic: "sum" })).toContain(`\nprofile|${name}\nP 1|550\nP 0|55\n`);
  expect(await read({ statistic: "sum", profiles: ["P 1"] })).toContain("\n1|550\n");
  const several = await served(["insights_reach"], ["date.day"]);
  expect(await several.read({ statistic: "sum" })).toContain(`\n${name}|605\n`);
  expect(await several.read({ statistic: "sum", grain: "week" })).toMatch(
    /\n2026-W36\*\|231\n2026-W37\*\|374\n/,
  );
  expect(await refusal({ statistic: "sum", of: "week" })).toContain(
    "insights_reach has no sum here: the weeks of people are means, which cannot be added",
  );
});

test("at a grain, and ranked by the statistic", async () => {
  const { read } = await served(["insights_views"], ["profile", "date.day"]);
  const weekly = await read({ statistic: "max", grain: "week" });
  expect(weekly).toContain("\nweek|P 1|P 0\n2026-W36*|60|6\n2026-W37*|100|10\n");
  expect(await read({ statistic: "p90", sort_by: "insights_views", order: "asc" })).toMatch(
    /\nP 0\|9\.1\nP 1\|91\n/,
  );
});

test("a level over several profiles has no statistic of days on which one has no value yet", async () => {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(2),
    metrics: ({ body }) =>
      metricsAnswer(body, (profile, _, day) =>
        profile === "p1" && day < "2026-09-04" ? null : 100,
      ),
  });
  const { call } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_lifetime"],
    date_start: "2026-09-01",
    date_end: "2026-09-10",
    dimensions: ["date.day"],
  });
  const lowest = await call("read_result", { result: idOf(text), statistic: "min" });
  expect(lowest.text).toContain("\nfans_lifetime min|200\n");
});

test("weeks that a row lacks are stated on each side of a break", async () => {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(2),
    metrics: ({ body }) =>
      metricsAnswer(body, (profile, _, day) =>
        profile === "p1" && ["2025-10-29", "2025-12-03"].includes(day) ? null : 100,
      ),
  });
  const { call } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    date_start: "2025-10-20",
    date_end: "2025-12-14",
    dimensions: ["profile", "date.day"],
  });
  const weekly = await call("read_result", { result: idOf(text), statistic: "max", of: "week" });
  expect(withoutIds(weekly.text).split("\n\n")[1]).toMatchInlineSnapshot(`
    "profile|fans_change max of weeks until 2025-11-14, page fans|fans_change max of weeks from 2025-11-16, page follows|weeks until 2025-11-14|weeks from 2025-11-16
    P 0|700|700||
    P 1|700|700|2 of 3|3 of 4
    The numbers are the max of the weeks of each row, without 2025-W46 of fans_change, cut by a break. A week of a profile counts where at least 95 % of its days have values; a row that lacks one meets no condition.
    Break on 2025-11-15 in fans_change: page fans before, page follows since. No total or change crosses it; for changes of a count, that day is in neither side.
    result://rRESULTID~statistic=max&of=week.csv"
  `);
});

test("statistics that do not fit are cut to whole rows: never other numbers in their place", async () => {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(80),
    metrics: ({ body }) => metricsAnswer(body, (_, __, day) => Number(day.slice(8))),
  });
  const { call } = await connect({ baseUrl, settings: { maxAnswerTokens: 600 } });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views", "insights_reactions"],
    date_start: "2026-09-01",
    date_end: "2026-09-10",
    dimensions: ["profile", "date.day"],
  });
  const piece = await call("read_result", { result: idOf(text), statistic: "median" });
  expect(piece.text).toContain(
    "\n#|profile|insights_views median|insights_reactions median\n1|P 0|5.5|5.5\n1|P 1|5.5|5.5\n",
  );
  expect(piece.text).toMatch(/\n\d\d more: read_result, or top\./);
  expect(piece.text).not.toContain("|55");
});

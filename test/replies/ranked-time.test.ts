/** Rankings and statistics of time, where metrics have breaks and profiles start late. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { idOf } from "../helpers/results.ts";

const acrossBreak = {
  network: "facebook",
  metrics: ["insights_reach", "fans_change"],
  profiles: ["Acme US"],
  date_start: "2025-10-01",
  date_end: "2026-01-31",
  dimensions: ["date.day"],
};

const rowsOf = (text: string): string[] =>
  [...text.matchAll(/^(?:\d*\|)?((?:20\d\d-|09-)[^|]*)\|/gm)].map(([, name = ""]) => name);

test("the break of one metric leaves the ranks of another one as they are", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", acrossBreak);
  const piece = { result: idOf(text), grain: "month", sort_by: "insights_reach", top: 2 };
  const alone = await call("read_result", { ...piece, metrics: ["insights_reach"] });
  expect(rowsOf(alone.text)).toEqual(["2025-11", "2026-01"]);
  const beside = await call("read_result", piece);
  expect(rowsOf(beside.text)).toEqual(["2025-11", "2026-01"]);
});

test.each(["day", "month"])(
  "a metric with a break ranks no range that crosses it: by %s",
  async (grain) => {
    const { call, failing } = await connect();
    const { text } = await call("get_profile_metrics", acrossBreak);
    const ranked = await failing("read_result", {
      result: idOf(text),
      grain,
      sort_by: "fans_change",
    });
    expect(ranked.text).toMatch(
      /^invalid_input: fans_change counts different things before and after 2025-11-15, so that its rows cannot be ranked or selected together/,
    );
  },
);

/** P 1 has no value before 2026-09-08. */
async function lateStart(metric = "fans_lifetime"): Promise<(piece: object) => Promise<string>> {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(2),
    metrics: ({ body }) =>
      metricsAnswer(body, (profile, _, day) =>
        profile === "p1" && day < "2026-09-08" ? null : Number(day.slice(8)),
      ),
  });
  const { call } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: [metric],
    date_start: "2026-09-01",
    date_end: "2026-09-10",
    dimensions: ["date.day"],
  });
  return async (piece) => (await call("read_result", { result: idOf(text), ...piece })).text;
}

test("sums of fewer profiles are ranked as they are shown, and are not the lowest", async () => {
  const read = await lateStart();
  const note = "\nfans_lifetime last, 1 throughout|10|";
  expect(await read({})).toContain(note);
  expect(rowsOf(await read({ sort_by: "fans_lifetime", order: "asc" }))).toEqual([
    "09-01",
    "09-02",
    "09-03",
    "09-04",
    "09-05",
    "09-06",
    "09-07",
    "09-08",
    "09-09",
    "09-10",
  ]);
  expect(await read({ statistic: "min" })).toContain("\nfans_lifetime min|1\n");
});

test("a statistic of a level by week is of the profiles that are there throughout", async () => {
  const read = await lateStart();
  const weekly = await read({ statistic: "min", grain: "week" });
  expect(weekly).toMatch(/^2026-W36\*\|1\n2026-W37\*\|7$/m);
});

test("every withheld number is explained, in condensed forms and totals too", async () => {
  const { call } = await connect({ settings: { maxAnswerTokens: 1500 } });
  const { text } = await call("get_profile_metrics", {
    network: "youtube",
    metrics: ["subscribers_lifetime", "interactions_per_1k_fans"],
    date_start: "2026-01-01",
    date_end: "2026-04-20",
    dimensions: ["profile", "date.week"],
  });
  expect(text).toContain("\nCondensed to totals: read_result gives the rows of ");
  expect(text).toMatch(/^interactions_per_1k_fans [^|]*\|·/m);
  expect(text).toMatch(/\n· is withheld, not missing/);
});

test("a month that the first day of a metric cuts is a part of one", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    network: "instagram",
    metrics: ["insights_video_views"],
    date_start: "2025-05-01",
    date_end: "2025-08-31",
    dimensions: ["date.month"],
  });
  expect(rowsOf(text)).toEqual(["2025-05", "2025-06*", "2025-07", "2025-08"]);
});

test("the lowest of sums says how many of the profile-days have a value", async () => {
  const read = await lateStart("insights_views");
  expect(await read({ statistic: "min" })).toContain(
    "\ninsights_views: the days have from 50% to 100% of their profile-days.\n",
  );
  expect(await read({ statistic: "median" })).not.toContain("profile-days.");
});

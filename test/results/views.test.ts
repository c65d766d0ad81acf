/** Views of a stored result: gaps, outliers, shares, numbers per profile, rows by coverage. */
import { expect, test } from "vitest";
import { connect, facebookIds, withoutIds } from "../helpers/connect.ts";
import { october, resultOf, type ValueOf } from "../helpers/pieces.ts";
import { idOf } from "../helpers/results.ts";

/** B has no views and no reach on two runs of days. */
const gappy: ValueOf = (profile, metric, day) =>
  profile === "B" && metric !== "fans_lifetime" && /-(02|0[5-7])$/.test(day) ? null : 100;

test("gaps: why, days missing, and the metrics", async () => {
  const { read } = await resultOf(gappy, october);
  expect(withoutIds(await read({ view: "gaps" }))).toMatchInlineSnapshot(`
    "facebook, 3 profiles by profile, 2026-10-01 to 2026-10-14, profile time. 4 of 42 profile-days missing in insights_views, insights_reach: B lacks 10-05 to 10-07, B lacks 10-02. Gaps of a stored result; no request sent.

    profile|why|days missing|of|metrics
    B|lacks 10-05 to 10-07, and 1 day more|4|14|insights_views, insights_reach
    result://rRESULTID~view=gaps.csv"
  `);
  expect(await read({ view: "gaps", metrics: ["fans_lifetime"] })).toContain(
    "\nNone: every profile-day has a value.\n",
  );
});

test("shares: percent of the total, and of all rows where only some are shown", async () => {
  const parts: Readonly<Record<string, number>> = { A: 60, B: 30, C: 10 };
  const { read } = await resultOf((profile) => parts[profile] ?? 0, october);
  expect(withoutIds(await read({ view: "shares" }))).toMatchInlineSnapshot(`
    "facebook, 3 profiles by profile, 2026-10-01 to 2026-10-14, profile time. Complete. A piece of a stored result; no request sent.

    profile|insights_views % of all 3 profiles|insights_reach % of all 3 profiles|fans_lifetime % of all 3 profiles|insights_views cumulative %
    A|60|·|60|60
    B|30|·|30|90
    C|10|·|10|100
    2 of 3 profiles make 80 % of insights_views.
    fans_lifetime: page follows since 2025-11-15.
    insights_reach: at least 60 people (A on 10-01); the API has no distinct people of 14 days. insights_reach_28_days counts 28 days.
    · is withheld, not missing. People, ratios and signed changes have no total, and a total of 0 has no shares.
    result://rRESULTID~view=shares.csv"
  `);
  const top = await read({ view: "shares", metrics: ["insights_views"], top: 1 });
  expect(top).toMatch(
    /\n#\|profile\|insights_views % of all 3 profiles\|cumulative %\n1\|A\|60\|60\n2 more/,
  );
  const some = await read({ view: "shares", metrics: ["insights_views"], profiles: ["B"] });
  expect(some, "the base is the question").toMatch(
    /\n#\|insights_views % of all 3 profiles\|cumulative %\n2\|30\|90\n/,
  );
  const weekly = await read({ view: "shares", grain: "week", metrics: ["insights_views"] });
  expect(weekly).toMatch(/\nweek\|A\|B\|C\n2026-W40\*\|60\|30\|10\n/);
});

test("shares of a total of 0 are withheld", async () => {
  const { read } = await resultOf(() => 0, october);
  const text = await read({ view: "shares", metrics: ["insights_views"] });
  expect(text).toMatch(/\nA\|·\nB\|·\nC\|·\n/);
});

test("per_profile divides by the profiles that have a value", async () => {
  const late: ValueOf = (profile, _metric, day) =>
    profile === "C" && day < "2026-10-03" ? null : 30;
  const { read } = await resultOf(late, {
    ...october,
    date_end: "2026-10-04",
    dimensions: ["date.day"],
  });
  expect(withoutIds(await read({ per_profile: true })).split("\n\n")[1]).toMatchInlineSnapshot(`
    "day|insights_views sum per profile|insights_reach people per page and day|fans_lifetime last per profile
    10-01|30|30|30
    10-02|30|30|30
    10-03|30|30|30
    10-04|30|30|30
    fans_lifetime: page follows since 2025-11-15.
    insights_reach: at least 30 people (A on 10-01); the API has no distinct people of 4 days. insights_reach_28_days counts 28 days.
    result://rRESULTID~per_profile=true.csv"
  `);
});

test("per_profile does not divide weekdays, which are means", async () => {
  const { refusal } = await resultOf(() => 30, { ...october, dimensions: ["date.weekday"] });
  expect(await refusal({ per_profile: true })).toMatch(
    /^invalid_input: per_profile divides sums and levels, and weekdays are means/,
  );
});

test("sort_by coverage ranks rows by the share of their profile-days with a value", async () => {
  const { read } = await resultOf(gappy, october);
  expect(await read({ sort_by: "coverage", order: "asc", top: 1 })).toMatch(
    /\ncoverage, lowest first, 1 of 3:\n#\|profile\|.*\n3\|B\|1000\|100\|100\|81%\n2 more: read_result, or top\.\n/,
  );
});

test("outliers: levels by their difference, and never the running day", async () => {
  const daily: ValueOf = (_profile, metric, day) => {
    const place = Math.round((Date.parse(day) - Date.parse("2026-08-01")) / 86_400_000);
    if (day === "2026-11-20") return 99_999;
    const jump = day >= "2026-10-07" ? 500 : 0;
    return metric === "fans_lifetime" ? 1000 + 3 * place + jump : 100;
  };
  const question = {
    ...october,
    date_start: "2026-08-01",
    date_end: "2026-11-20",
    profiles: ["A"],
    dimensions: ["profile", "date.day"],
  };
  const { read } = await resultOf(daily, question);
  expect(withoutIds(await read({ view: "outliers" }))).toMatchInlineSnapshot(`
    "facebook, A by day, 2026-08-01 to 2026-11-20, profile time. Complete. Outliers of a stored result; no request sent.

    Of 111 profile-days, 1 stands out by itself:
    day|weekday|fans_lifetime (difference from the day before)|against usual|usual Wednesday|score
    2026-10-07|Wednesday|503|+16666.7 %|-2.196 to 8.196|288.7
    Usual: the median of the weekday in 13 weeks, and 3 spreads to each side; from a score of 6 a value stands out.
    The last day, 2026-11-20, has not ended in every time zone: values are incomplete or missing.
    result://rRESULTID~view=outliers.csv"
  `);
});

test("a range below 12 weeks has no usual values, and the reply says so", async () => {
  const { read } = await resultOf(() => 100, october);
  expect(await read({ view: "outliers" })).toContain(
    "\nNo day could be compared: usual values need at least 12 weeks without a break.\n",
  );
});

test("an offset beyond the rows of a list is refused", async () => {
  const { refusal } = await resultOf(gappy, october);
  expect(await refusal({ view: "gaps", offset: 7 })).toMatch(/offset 7 is beyond the 1 row\n/);
});

/** 26 whole weeks, and the whole months from April to July. */
const long = { date_start: "2026-03-02", date_end: "2026-08-30", metrics: ["insights_views"] };

test("weeks and months that lack days do not count", async () => {
  const lacking: ValueOf = (_profile, _metric, day) => (/-05-1[2-4]$/.test(day) ? null : 1);
  const { read } = await resultOf(lacking, { ...long, dimensions: ["date.day"] });
  const weeks = await read({ statistic: "min", of: "week" });
  expect(weeks).toContain("\ninsights_views min of weeks|21\nweeks|25 of 26\n");
  const months = await read({ statistic: "min", of: "month" });
  expect(months).toContain("\ninsights_views min of calendar months|90\ncalendar months|3 of 4\n");
  expect(await read({ view: "outliers", grain: "week" })).toContain(
    "\n2026-W35|insights_views|21|1 of 25, the highest (1 with gaps left out)|21|21\n",
  );
});

test("an extreme does not state the coverage of days where gaps are not visible", async () => {
  const metrics = ["insights_views", "fans_lifetime"];
  const { read } = await resultOf(() => 1, { ...long, metrics, dimensions: ["date.day"] });
  const highest = await read({ statistic: "max" });
  expect(highest).toContain("\ninsights_views max|3\n");
  expect(highest).not.toContain("of their profile-days");
});

test("months of fewer profiles have no rank beside those of all", async () => {
  const late: ValueOf = (profile, _metric, day) => (profile === "C" && day < "2026-06" ? null : 1);
  const { read } = await resultOf(late, {
    ...long,
    date_end: "2026-09-30",
    dimensions: ["profile"],
  });
  expect(await read({ view: "outliers", grain: "month" })).toContain(
    "\nall 3|2026-09|insights_views|90|3 of 4 (2 with gaps left out)|90|93\n",
  );
});

test("the gaps of one selected profile stand under its name", async () => {
  const { call } = await connect({ profiles: 6 });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    dimensions: ["profile", "date.day"],
    period: "last_90_days",
  });
  const gaps = await call("read_result", { result: idOf(text), view: "gaps" });
  const [, row = "", name = ""] = /^((.+?)\|lacks .*)$/m.exec(gaps.text) ?? [];
  const piece = { result: idOf(text), view: "gaps", profiles: [name] };
  expect((await call("read_result", piece)).text).toContain(`\n${row}\n`);
});

test("shares of single days have a percent sign, and weeks are no profiles", async () => {
  const { call } = await connect({ profiles: 6 });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    dimensions: ["profile", "date.day"],
    period: "last_7_days",
  });
  const shares = { result: idOf(text), view: "shares" };
  expect((await call("read_result", shares)).text).toContain("insights_views % of all 6 profiles");
  const [id = ""] = facebookIds(1);
  const weeks = { ...shares, profiles: [id], grain: "day", order: "desc" };
  expect((await call("read_result", weeks)).text).not.toContain("make 80 %");
});

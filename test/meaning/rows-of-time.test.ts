/** Rows of time: which of them are parts, what breaks do to them, and which numbers they may show. */
import { expect, test } from "vitest";
import { connect, withoutIds } from "../helpers/connect.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const fans = { network: "facebook", metrics: ["fans_change"], profiles: ["Acme US", "Acme UK"] };

/** The names of the rows of a table. */
const rowsOf = (text: string): string[] =>
  [...text.matchAll(/^(\d{4}-[^|]*)\|/gm)].map(([, name = ""]) => name);

test("weeks start on the day of the setting: whole ones carry no star", async () => {
  const { call, sandbox } = await connect({ settings: { weekStartsOn: 0 } });
  const sunday = { ...fans, date_start: "2026-10-04", date_end: "2026-10-17" };
  const weekly = await call("get_profile_metrics", { ...sunday, dimensions: ["date.week"] });
  expect(rowsOf(weekly.text)).toEqual(["2026-10-04", "2026-10-11"]);

  const monday = { ...fans, date_start: "2026-10-05", date_end: "2026-10-18" };
  const cut = await call("get_profile_metrics", { ...monday, dimensions: ["date.week"] });
  expect(rowsOf(cut.text)).toEqual(["2026-10-04*", "2026-10-11", "2026-10-18*"]);
  expect(cut.text).toContain("\n* is a part of a week.\n");

  const daily = await call("get_profile_metrics", { ...monday, dimensions: ["date.day"] });
  const sent = sandbox.requests().length;
  const folded = await call("read_result", { result: idOf(daily.text), grain: "week" });
  expect(rowsOf(folded.text)).toEqual(["2026-10-04*", "2026-10-11", "2026-10-18*"]);
  expect(sandbox.requests()).toHaveLength(sent);
});

test("parts of weeks and months are in totals, and in no extreme or ranking", async () => {
  const { call } = await connect({ settings: { maxAnswerTokens: 500 } });
  const { text } = await call("get_profile_metrics", {
    ...fans,
    network: "youtube",
    metrics: ["views_change"],
    date_start: "2024-01-20",
    date_end: "2026-11-05",
    dimensions: ["date.month", "profile"],
  });
  const [, , lowest, highest] =
    text
      .split("\n")
      .find((line) => line.startsWith("views_change sum|"))
      ?.split("|") ?? [];
  for (const extreme of [lowest, highest]) {
    expect(extreme).toMatch(/in 202\d-\d\d$/);
    expect(extreme).not.toMatch(/in (2024-01|2026-11)$/);
  }
  const months = await call("read_result", {
    result: idOf(text),
    grain: "month",
    profiles: ["Acme US"],
  });
  const ranked = await call("read_result", {
    result: idOf(text),
    grain: "quarter",
    profiles: ["Acme US"],
    sort_by: "views_change",
  });
  expect(months.isError).toBe(false);
  // Parts come last, without a rank.
  expect(ranked.text).toMatch(/\n2024-Q4\|\d+\n2024-Q1\*\|\d+\n2026-Q4\*\|\d+\nMedian /);
});

test("quarters, years and weekdays are folded here, and the CSV names them", async () => {
  const connected = await connect();
  const year = { ...fans, date_start: "2026-01-01", date_end: "2026-06-30" };
  const asCsv = async (dimension: string): Promise<string> => {
    const { text } = await connected.call("get_profile_metrics", {
      ...year,
      dimensions: [dimension],
    });
    return readCsv(connected, `result://${idOf(text)}.csv`);
  };
  expect(await asCsv("date.quarter")).toMatch(
    /^date\.quarter,fans_change\r\n2026-Q1,-?\d+\r\n2026-Q2,-?\d+\r\n$/,
  );
  expect(await asCsv("date.year")).toMatch(/^date\.year,fans_change\r\n2026,-?\d+\r\n$/);
  const weekdays = await asCsv("date.weekday");
  expect(weekdays).toMatch(/^date\.weekday,fans_change\r\n1,-?[\d.]+\r\n2,/);
  expect(weekdays.trim().split("\r\n")).toHaveLength(8);
});

test("a row of time that holds a break has no number of its metric; a note has those of both parts", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    ...fans,
    metrics: ["fans_change", "fans_lifetime", "insights_views"],
    date_start: "2025-10-01",
    date_end: "2025-12-31",
    dimensions: ["date.month"],
  });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 2 profiles by month, 2025-10-01 to 2025-12-31, profile time. 5 of 184 profile-days missing in insights_views: 5 single days. 2 requests sent, at most 498 left this hour.

    all 2|total|change, first to last day|lowest month|highest month
    fans_change sum|no total|||
    fans_change sum until 2025-11-14, page fans|867|||
    fans_change sum from 2025-11-16, page follows|113|||
    fans_lifetime last|no total|||
    fans_lifetime last until 2025-11-14, page fans|112534|+0.7%||
    fans_lifetime last from 2025-11-15, page follows|15084|+0.8%||
    insights_views sum|1365534||406376 in 2025-12|501672 in 2025-10

    month|fans_change|fans_lifetime|insights_views
    2025-10|632|112299|501672
    2025-11|·|·|457486
    2025-12|77|15084|406376
    Break on 2025-11-15 in fans_change, fans_lifetime: page fans before, page follows since. No total or change crosses it (·); for changes of a count, that day is in neither side. 2025-11 of all 2: fans_change 235 until 2025-11-14, 36 from 2025-11-16; fans_lifetime 112534 until 2025-11-14, 15007 from 2025-11-15.
    result://rRESULTID.csv"
  `);
});

test("months and weeks of a long range hold breaks too", async () => {
  const { call } = await connect();
  const question = {
    ...fans,
    metrics: ["fans_change", "insights_views"],
    date_start: "2025-09-29",
    date_end: "2026-01-04",
  };
  const months = await call("get_profile_metrics", { ...question, dimensions: ["date.month"] });
  expect(withoutIds(months.text)).toMatchInlineSnapshot(`
    "facebook, 2 profiles by month, 2025-09-29 to 2026-01-04, profile time. 5 of 196 profile-days missing in insights_views: 5 single days. 2 requests sent, at most 498 left this hour.

    all 2|total|lowest month|highest month
    fans_change sum|no total||
    fans_change sum until 2025-11-14, page fans|879||
    fans_change sum from 2025-11-16, page follows|128||
    insights_views sum|1444549|406376 in 2025-12|501672 in 2025-10

    month|fans_change|insights_views
    2025-09*|12|28203
    2025-10|632|501672
    2025-11|·|457486
    2025-12|77|406376
    2026-01*|15|50812
    Break on 2025-11-15 in fans_change: page fans before, page follows since. No total or change crosses it (·); for changes of a count, that day is in neither side. 2025-11 of all 2: fans_change 235 until 2025-11-14, 36 from 2025-11-16.
    * is a part of a month.
    result://rRESULTID.csv"
  `);
  const weeks = await call("get_profile_metrics", { ...question, dimensions: ["date.week"] });
  expect(weeks.text).toContain("\n2025-W46|·|90425\n");
});

test("a range after a break names the meaning for 13 months; one before it names nothing", async () => {
  const { call } = await connect();
  const textOf = async (date_start: string, date_end: string): Promise<string> =>
    (await call("get_profile_metrics", { ...fans, date_start, date_end })).text;
  expect(await textOf("2026-10-01", "2026-10-07")).toContain(
    "\nfans_change: page follows since 2025-11-15.\n",
  );
  for (const text of [
    await textOf("2025-10-01", "2025-10-07"),
    await textOf("2024-10-01", "2024-10-07"),
  ]) {
    expect(text).toContain("\nfans_change sum|");
    expect(text).not.toContain("page f");
  }
});

test("days before the first day of a metric are not applicable, not missing", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    network: "instagram",
    metrics: ["insights_video_views"],
    profiles: ["Acme US"],
    date_start: "2025-06-01",
    date_end: "2025-06-30",
  });
  expect(text).toContain("Complete.");
  expect(text).toContain(
    "insights_video_views: data starts on 2025-06-09; earlier days are not applicable.",
  );
});

test("no value of a level is carried across a break", async () => {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(2),
    metrics: ({ body }) =>
      metricsAnswer(body, (profile, _, day) => {
        if (profile === "p1" && day === "2025-11-15") return null;
        return day < "2025-11-15" ? 1000 : 10;
      }),
  });
  const { call } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_lifetime"],
    date_start: "2025-11-13",
    date_end: "2025-11-17",
    dimensions: ["date.day"],
  });
  expect(text).toContain("\n11-13|2000\n11-14|2000\n11-15|10\n11-16|20\n11-17|20\n");
});

/** get_profile_metrics with compare_to: requests, replies, pieces, and what is refused. */
import { expect, test } from "vitest";
import { connectTo, isNow, month, moving } from "../helpers/comparison-api.ts";
import { connect, withoutIds } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";
import { idOf, readCsv } from "../helpers/results.ts";

test("rows by the size of their change, groups of profiles with their changes, one side only last", async () => {
  const { call, bodies } = await connectTo(moving);
  const { text } = await call("get_profile_metrics", { ...month, metrics: ["insights_views"] });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 5 profiles by profile, 2026-10-01 to 10-28 against 2026-09-03 to 09-30 (28 days each), profile time. Before: 28 of 140 profile-days missing: E began 10-01. 2 requests sent, at most 498 left this hour.

    insights_views sum|profiles|now|before|change|change %
    all|5|3304|3360|-56|-1.7 with new
    same in both ranges|4|3108|3360|-252|-7.5
    began 2026-10-01|1|196||+196|new

    Largest changes:
    profile|now|before|change|change %
    B|280|840|-560|-66.7
    A|1400|1120|+280|+25
    D|868|840|+28|+3.3
    C|560|560|0|0
    E|196|–|–|new 10-01
    result://rRESULTID.csv"
  `);
  // Neighbouring ranges are requested together.
  expect(bodies).toMatchObject([{ date_start: "2026-08-06", date_end: "2026-11-05" }]);
});

test("several metrics have a line each of all profiles, and the first of them ranks the rows", async () => {
  const { call } = await connectTo(moving);
  const metrics = ["insights_views", "fans_change", "insights_reach"];
  const { text } = await call("get_profile_metrics", { ...month, metrics });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 5 profiles by profile, 2026-10-01 to 10-28 against 2026-09-03 to 09-30 (28 days each), profile time. Before: 28 of 140 profile-days missing: E began 10-01. 2 requests sent, at most 498 left this hour.

    metric|profiles|now|before|change|change %
    insights_views sum|all 5|3304|3360|-56|-1.7 with new
    insights_views sum|same 4|3108|3360|-252|-7.5
    insights_views sum|began 2026-10-01 1|196||+196|new
    fans_change sum|all 5|3304|3360|-56|
    fans_change sum|same 4|3108|3360|-252|
    insights_reach people per page and day|all 5|23.6|30||other profiles
    insights_reach people per page and day|same 4|27.75|30|-2.25|-7.5

    insights_views, largest changes:
    profile|now|before|change|change %
    B|280|840|-560|-66.7
    A|1400|1120|+280|+25
    D|868|840|+28|+3.3
    C|560|560|0|0
    E|196|–|–|new 10-01
    fans_change: page follows since 2025-11-15.
    result://rRESULTID.csv"
  `);
});

test("ranges of unequal length: the percentage per day stands beside that of the total", async () => {
  const { call } = await connectTo(() => 10);
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: "2026-10-01",
    date_end: "2026-10-30",
    profiles: ["A", "B"],
    compare_to: "previous_period",
    dimensions: [],
  });
  expect(text).toContain(
    "2 profiles in total, 2026-10-01 to 10-30 against 2026-09-01 to 09-30 (30 days each), ",
  );
  expect(text).not.toContain("per day %");
  const { text: month31 } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    period: "last_month",
    profiles: ["A", "B"],
    compare_to: "previous_period",
  });
  expect(withoutIds(month31)).toMatchInlineSnapshot(`
    "facebook, 2 profiles by profile, 2026-10-01 to 10-31 (31 days) against 2026-09-01 to 09-30 (30), profile time. Complete. 1 request sent, at most 497 left this hour.

    all 2|now|before|change at equal days|change %
    insights_views sum|620|600|0|0
    October has one day more: the totals differ by +3.3 %.

    Largest changes:
    profile|now, 31 days|before, 30 days|change at equal days|change %
    A|310|300|0|0
    B|310|300|0|0
    result://rRESULTID.csv"
  `);
});

test("rows of time align by position and carry both dates", async () => {
  const { call, client } = await connectTo(moving);
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    profiles: ["A"],
    date_start: "2026-10-01",
    date_end: "2026-10-03",
    dimensions: ["date.day"],
    compare_to: "previous_year_weekdays",
  });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, A by day, 2026-10-01 to 10-03 against 2025-10-02 to 10-04 (3 days each), profile time. Complete. 3 requests sent, at most 497 left this hour.

    metric|now|before|change|change %
    insights_views sum|150|120|+30|+25

    day|day before|now|before|change|change %
    2026-10-01|2025-10-02|50|40|+10|+25
    2026-10-02|2025-10-03|50|40|+10|+25
    2026-10-03|2025-10-04|50|40|+10|+25
    result://rRESULTID.csv"
  `);
  const csv = await readCsv({ client }, `result://${idOf(text)}.csv`);
  expect(csv.split("\r\n").slice(0, 2)).toEqual([
    "date.day,date.day:before,insights_views,insights_views:before,insights_views:change,insights_views:change_percent,insights_views:contribution",
    "2026-10-01,2025-10-02,50,40,10,25,8.333333333333334",
  ]);
});

test("ranges on different sides of a break: both numbers and the break, no change", async () => {
  const { call } = await connectTo((_profile, _metric, day) => (day < "2025-11-15" ? 10 : 1));
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    profiles: ["A", "B"],
    date_start: "2026-01-01",
    date_end: "2026-11-10",
    compare_to: "previous_year",
  });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 2 profiles by profile, 2026-01-01 to 11-10 against 2025-01-01 to 11-10 (314 days each), profile time. Complete. 3 requests sent, at most 497 left this hour.

    all 2|2026-01-01 to 11-10, page follows|2025-01-01 to 11-10, page fans
    fans_change sum|628|6280

    profile|2026-01-01 to 11-10, page follows|2025-01-01 to 11-10, page fans
    A|314|3140
    B|314|3140
    No change of fans_change across 2025-11-15: the network replaced page fans by page follows. Ranges from 2025-11-16 on compare with each other.
    result://rRESULTID.csv"
  `);
});

test("a total has the percent of the same profiles, and a line for those that began", async () => {
  const { call } = await connectTo(moving);
  const question = { ...month, metrics: ["fans_lifetime"], dimensions: [] };
  const { text } = await call("get_profile_metrics", question);
  expect(text.split("\n")[0]).toContain(
    " Before: 28 of 140 profile-days missing: E without values. ",
  );
  expect(text).toContain(
    "\nfans_lifetime last|profiles|now|before|change|change %\nall|5|118|120|-2|-1.7 with new\nsame in both ranges|4|111|120|-9|-7.5\nbegan 2026-10-01|1|7||+7|new\n",
  );
});

test("no level is carried to days that are not over", async () => {
  const { call, client } = await connectTo((_profile, _metric, day) =>
    day < "2026-11-20" ? 100 : null,
  );
  const question = {
    network: "facebook",
    metrics: ["fans_lifetime"],
    date_start: "2026-11-17",
    date_end: "2026-11-22",
    dimensions: ["date.day"],
  };
  const { text } = await call("get_profile_metrics", {
    ...question,
    compare_to: "previous_period",
  });
  const csv = await readCsv({ client }, `result://${idOf(text)}.csv`);
  const now = csv
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[2]);
  expect(now).toEqual(["500", "500", "500", "", "", ""]);
});

test("of many rows, the largest changes by rank, and the total of all", async () => {
  const change = (profile: string): number => profile.codePointAt(0) ?? 0;
  const profiles = Array.from({ length: 200 }, (_, index) => ({
    id: String.fromCodePoint(0x4e00 + index),
    name: `Profile ${index}`,
    timezone: "UTC",
  }));
  const { baseUrl } = await serveFakeApi({
    profiles,
    metrics: ({ body }) =>
      metricsAnswer(body, (profile, _, day) =>
        isNow(day) ? 1000 + (change(profile) % 7) - 3 : 1000,
      ),
  });
  const { call } = await connect({ baseUrl, settings: { maxAnswerTokens: 1500 } });
  const { text } = await call("get_profile_metrics", { ...month, metrics: ["insights_views"] });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 200 profiles by profile, 2026-10-01 to 10-28 against 2026-09-03 to 09-30 (28 days each), profile time. Complete. 3 requests sent, at most 497 left this hour.

    all 200|now|before|change|change %
    insights_views sum|5600084|5600000|+84|~0

    Rose most, 5 of 87:
    #|profile|now|before|change|change %
    1|Profile 2|28084|28000|+84|+0.3
    2|Profile 9|28084|28000|+84|+0.3
    3|Profile 16|28084|28000|+84|+0.3
    4|Profile 23|28084|28000|+84|+0.3
    5|Profile 30|28084|28000|+84|+0.3

    Fell most, 5 of 85:
    #|profile|now|before|change|change %
    1|Profile 3|27916|28000|-84|-0.3
    2|Profile 10|27916|28000|-84|-0.3
    3|Profile 17|27916|28000|-84|-0.3
    4|Profile 24|27916|28000|-84|-0.3
    5|Profile 31|27916|28000|-84|-0.3
    190 more: read_result, or top. 87 of 200 rose and 85 fell; median 0 %.
    result://rRESULTID.csv"
  `);
});

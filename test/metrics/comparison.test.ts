/** get_profile_metrics with compare_to: requests, replies, pieces, and what is refused. */
import { expect, test } from "vitest";
import { connectTo, isNow, month, moving } from "../helpers/comparison-api.ts";
import { connect, withoutIds } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";
import { idOf, readCsv } from "../helpers/results.ts";

test("rows by their contribution, both sides, the total of rows with both, others apart", async () => {
  const { call, bodies } = await connectTo(moving);
  const { text } = await call("get_profile_metrics", { ...month, metrics: ["insights_views"] });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 5 profiles, 2026-10-01 to 10-28 against 2026-09-03 to 09-30 by profile, profile time. Now: complete. Before: 28 of 140 profile-days missing: E throughout. 2 requests sent, at most 498 left this hour.

    profile|insights_views sum: now|before|change|change %|contribution %
    B|280|840|-560|-66.7|-16.7
    A|1400|1120|+280|+25|+8.3
    D|868|840|+28|+3.3|+0.8
    C|560|560|0|0|0
    these 4|3108|3360|-252|-7.5|-7.5
    E|196|–|–|–|–
    all 5|3304|3360|-56||-1.7

    CSV: of each metric the number, then :previous, :change, :change_percent and :contribution.
    Rows with a value on one side only come last. The last row includes them in its change. It has no percentage, because these values are not growth.
    result://rRESULTID.csv"
  `);
  // Neighbouring ranges are requested together.
  expect(bodies).toMatchObject([{ date_start: "2026-09-03", date_end: "2026-10-28" }]);
});

test("three metrics have one column each: now and the change", async () => {
  const { call } = await connectTo(moving);
  const metrics = ["insights_views", "fans_change", "insights_reach"];
  const { text } = await call("get_profile_metrics", { ...month, metrics });
  expect(withoutIds(text).split("\n\n")[1]).toMatchInlineSnapshot(`
    "profile|insights_views sum: now, change %|fans_change sum: now, change|insights_reach mean per profile-day: now, change %
    B|280 -66.7|280 -560|10 -66.7
    A|1400 +25|1400 +280|50 +25
    D|868 +3.3|868 +28|31 +3.3
    C|560 0|560 0|20 0
    these 4|3108 -7.5 (was 3360, -252)|3108 -252 (was 3360)|27.75 -7.5 (was 30, -2.25)
    E|196 –|196 –|7 –
    all 5|3304 (was 3360, -56)|3304 -56 (was 3360)|23.6 (was 30, -6.4)"
  `);
});

test("ranges of unequal length: the percentage per profile-day stands beside the percentage", async () => {
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
  expect(text).toContain("2026-10-01 to 10-30 against 2026-09-01 to 09-30 in total");
  const { text: month31 } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    period: "last_month",
    profiles: ["A", "B"],
    compare_to: "previous_period",
  });
  expect(withoutIds(month31)).toMatchInlineSnapshot(`
    "facebook, 2 profiles, 2026-10-01 to 10-31 against 2026-09-01 to 09-30 by profile, profile time. Complete. 1 request sent, at most 497 left this hour.

    profile|insights_views sum: now|before|change|change %|change % per profile-day|contribution %
    A|310|300|+10|+3.3|0|+1.7
    B|310|300|+10|+3.3|0|+1.7
    all 2|620|600|+20|+3.3|0|+3.3

    last_month is 2026-10-01 to 2026-10-31, whole days in UTC.
    CSV: of each metric the number, then :previous, :change, :change_percent and :contribution.
    Weekdays, now against before: Tuesday 4 against 5, Wednesday 4 against 5, Thursday 5 against 4, Friday 5 against 4, Saturday 5 against 4.
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
  expect(withoutIds(text).split("\n\n")[1]).toMatchInlineSnapshot(`
    "day|day before|insights_views sum: now|before|change|change %|contribution %
    2026-10-01|2025-10-02|50|40|+10|+25|+8.3
    2026-10-02|2025-10-03|50|40|+10|+25|+8.3
    2026-10-03|2025-10-04|50|40|+10|+25|+8.3
    whole ranges||150|120|+30|+25|+25"
  `);
  const csv = await readCsv({ client }, `result://${idOf(text)}.csv`);
  expect(csv.split("\r\n").slice(0, 2)).toEqual([
    "date.day,date.day:previous,insights_views,insights_views:previous,insights_views:change,insights_views:change_percent,insights_views:contribution",
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
    "facebook, 2 profiles, 2026-01-01 to 11-10 against 2025-01-01 to 11-10 by profile, profile time. Every profile-month has values. Gaps are seen by month. 3 requests sent, at most 497 left this hour.

    fans_change sum by profile|2026-01-01 to 11-10, page follows|2025-01-01 to 11-10, page fans
    A|314|3140
    B|314|3140
    all 2|628|6280

    CSV: of each metric the number, then :previous, :change, :change_percent and :contribution.
    No change of fans_change across 2025-11-15: the network replaced page fans by page follows. Ranges from 2025-11-16 on compare with each other.
    Weekdays, now against before: Tuesday 45 against 44, Wednesday 44 against 45.
    result://rRESULTID.csv"
  `);
});

test("a total takes the percentage of the profiles with values in both ranges, and names the others", async () => {
  const { call } = await connectTo(moving);
  const question = { ...month, metrics: ["fans_lifetime"], dimensions: [] };
  const { text } = await call("get_profile_metrics", question);
  expect(text).toContain("\nall|118|120|-2|-7.5 (4 of 5)\n");
  expect(text).toContain(
    "\nfans_lifetime: E with values now only. Percentages are of the profiles whose values cover both ranges, other numbers of all.\n",
  );
});

test("no level is carried to days that are not over", async () => {
  const { call, client } = await connectTo((_profile, _metric, day) =>
    day < "2026-11-19" ? 100 : null,
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

test("what does not fit: the largest movers, the rest as one row, and the same total", async () => {
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
    "facebook, 200 profiles, 2026-10-01 to 10-28 against 2026-09-03 to 09-30 by profile, profile time. Complete. 3 requests sent, at most 497 left this hour.
    The whole table does not fit: condensed to the 40 largest changes.

    profile|insights_views sum: now|before|change|change %|contribution %
    Profile 2|28084|28000|+84|+0.3|+0.0015
    Profile 3|27916|28000|-84|-0.3|-0.0015
    Profile 9|28084|28000|+84|+0.3|+0.0015
    Profile 10|27916|28000|-84|-0.3|-0.0015
    Profile 16|28084|28000|+84|+0.3|+0.0015
    Profile 17|27916|28000|-84|-0.3|-0.0015
    Profile 23|28084|28000|+84|+0.3|+0.0015
    Profile 24|27916|28000|-84|-0.3|-0.0015
    Profile 30|28084|28000|+84|+0.3|+0.0015
    Profile 31|27916|28000|-84|-0.3|-0.0015
    Profile 37|28084|28000|+84|+0.3|+0.0015
    Profile 38|27916|28000|-84|-0.3|-0.0015
    Profile 44|28084|28000|+84|+0.3|+0.0015
    Profile 45|27916|28000|-84|-0.3|-0.0015
    Profile 51|28084|28000|+84|+0.3|+0.0015
    Profile 52|27916|28000|-84|-0.3|-0.0015
    Profile 58|28084|28000|+84|+0.3|+0.0015
    Profile 59|27916|28000|-84|-0.3|-0.0015
    Profile 65|28084|28000|+84|+0.3|+0.0015
    Profile 66|27916|28000|-84|-0.3|-0.0015
    Profile 72|28084|28000|+84|+0.3|+0.0015
    Profile 73|27916|28000|-84|-0.3|-0.0015
    Profile 79|28084|28000|+84|+0.3|+0.0015
    Profile 80|27916|28000|-84|-0.3|-0.0015
    Profile 86|28084|28000|+84|+0.3|+0.0015
    Profile 87|27916|28000|-84|-0.3|-0.0015
    Profile 93|28084|28000|+84|+0.3|+0.0015
    Profile 94|27916|28000|-84|-0.3|-0.0015
    Profile 100|28084|28000|+84|+0.3|+0.0015
    Profile 101|27916|28000|-84|-0.3|-0.0015
    Profile 107|28084|28000|+84|+0.3|+0.0015
    Profile 108|27916|28000|-84|-0.3|-0.0015
    Profile 114|28084|28000|+84|+0.3|+0.0015
    Profile 115|27916|28000|-84|-0.3|-0.0015
    Profile 121|28084|28000|+84|+0.3|+0.0015
    Profile 122|27916|28000|-84|-0.3|-0.0015
    Profile 128|28084|28000|+84|+0.3|+0.0015
    Profile 129|27916|28000|-84|-0.3|-0.0015
    Profile 135|28084|28000|+84|+0.3|+0.0015
    Profile 136|27916|28000|-84|-0.3|-0.0015
    160 others|4480084|4480000|+84|+0.0019|+0.0015
    all 200|5600084|5600000|+84|+0.0015|+0.0015

    CSV: of each metric the number, then :previous, :change, :change_percent and :contribution.
    result://rRESULTID.csv"
  `);
});

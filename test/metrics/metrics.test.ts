import { expect, test } from "vitest";
import { connect, facebookIds, withoutIds } from "../helpers/connect.ts";
import { lastWeek, small } from "../helpers/questions.ts";

test("answers a small question with the exact table, its totals and what is missing", async () => {
  const { call } = await connect();

  const { text, isError } = await call("get_profile_metrics", small);

  expect(isError).toBe(false);
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 3 profiles, 2026-10-01 to 2026-10-07 by profile, day, profile time. Complete. 2 requests sent, at most 498 left this hour.

    Metrics: fans_change (sum), insights_reach (average)
    A = Acme US; B = Acme UK; C = Café Žofín
    day|fans_change A|B|C|insights_reach A|B
    2026-10-01|21|-6|3|1327|802
    2026-10-02|20|24|9|1652|825
    2026-10-03|-12|34|2|1040|694
    2026-10-04|30|10|16|986|617
    2026-10-05|-18|9|-5|1026|734
    2026-10-06|25|11|-8|1252|673
    2026-10-07|49|-10|10|1510|718
    sum/average|115|72|27|1256.1429|723.2857

    Insights are off for Café Žofín: no values of metrics that begin with insights_.
    Missing (–, or no column at all), which is not 0: 7 of 21 profile-days of insights_reach.
    No value at all in: Café Žofín (insights_reach).
    An average is the mean over profiles and days, not a total.
    result rRESULTID · result://rRESULTID.csv"
  `);
});

test("merges what it had to split, and says how many requests it took", async () => {
  const { call, sandbox } = await connect({ profiles: 250 });

  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    ...lastWeek,
  });

  expect(sandbox.requests("metrics")).toHaveLength(3);
  expect(text).toContain("facebook, 250 profiles, 2026-10-01 to 2026-10-07 by profile");
  expect(text).toContain("Complete. 4 requests sent, at most 496 left this hour.");
});

test("says what a query would cost, and sends none of it", async () => {
  const { call, sandbox } = await connect({ profiles: 150 });

  const { text } = await call("get_profile_metrics", {
    ...small,
    profiles: undefined,
    dimensions: ["date.week"],
    plan_only: true,
  });

  expect(sandbox.requests("metrics")).toHaveLength(0);
  expect(text).toMatchInlineSnapshot(`
    "Plan: 4 requests, none of them sent now. facebook, 150 profiles, 2 metrics, 2026-10-01 to 2026-10-07, by date.week.
    One request holds at most 100 profiles, 25 metrics and 12 months.
    2 requests for 2 metrics by profile, date.day, folded here to what was asked.
    2 small requests to learn how the API names and begins its rows of time.
    2104 numbers come back.
    The answer: about 316 tokens; 2 date.week × 2 metrics, whole.
    Afterwards at most 495 requests would be left this hour.
    For the plan itself: 1 request sent, at most 499 left this hour."
  `);
});

test("takes a metric or profile given twice once", async () => {
  const { call, sandbox } = await connect();

  const { text } = await call("get_profile_metrics", {
    ...small,
    metrics: ["fans_change", "fans_change"],
    profiles: [...facebookIds(2), ...facebookIds(2)],
  });

  expect(text).toContain("facebook, 2 profiles");
  const [request] = sandbox.requests("metrics");
  expect(request?.body).toMatchObject({ metrics: ["fans_change"], profiles: facebookIds(2) });
});

test("gives one total row for no dimensions", async () => {
  const { call } = await connect();

  const { text } = await call("get_profile_metrics", { ...small, dimensions: [] });

  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 3 profiles, 2026-10-01 to 2026-10-07 in total, profile time. Complete. 2 requests sent, at most 498 left this hour.

    Metrics: fans_change (sum), insights_reach (average)
    fans_change|insights_reach
    214|989.7143

    Insights are off for Café Žofín: no values of metrics that begin with insights_.
    An average is the mean over profiles and days, not a total.
    result rRESULTID · result://rRESULTID.csv"
  `);
});

test("ranks series by the first metric that has days that can be combined", async () => {
  const { call } = await connect({ settings: { maxAnswerTokens: 2000 } });

  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_reach", "fans_change"],
    dimensions: ["profile", "date.week"],
    date_start: "2025-10-06",
    date_end: "2026-10-25",
  });

  expect(text).toContain(
    "Totals or averages by fans_change, the highest first:\nprofile|fans_change\n",
  );
  expect(text).not.toContain("more have no value");
});

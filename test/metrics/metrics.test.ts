import { expect, test } from "vitest";
import { connect, facebookIds, withoutIds } from "../helpers/connect.ts";
import { lastWeek, small } from "../helpers/questions.ts";

test("answers a small question with the exact table, its totals and what is missing", async () => {
  const { call } = await connect();

  const { text, isError } = await call("get_profile_metrics", small);

  expect(isError).toBe(false);
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 3 profiles by profile, day, 2026-10-01 to 2026-10-07, profile time. 7 of 21 profile-days missing in insights_reach: Café Žofín without insights. 2 requests sent, at most 498 left this hour.

    metric|profiles|total|mean
    fans_change sum|all 3|24|
    insights_reach people per page and day|all 2|no total|5798

    A = Acme US; B = Acme UK; C = Café Žofín
    day|fans_change A|B|C|insights_reach A|B
    10-01|0|1|0|10545|3445
    10-02|5|1|3|10894|3543
    10-03|3|2|0|8271|2421
    10-04|2|0|-1|5338|2189
    10-05|-3|1|4|8343|3151
    10-06|7|0|-1|8252|3576
    10-07|-2|1|1|8124|3083
    fans_change: page follows since 2025-11-15.
    result://rRESULTID.csv"
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
  expect(text).toContain("facebook, 250 profiles by profile, 2026-10-01 to 2026-10-07");
  expect(text).toContain(" 4 requests sent, at most 496 left this hour.");
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
    "Plan: facebook, 150 profiles, 2 metrics by week, 2026-10-01 to 2026-10-07. 1 request sent, at most 499 left this hour.
    2 requests.
    The API returns 12900 numbers.
    Afterwards at most 497 requests would be left this hour."
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
    "facebook, 3 profiles in total, 2026-10-01 to 2026-10-07, profile time. 7 of 21 profile-days missing in insights_reach: Café Žofín without insights. 2 requests sent, at most 498 left this hour.

    metric|profiles|total|mean
    fans_change sum|all 3|24|
    insights_reach people per page and day|all 2|no total|5798
    fans_change: page follows since 2025-11-15.
    insights_reach: at least 10894 people (Acme US on 10-02); insights_reach_7_days counts 7 days.
    result://rRESULTID.csv"
  `);
});

test("ranks rows of a long range by the first metric", async () => {
  const { call } = await connect({ settings: { maxAnswerTokens: 2000 } });

  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_reach", "fans_change"],
    dimensions: ["profile", "date.week"],
    date_start: "2026-01-05",
    date_end: "2026-10-25",
  });

  expect(text).toContain(
    "\n\ninsights_reach, highest first, 25 of 120:\n#|profile|insights_reach|fans_change|covered\n1|",
  );
});

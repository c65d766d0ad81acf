/** What a comparison requests, plans and refuses. */
import { expect, test } from "vitest";
import { connectTo, month, moving, october } from "../helpers/comparison-api.ts";
import { connect } from "../helpers/connect.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";

test("over long ranges too, every metric is requested by day", async () => {
  const profiles = Array.from({ length: 300 }, (_, index) => ({
    id: String(index),
    name: `Profile ${index}`,
  }));
  const { baseUrl } = await serveFakeApi({ profiles });
  const { call } = await connect({ baseUrl });
  const plan = async (metric: string): Promise<string> => {
    const question = { network: "facebook", metrics: [metric], period: "last_year" };
    const input = { ...question, compare_to: "previous_year", plan_only: true };
    return (await call("get_profile_metrics", input)).text;
  };
  // 300 profiles take three requests a year.
  const days = (366 + 365) * 300;
  for (const metric of ["insights_reach", "insights_views", "fans_change"])
    expect(await plan(metric)).toMatch(
      new RegExp(
        `\\n6 requests if the API accepts 36,600 numbers at once; .*\\nThe API returns ${days} numbers`,
      ),
    );
});

test("a side that is cached already is not requested again", async () => {
  const { call, bodies } = await connectTo(moving);
  const metrics = ["insights_views"];
  await call("get_profile_metrics", { network: "facebook", metrics, ...october });
  const { text } = await call("get_profile_metrics", { ...month, metrics });
  expect(text).toContain("1 request sent");
  expect(bodies).toMatchObject([
    { date_start: "2026-09-03", date_end: "2026-11-05" },
    { date_start: "2026-08-06", date_end: "2026-09-02" },
  ]);
});

test("plan_only states one plan for both sides", async () => {
  const { call, bodies } = await connectTo(moving);
  const { text } = await call("get_profile_metrics", {
    ...month,
    metrics: ["insights_views"],
    plan_only: true,
  });
  expect(bodies).toEqual([]);
  expect(text).toMatch(
    /^Plan: facebook, 5 profiles, 1 metric by profile, 2026-10-01 to 2026-10-28 against 2026-09-03 to 2026-09-30\. .*\n1 request\.\nThe API returns 460 numbers\.\n/,
  );
});

test("both sides count for max_requests", async () => {
  const { failing, bodies } = await connectTo(moving);
  const { text, isError } = await failing("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: "2026-01-01",
    date_end: "2026-10-28",
    compare_to: "previous_year",
    max_requests: 1,
  });
  expect(isError).toBe(true);
  expect(text).toMatchInlineSnapshot(`
    "too_many_requests_needed: 2 requests are needed, and max_requests is 1
    Ask for fewer profiles, metrics or days. Or call again with max_requests 2, if spending that many is intended: at most 499 are left this hour."
  `);
  expect(bodies).toEqual([]);
});

test.each([
  [{ compare_to: "last_yeer" }, /"last_yeer" is not a comparison .*nearest: last_year/],
  [
    { compare_to: "2026-10-01" },
    /compare_to 2026-10-01 begins on 2026-10-01, which is not before 2026-10-01/,
  ],
])("%j is refused before any request for metrics", async (argument, problem) => {
  const { failing, bodies } = await connectTo(moving);
  const question = { ...month, metrics: ["insights_views"], ...argument };
  const { text, isError } = await failing("get_profile_metrics", question);
  expect(isError).toBe(true);
  expect(text).toMatch(problem);
  expect(bodies).toEqual([]);
});

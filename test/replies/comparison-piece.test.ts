/** read_result on a comparison: what it selects and ranks, and what it refuses. */
import { expect, test } from "vitest";
import { connectTo, month, moving } from "../helpers/comparison-api.ts";
import { withoutIds } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

test("read_result takes profiles, metrics, and a ranking by a metric or by the change", async () => {
  const { call } = await connectTo(moving);
  const metrics = ["insights_views", "insights_reach"];
  const { text } = await call("get_profile_metrics", { ...month, metrics });
  const piece = { result: idOf(text), metrics: ["insights_views"] };
  const read = await call("read_result", { ...piece, sort_by: "change", order: "asc", top: 2 });
  expect(withoutIds(read.text)).toMatchInlineSnapshot(`
    "facebook, 5 profiles, 2026-10-01 to 10-28 against 2026-09-03 to 09-30 by profile, profile time. Now: complete. Before: 28 of 140 profile-days missing: E throughout. A piece of a stored result; no request sent.

    profile|insights_views sum: now|before|change|change %|contribution %
    B|280|840|-560|-66.7|-16.7
    C|560|560|0|0|0
    these 2|840|1400|-560|-40|-16.7

    Ranked by the change of insights_views, lowest first: 2 of 5 rows, from rank 1; the total is of these.
    result://rRESULTID.csv"
  `);
  const ranked = await call("read_result", {
    ...piece,
    sort_by: "insights_views",
    offset: 1,
    top: 2,
  });
  expect(ranked.text).toMatch(/\nD\|868\|840\|[^\n]*\nC\|560\|/);
  const some = await call("read_result", { ...piece, profiles: ["B", "C"] });
  expect(some.text).toMatch(/\nB\|280\|840\|-560\|-66\.7\|-16\.7\nC\|560\|560\|0\|0\|0\nall 2\|/);
});

test("the change that ranks is that of the first metric shown, and one-sided rows are in no total", async () => {
  const { call } = await connectTo((profile, metric, day) =>
    metric === "insights_views" ? moving(profile, metric, day) : 1,
  );
  const metrics = ["fans_lifetime", "insights_views"];
  const { text } = await call("get_profile_metrics", { ...month, metrics });
  const piece = { result: idOf(text), metrics: ["insights_views"] };
  const byChange = await call("read_result", { ...piece, sort_by: "change", top: 1 });
  expect(byChange.text).toMatch(/\nA\|1400\|1120\|/);
  expect(byChange.text).toContain(
    "\nRanked by the change of insights_views, highest first: 1 of 5 rows",
  );
  const named = await call("read_result", {
    ...piece,
    profiles: ["A", "C", "E"],
    sort_by: "insights_views",
  });
  expect(named.text).toMatch(/\nE\|196\|–\|[^\n]*\nthese 2 with both sides\|1960\|1680\|\+280\|/);
  expect(named.text).toContain("\nRows with a value on one side only are in no total.\n");
});

test.each([
  [{ grain: "week" }, /^invalid_input: grain cannot be applied to a comparison/],
  [{ statistic: "median" }, /statistic cannot be applied to a comparison/],
  [{ date_start: "2026-10-02" }, /date_start cannot be applied to a comparison/],
  [
    { sort_by: "fans_change" },
    /has no metric fans_change to sort by\nSort by change, or by one of insights_views/,
  ],
  [{ profiles: ["X"] }, /the result has no profile "X"/],
  [{ offset: 5 }, /offset 5 is beyond the 5 rows/],
])("read_result refuses %j of a comparison with the reason", async (piece, problem) => {
  const { call, failing } = await connectTo(moving);
  const { text } = await call("get_profile_metrics", { ...month, metrics: ["insights_views"] });
  const read = await failing("read_result", { result: idOf(text), ...piece });
  expect(read.isError).toBe(true);
  expect(read.text).toMatch(problem);
});

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
    "facebook, 5 profiles by profile, 2026-10-01 to 10-28 against 2026-09-03 to 09-30 (28 days each), profile time. Before: 28 of 140 profile-days missing: E began 10-01. A piece of a stored result; no request sent.

    insights_views sum|profiles|now|before|change|change %
    all|5|3304|3360|-56|-1.7 with new
    same in both ranges|4|3108|3360|-252|-7.5
    began 2026-10-01|1|196||+196|new

    Lowest changes, 2 of 5:
    #|profile|now|before|change|change %
    4|B|280|840|-560|-66.7
    3|C|560|560|0|0
    3 more: read_result, or top.
    result://rRESULTID~metrics=insights_views&sort_by=change&order=asc&top=2.csv"
  `);
  const ranked = await call("read_result", {
    ...piece,
    sort_by: "insights_views",
    offset: 1,
    top: 2,
  });
  expect(ranked.text).toMatch(/\n\nHighest now, 2 of 5:\n#.*\n2\|D\|868\|840\|[^\n]*\n3\|C\|560\|/);
  const some = await call("read_result", { ...piece, profiles: ["B", "C"] });
  expect(some.text).toMatch(
    /\nthese 2\|now\|before\|.*\ninsights_views sum\|840\|1400\|-560\|-40\n/,
  );
  expect(some.text).toContain("\nall|5|3304|3360|-56|-1.7 with new\n");
  expect(some.text).toMatch(
    /\n#\|profile\|.*\n1\|B\|280\|840\|-560\|-66\.7\n4\|C\|560\|560\|0\|0\n/,
  );
});

test("the change that ranks is that of the first metric shown, and one-sided rows are in no total", async () => {
  const { call } = await connectTo((profile, metric, day) =>
    metric === "insights_views" ? moving(profile, metric, day) : 1,
  );
  const metrics = ["fans_lifetime", "insights_views"];
  const { text } = await call("get_profile_metrics", { ...month, metrics });
  const piece = { result: idOf(text), metrics: ["insights_views"] };
  const byChange = await call("read_result", { ...piece, sort_by: "change", top: 1 });
  expect(byChange.text).toMatch(/\n1\|A\|1400\|1120\|\+280\|/);
  expect(byChange.text).toContain("\nHighest changes, 1 of 5:\n");
  const named = await call("read_result", {
    ...piece,
    profiles: ["A", "C", "E"],
    sort_by: "insights_views",
  });
  expect(named.text).toContain(
    "\nthese|3|2156|1680|+476|+28.3 with new\nsame in both ranges|2|1960|1680|+280|+16.7\nbegan 2026-10-01|1|196||+196|new\n",
  );
  expect(named.text).toMatch(/\n5\|E\|196\|–\|–\|new 10-01\n/);
});

test.each([
  [
    { sort_by: "fans_change" },
    /has no metric fans_change to sort by\nSort by change, or by one of insights_views/,
  ],
  [{ profiles: ["X"] }, /the result has no profile X /],
  [{ offset: 5 }, /offset 5 is beyond the 5 rows/],
])("read_result refuses %j of a comparison with the reason", async (piece, problem) => {
  const { call, failing } = await connectTo(moving);
  const { text } = await call("get_profile_metrics", { ...month, metrics: ["insights_views"] });
  const read = await failing("read_result", { result: idOf(text), ...piece });
  expect(read.isError).toBe(true);
  expect(read.text).toMatch(problem);
});

test.each([
  ["insights_views", /^insights_views sum\|11080\|10800\|\+280\|\+2\.6$/m],
  // The year of the break is held by day, the other by month.
  ["fans_change", /^fans_change sum\|11080\|10800$/m],
])(
  "a piece of the only profile of a comparison of long ranges has both numbers of %s",
  async (metric, row) => {
    const { call } = await connectTo(moving);
    const { text } = await call("get_profile_metrics", {
      network: "facebook",
      metrics: [metric],
      dimensions: [],
      profiles: ["A"],
      date_start: "2026-02-01",
      date_end: "2026-10-28",
      compare_to: "previous_year",
    });
    const read = await call("read_result", { result: idOf(text), profiles: ["A"] });
    const [subject, ...tables] = read.text.split("\n\n");
    expect(subject).toContain("A piece of a stored result");
    expect(tables).not.toEqual([]);
    for (const table of tables) expect(table).toMatch(row);
  },
);

test("a metric that ranks or selects the rows is shown beside the named ones", async () => {
  const { call } = await connectTo((profile, metric, day) =>
    metric === "insights_views" ? moving(profile, metric, day) : profile === "B" ? 9 : 1,
  );
  const metrics = ["insights_views", "insights_reactions", "insights_reach"];
  const { text } = await call("get_profile_metrics", { ...month, metrics });
  const piece = { result: idOf(text), metrics: ["insights_views"] };
  for (const more of [
    { sort_by: "insights_reactions", top: 1 },
    { where: ["insights_reactions > 28"] },
    { sort_by: "change_percent", order: "asc" },
    { profiles: ["B", "E"], sort_by: "insights_views" },
  ])
    expect(withoutIds((await call("read_result", { ...piece, ...more })).text)).toMatchSnapshot(
      JSON.stringify(more),
    );
});

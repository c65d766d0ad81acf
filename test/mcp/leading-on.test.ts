/** What people write in place of an argument: the error says what to write, and that call answers. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const metrics = { metrics: ["insights_views"] };
const question = { network: "facebook", ...metrics, period: "2026-10" };
type Arguments = Record<string, unknown>;
const wrong = (
  more: Arguments,
  hint: string,
  right: Arguments,
): readonly [Arguments, string, Arguments] => [
  { ...question, ...more },
  hint,
  { ...question, ...right },
];
const dates = { period: null, date_start: "2026-10-01", date_end: "2026-10-10" };

test.each([
  wrong({ network: "facebook,instagram" }, "(one per call, or all)", { network: "all" }),
  wrong({ network: "Facebook Pages" }, "(write facebook)", {}),
  wrong({ network: "everything" }, "(write all)", { network: "all" }),
  wrong({ ...dates, date_start: "01/10/2026" }, "(write 2026-10-01 or 2026-01-10)", dates),
  wrong({ ...dates, date_end: "2026-10-10T12:00:00Z" }, "(write 2026-10-10)", dates),
  wrong({ profiles: ["*"] }, "* (leave it out for all)", {}),
  wrong(
    { metrics: ["reactions_per_view"] },
    '(write "reactions_per_view = insights_reactions / insights_views")',
    { metrics: ["reactions_per_view = insights_reactions / insights_views"] },
  ),
  wrong({ metrics: ["likes views"] }, "(write each metric as one text of the list)", {
    metrics: ["likes", "views"],
  }),
  wrong(
    { where: ["insights_views between 1 and 9"] },
    'Write where: ["insights_views >= 1","insights_views <= 9"]',
    { where: ["insights_views >= 1", "insights_views <= 9"] },
  ),
  wrong({ sort_by: "growth" }, "(write change, with compare_to)", {
    sort_by: "change",
    compare_to: "previous_period",
  }),
  wrong({ dimensions: ["hour"] }, "(hour_of_day, which insights_fans_online alone has", {
    metrics: ["insights_fans_online"],
    dimensions: ["hour_of_day"],
  }),
  wrong(
    { period: "last_7_days", compare_to: "last_week" },
    "Write previous_period for the range just before",
    { period: "last_7_days", compare_to: "previous_period" },
  ),
])("get_profile_metrics %j", async (input, hint, right) => {
  const { call, failing } = await connect({ profiles: 6 });
  expect((await failing("get_profile_metrics", input)).text).toContain(hint);
  expect((await call("get_profile_metrics", right)).text).toContain("result://");
});

test.each([
  ["read_result", { view: "anomalies" }, "(write outliers)", { view: "outliers" }],
  ["read_result", { statistic: "average" }, "(write mean)", { statistic: "mean" }],
  ["read_result", { grain: "daily" }, "(write day)", { grain: "day" }],
  ["chart_result", { kind: "column" }, "(write bar)", { kind: "bar" }],
])("%s %j", async (tool, input, hint, right) => {
  const { call, failing } = await connect({ profiles: 6 });
  const fans = { ...question, metrics: ["fans_change"] };
  const result = idOf((await call("get_profile_metrics", fans)).text);
  expect((await failing(tool, { result, ...input })).text).toContain(hint);
  expect((await call(tool, { result, ...right })).text.length).toBeGreaterThan(100);
});

test.each([
  [
    "list_profiles",
    { network: "facebook", search: "Acme" },
    "search is not an argument; write name_contains",
  ],
  ["get_profile_metrics", { ...question, search: "x" }, "list_profiles has name_contains"],
  ["list_facebook_posts", { period: "2026-10", count: 5 }, "count is not an argument; write limit"],
  ["get_profile_metrics", { ...question, metrics: ["ROI"] }, '"ROI" (it is not in this API)'],
  [
    "get_profile_metrics",
    { ...question, metrics: ["story views"] },
    '"story views" (it is not in this API)',
  ],
  [
    "get_profile_metrics",
    { ...question, metrics: ["CTR"] },
    "(of other networks: linkedin click_rate = ",
  ],
  [
    "list_facebook_posts",
    { period: "2026-10", filter: { type: "video" } },
    'type is not an argument of filter (write {"field": "type", "value": …})',
  ],
])("%s %j says what there is", async (tool, input, hint) => {
  const { failing } = await connect({ profiles: 6 });
  expect((await failing(tool, input)).text).toContain(hint);
});

test("wrong metrics, labels and profiles are one error", async () => {
  const { failing } = await connect({ profiles: 6 });
  const names = { metrics: ["viws"], labels: ["Brnd"], profiles: ["Acme USS"] };
  const { text } = await failing("get_profile_metrics", { ...question, ...names });
  const problems = ['"viws"', "Brnd (nearest: ", "Acme USS (nearest: "];
  expect(problems.filter((problem) => !text.includes(problem))).toEqual([]);
});

test("a name that is near is proposed where other names were found too", async () => {
  const { call } = await connect({ profiles: 6 });
  const { text } = await call("get_profile_metrics", {
    ...question,
    profiles: ["Acme US", "Acme UKK"],
  });
  expect(text).toContain(
    "Left out, no facebook profile of this account (nearest: Acme UK): Acme UKK.",
  );
});

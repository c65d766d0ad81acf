/** What an error proposes means what was written, and works. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const question = {
  network: "facebook",
  metrics: ["insights_views"],
  period: "last_month",
  dimensions: ["profile"],
};
const compared = { ...question, compare_to: "previous_period" };
const dated = { ...question, period: undefined };

test.each<[object, RegExp]>([
  [{ ...question, period: "Q3" }, /\(write the year too, as YYYY-Q3\)/],
  [{ ...question, period: "week 40" }, /\(write the year too, as YYYY-W40\)/],
  [{ ...question, period: "Q3 2026" }, /\(write 2026-Q3\)/],
  [{ ...question, period: "October 2026" }, /\(write 2026-10\)/],
  [
    { ...question, period: "2026-H1" },
    /\(write date_start and date_end: there are no half years\)/,
  ],
  [{ ...question, period: "2026-10-01" }, /\(write date_start and date_end, both 2026-10-01\)/],
  [
    { ...question, period: "2026-10-01 to 2026-10-31" },
    /\(write date_start 2026-10-01 and date_end 2026-10-31\)/,
  ],
  [
    { ...question, period: "last_24_hours" },
    /\(write days, such as yesterday: the numbers are daily\)/,
  ],
  [{ ...question, period: "last six months" }, /\(write last_6_months\)/],
  [{ ...question, period: "past 45 days" }, /\(write last_45_days\)/],
  [{ ...question, period: "next_month" }, /\(write a period that has begun\)/],
  [{ ...dated, date_start: "01.10.2026", date_end: "31.10.2026" }, /date_start .*date_end /],
  [{ ...question, compare_to: "wow" }, /Write previous_period for the range just before\./],
  [{ ...question, period: "last_5_years", compare_to: "yoy" }, /just before\.$/],
  [
    { ...question, profiles_not: ["Nobody"] },
    /profiles_not: not facebook .*\nUse ids or exact names/,
  ],
  [{ ...question, labels: ["not Europe"] }, /to leave some out, write labels_not/],
  [{ ...question, profiles: [1.2e17] }, /profiles\.0 must be a string, not a number/],
  [{ ...question, sort_by: "insights_views asc" }, /Write the metric in sort_by, and order: asc\./],
  [{ ...question, where: ["insights_views > 5%"] }, /Write the bound as replies write the number/],
  [
    { ...question, where: ["insights_views > 1 AND insights_views < 9"] },
    /Write each as one text of the list: where: \["insights_views > 1","insights_views < 9"\]\./,
  ],
  [{ ...question, where: ["name contains Acme"] }, /list_profiles with name_contains/],
  [{ ...question, group_by: "week" }, /; write dimensions/],
  [{ network: "facebook", period: "last_month", fields: ["insights_views"] }, /; write metrics/],
  [{ ...question, network: "youtube", metrics: ["comments"] }, /\(such as interaction/],
  [{ ...question, network: "instagram", metrics: ["clicks"] }, /^(?!.*profile_clicks)/],
])("%j", async (input, expected) => {
  const { failing } = await connect({ profiles: 4 });
  const { text } = await failing("get_profile_metrics", { ...input });
  expect(text).toMatch(expected);
});

test.each<[object, RegExp]>([
  [{ period: "last_month", type: "video" }, /; write filter/],
  [{ period: "last_month", label: "Retail" }, /; write labels/],
  [{ period: "last_month", page_size: 50 }, /; write limit/],
])("posts: %j", async (input, expected) => {
  const { failing } = await connect({ profiles: 4 });
  expect((await failing("list_facebook_posts", { ...input })).text).toMatch(expected);
});

test.each(["insights_views:change", "insights_views:same_change_percent", "change"])(
  "the rows of a comparison are sorted, and have conditions, by %s",
  async (name) => {
    const { call } = await connect({ profiles: 6 });
    const sorted = await call("get_profile_metrics", { ...compared, sort_by: name });
    expect(sorted.isError).toBe(false);
    const { text } = await call("get_profile_metrics", { ...compared, where: [`${name} > -1e9`] });
    expect(text).toContain(`${name} > -1e9: `);
  },
);

test.each([
  { date_start: "2026-Q1", date_end: "2026-Q3" },
  { date_start: "2026-01", date_end: "2026-09" },
  { date_start: "2026-01-01", date_end: "2026-09-30" },
])("%j are days", async (dates) => {
  const { call } = await connect({ profiles: 4 });
  const { text } = await call("get_profile_metrics", { ...dated, ...dates });
  expect(text).toContain(", 2026-01-01 to 2026-09-30, ");
});

test("days to come cost no requests", async () => {
  const { call, sandbox } = await connect({ profiles: 4 });
  const dates = { date_start: "2026-10-01", date_end: "2099-01-01" };
  const { text } = await call("get_profile_metrics", { ...dated, ...dates });
  expect(text).toContain("The days from 2026-11-20 on have not ended");
  expect(text).toContain("Days to come after 2026-12-22 are left out.");
  expect(sandbox.requests("metrics").length).toBeLessThan(4);
});

test("read_result reads names as the question does", async () => {
  const { call, failing } = await connect({ profiles: 4 });
  const result = idOf((await call("get_profile_metrics", question)).text);
  const read = async (profiles: unknown): Promise<string> =>
    (await call("read_result", { result, profiles })).text.replace(/result:.*/, "");
  expect(await read("acme us, ACME  uk")).toBe(await read(["Acme US", "Acme UK"]));
  const { text } = await failing("read_result", { result, profiles: ["Acme USA"] });
  expect(text).toContain('(nearest: "Acme US"');
});

test("all names that are wrong are named at once: profiles, labels and exclusions", async () => {
  const { failing, call } = await connect({ profiles: 12 });
  const names = { labels: ["Eurpe"], labels_not: ["Asai"], profiles_not: ["Acme USA"] };
  const { text } = await failing("get_profile_metrics", {
    ...question,
    ...names,
    profiles: ["Acme UKK"],
  });
  for (const name of ["Eurpe", "Asai", "Acme USA", "Acme UKK"]) expect(text).toContain(name);
  const result = idOf((await call("get_profile_metrics", question)).text);
  const read = await failing("read_result", {
    result,
    profiles: ["Acme UKK"],
    metrics: ["fans"],
    date_start: "2026-08-01",
    date_end: "2026-08-31",
  });
  for (const wrong of ["Acme UKK", "no metric fans", "the result covers 2026-10-01"])
    expect(read.text).toContain(wrong);
});

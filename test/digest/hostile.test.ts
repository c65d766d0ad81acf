/** Worlds in which a rule must stay silent, or must not: late and missing days, pages that change, rules that change. */
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { weekday } from "../../src/base/time/days.ts";
import { ago, serveDigests, type Digests } from "../helpers/digests.ts";

const views =
  "network: facebook, metrics: [insights_views], dimensions: [profile], period: last_7_days";

/** Changes the numbers of the account, by page and day. */
function change(
  { account }: Digests,
  numberAt: (value: number, page: number, day: string, metric: string) => number | null,
): void {
  const { numberOf } = account;
  account.numberOf = (page, metric, day) =>
    numberAt(numberOf(page, metric, day) ?? 0, page, day, metric);
}

const subjects = async (digests: Digests): Promise<string[]> =>
  (await digests.news()).map(({ state, subject }) => `${state} ${subject}`);

/** The value, some times as high on a day; not of the standing count. */
const spiked = (value: number, day: string, metric: string, days: number, times: number): number =>
  !metric.endsWith("lifetime") && day === ago(days) ? times * value : value;

describe("nothing is news", () => {
  test.each([
    ["days without values", null],
    ["days of zeros", 0],
  ])("where a network is late: %s", async (_, late) => {
    const digests = await serveDigests(`rules:
  median: {${views}, against: median, min: 1000}
  label: {${views.replace("profile", "label")}, against: median, where: change_percent <= -10}
  change: {${views}, compare_to: previous_period, where: change <= -1000}
  plain: {${views}, where: insights_views <= 6000}
  total: {${views.replace("[profile]", "[]")}, where: insights_views <= 500000}
  goal: {goal: {network: facebook, metric: insights_views, from: [${ago(10)}, 0], to: [${ago(-9)}, 1560000]}, min: 5}
  unusual: {network: facebook, view: outliers, min: 8}
`);
    change(digests, (value, __, day) => (day >= ago(3) ? late : value));
    expect(await subjects(digests)).toEqual([]);
  });

  test("where a page lacks days: they are no fall", async () => {
    const digests = await serveDigests(
      `rules:
  median: {${views}, against: median, min: 1000}
  change: {${views}, compare_to: previous_period, where: change <= -1000}
  plain: {${views}, where: insights_views <= 7000}
  goal: {goal: {network: facebook, metric: insights_views, from: [${ago(10)}, 0], to: [${ago(-9)}, 1560000]}, min: 1}
  level: {goal: {network: facebook, metric: fans_lifetime, from: [${ago(10)}, 780000], to: [${ago(-9)}, 790000]}, min: 1}
`,
    );
    change(digests, (value, page, day, metric) => {
      if (page === 2 && day >= ago(4)) return null;
      return metric === "fans_lifetime" ? value + 50 * 12 : value;
    });
    expect(await subjects(digests)).toEqual([]);
  });

  test("where a weekend has no values", async () => {
    const digests = await serveDigests(`rules: {median: {${views}, against: median, min: 1000}}\n`);
    const lastSaturday = [1, 2, 3, 4, 5, 6, 7].find((days) => weekday(ago(days)) === 6) ?? 0;
    change(digests, (value, _, day) => (day >= ago(lastSaturday) ? null : value));
    expect(await subjects(digests)).toEqual([]);
  });
});

describe("something is news", () => {
  test("once, where a metric ended long ago, and it is not resolved", async () => {
    const digests = await serveDigests("rules: {gone: {network: facebook, view: ended}}\n");
    change(digests, (value, _, day, metric) =>
      metric === "insights_reach" && day >= ago(60) ? 0 : value,
    );
    expect(await subjects(digests)).toEqual(["new insights_reach"]);
    change(digests, (value, _, __, metric) => (metric === "insights_reach" ? 0 : value));
    expect(await subjects(digests)).toEqual([]);
  });

  test("where a second day is unusual, and not again where a day is hidden for a run", async () => {
    const digests = await serveDigests(
      "rules: {unusual: {network: facebook, view: outliers, min: 8}}\n",
    );
    const { numberOf } = digests.account;
    change(digests, (value, _, day, metric) => spiked(value, day, metric, 6, 3));
    const first = await digests.news();
    expect(first.map(({ since }) => since)).toEqual([ago(6)]);
    digests.account.numberOf = numberOf;
    change(digests, (value, _, day) => (day === ago(6) ? null : value));
    expect(await digests.news()).toEqual([]);
    digests.account.numberOf = numberOf;
    change(digests, (value, _, day, metric) =>
      spiked(spiked(value, day, metric, 6, 3), day, metric, 1, 20),
    );
    expect((await digests.news()).map(({ since }) => since)).toEqual([ago(1)]);
  });

  test("only once, where the page has another name", async () => {
    const digests = await serveDigests(
      `rules: {fell: {${views}, compare_to: previous_period, where: change_percent < -40}}\n`,
    );
    change(digests, (value, page, day) => (page === 2 && day >= ago(7) ? value / 10 : value));
    expect(await subjects(digests)).toEqual(["new Brand 2"]);
    digests.account.nameOf = (page) => (page === 2 ? "New name" : `Brand ${page}`);
    expect(await subjects(digests)).toEqual([]);
  });

  test("where a rule asks another metric now", async () => {
    const rule = (metric: string): string =>
      `rules: {fell: {${views.replace("insights_views", metric)}, compare_to: previous_period, where: change_percent < -40}}\n`;
    const digests = await serveDigests(rule("insights_views"));
    change(digests, (value, page, day) => (page === 2 && day >= ago(7) ? value / 10 : value));
    expect(await subjects(digests)).toEqual(["new Brand 2"]);
    writeFileSync(digests.rules, rule("insights_reach"));
    expect(await subjects(digests)).toEqual(["new Brand 2"]);
  });

  test("of a rule, where the file of another one is missing", async () => {
    const digests = await serveDigests(`rules:
  frozen: {frozen: nowhere.frozen}
  fell: {${views}, compare_to: previous_period, where: change_percent < -40}
`);
    change(digests, (value, page, day) => (page === 2 && day >= ago(7) ? value / 10 : value));
    const { code, stdout, stderr } = await digests.digest();
    expect([code, stdout]).toEqual([2, expect.stringContaining("Brand 2 (Facebook): ")]);
    expect(stderr).toContain("nowhere.frozen cannot be read");
  });
});

test.each([
  [`{${views}, where: "change_percent <= -40"}`, "needs compare_to"],
  [
    `{${views}, where: "insights_viewz > 1", compare_to: previous_period}`,
    "the question has no insights_viewz",
  ],
  [`{${views}, where: "number <= 8000"}`, "the question has no number"],
  [
    "{network: facebook, metrics: [views_change], where: views_change > 1, period: last_week}",
    "facebook has none of the metrics",
  ],
  ["{network: facebook, metrics: [], view: gaps}", "facebook has none of the metrics"],
  ["{network: facebook, metrics: 5, view: gaps}", 'no network has the metric "5"'],
  [
    `{${views.replace("insights_views", "fans_change")}, compare_to: previous_period, where: change_percent < 1}`,
    "a change of this metric has no percentage",
  ],
  [
    "{network: facebook, metrics: [insights_views], period: yesterday, compare_to: previous_period, where: change_percent <= -40}",
    "ranges of less than a week against other weekdays have no percentage",
  ],
  [
    "{tool: list_facebook_posts, period: last_week, where: 'interactions:change_percent >= 50'}",
    "posts have plain numbers only",
  ],
  ["{tool: list_facebook_posts, period: last_week, view: gaps}", "view is of metrics"],
  [
    "{goal: {network: facebook, metric: fans_lifetime, from: [2026-02-01, 1], to: [2026-01-01, 2]}}",
    "the goal ends before its second day",
  ],
  [
    "{goal: {network: facebook, metric: a / b, from: [2026-01-01, 1], to: [2026-02-01, 2]}}",
    "the metric of a goal is not a ratio",
  ],
  ["{network: facebook, view: gaps, miin: 3}", "miin is no key of a rule"],
  ["{network: facebook, view: gaps, plan_only: true}", "plan_only is no key of a rule"],
  ["{network: facebook, view: gaps, min: -1}", "must be at least 0"],
  [
    "{network: facebook, view: gaps}\n  __proto__: {network: facebook, view: gaps}",
    "__proto__ is no name",
  ],
  ["&r {network: facebook, view: gaps, extra: *r}", "circular"],
])("a rule that can never find anything is an error: %s", async (rule, problem) => {
  const { digest } = await serveDigests(`rules:\n  a: ${rule}\n`);
  const { code, stderr } = await digest();
  expect(code === 1 || code === 2).toBe(true);
  expect(stderr).toContain(problem);
});

test("defaults are in each rule that takes them", async () => {
  const digests =
    await serveDigests(`defaults: {network: facebook, period: last_7_days, compare_to: previous_period, min: 1000}
rules:
  fell: {metrics: [insights_views], dimensions: [profile], where: change < 0}
  posts: {tool: list_facebook_posts, fields: [id, page_id, interactions], where: interactions > 1}
`);
  digests.account.posts = [{ id: "p", page_id: "b1", interactions: 5000 }];
  expect(await subjects(digests)).toEqual(["new Brand 1"]);
});

/** The rules of a digest find what they name, and a wrong one is an error with its line. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ago, dateText, serveDigests, silence } from "../helpers/digests.ts";
import { run } from "../helpers/program.ts";
import { required } from "../../src/base/errors/tool-error.ts";

describe("rules", () => {
  test("find rows that meet their conditions", async () => {
    const digests = await serveDigests(
      `rules:
  fans: {network: facebook, metrics: [fans_lifetime], dimensions: [profile], period: last_7_days, compare_to: previous_period, where: [change_percent <= -0.5, previous >= 25000]}
`,
    );
    const { numberOf } = digests.account;
    expect(await digests.news()).toEqual([]);
    digests.account.numberOf = (page, metric, day) =>
      metric === "fans_lifetime" && page <= 3 && day >= ago(3)
        ? 9900 * page
        : numberOf(page, metric, day);
    expect((await digests.news()).map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
      expect.stringMatching(/^Brand 3: Fans 29,700 \(.+\), 1 % below the range before, 30,000$/),
    ]);
  });

  test("whose condition names another metric are an error, not silence", async () => {
    const digests = await serveDigests(
      `rules:
  a: {network: facebook, metrics: [insights_views], period: last_week, dimensions: [profile], where: "insights_reach < 5"}
`,
    );
    const { code, stderr } = await digests.digest();
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        "a: invalid_input: insights_reach < 5: the question has no insights_reach",
      ),
    ]);
  });

  test("compare labels with the median of four ranges", async () => {
    const digests = await serveDigests(
      `rules:
  views: {network: facebook, metrics: [insights_views], dimensions: [label], period: last_7_days, against: median, where: change_percent <= -40, min: 10000}
`,
    );
    const { numberOf } = digests.account;
    // One of the four weeks before is twice as high: the median is not.
    const factor = (day: string): number => (day >= ago(7) ? 0.5 : day >= ago(14) ? 2 : 1);
    digests.account.numberOf = (page, metric, day) =>
      (numberOf(page, metric, day) ?? 0) * (page <= 4 ? factor(day) : 1);
    const news = await digests.news();
    expect(news.map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
      expect.stringMatching(
        /^Retail: Views [\d,]+ \(.+\), 50 % below the median of the 4 ranges before, [\d,]+$/,
      ),
    ]);
  });

  test("name metrics that the API does not accept", async () => {
    const digests = await serveDigests("rules: {gone: {network: facebook, view: ended}}\n");
    digests.account.rejected = "insights_reach";
    expect((await digests.news()).map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
      "insights_reach: the API does not accept this metric any more",
    ]);
  });

  test("find posts with many times the median of their page", async () => {
    const digests = await serveDigests(
      `rules:
  posts: {tool: list_facebook_posts, period: last_28_days, fields: [id, page_id, created_time, interactions], against: median, where: interactions >= 100, min: 5}
`,
    );
    digests.account.posts = Array.from({ length: 12 }, (_, at) => ({
      id: `p${at}`,
      page_id: at < 6 ? "b1" : "b2",
      created_time: `${ago(3)}T12:00:0${at % 10}Z`,
      interactions: at === 2 ? 900 : at === 8 ? 90 : 20,
    }));
    const news = await digests.news();
    expect(news.map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
      expect.stringMatching(
        /^Brand 1: Interactions 900 of the post of .*, 45 times the median of its page \(20\)$/,
      ),
    ]);
    expect(await digests.news()).toEqual([]);
  });

  test("measure goals by their pace", async () => {
    const digests = await serveDigests(
      `rules:
  fans_2026: {goal: {network: facebook, metric: fans_lifetime, from: [${ago(31)}, 700000], to: [${ago(-29)}, 900000]}, min: 5}
`,
    );
    expect((await digests.news()).map(({ subject, text }) => `${subject}: ${text}`)).toEqual([
      `fans_2026: Fans 780,000 on ${dateText(ago(1))}, 20 % behind its pace: 800,000 by then, 900,000 on ${dateText(ago(-29))}`,
    ]);
  });

  test("find numbers that were corrected since a report was frozen, and not those that arrived", async () => {
    const digests = await serveDigests("rules: {weekly: {frozen: weekly.frozen}}\n");
    const { numberOf } = digests.account;
    silence(digests, [5], 3);
    const report = join(digests.folder, "weekly.md");
    writeFileSync(
      report,
      "---\nquestions: {week: {network: facebook, metrics: [insights_views], period: last_7_days}}\n---\n{{ week.total.insights_views.now }}\n",
    );
    const frozen = join(digests.folder, "weekly.frozen");
    expect((await run(["report", report, "--freeze", frozen], digests.environment)).code).toBe(0);
    digests.account.numberOf = numberOf;
    expect(await digests.news()).toEqual([]);
    digests.account.numberOf = (page, metric, day) =>
      (numberOf(page, metric, day) ?? 0) + (page === 2 && day === ago(2) ? 100 : 0);
    const [{ subject, text } = { subject: "", text: "" }, ...moreNews] = await digests.news();
    expect(moreNews).toEqual([]);
    expect(`${subject}: ${text}`).toMatch(
      new RegExp(
        `^insights_views: 1 value of .+ in week corrected since, of Brand 2; the largest: Brand 2 on ${dateText(ago(2))}, [\\d,]+ instead of [\\d,]+ \\(\\+[\\d.]+ %\\)$`,
      ),
    );
    expect(await digests.news()).toEqual([]);
  });

  test.each([
    ["rules: {}\n", "rules.yaml:1: rules: has none"],
    [
      "rules:\n  a: {network: facebok, view: gaps}\n",
      "rules.yaml:2: rules.a.network[0]: must be one of facebook, ",
    ],
    ["rules:\n  a: {view: gaps}\n", "rules.yaml:2: rules.a: names no network"],
    [
      "rules:\n  a: {network: facebook}\n",
      "rules.yaml:2: rules.a: needs where, view, against, goal or frozen",
    ],
    [
      "rules:\n  a:\n    network: facebook\n    where: views = 1\n",
      'rules.yaml:4: rules.a: "views = 1" is not a condition',
    ],
    [
      "rules:\n  a: {network: facebook, view: gaps, where: x > 1}\n",
      "rules.yaml:2: rules.a: view cannot be combined with where",
    ],
    ["rules:\n  a: {network: facebook, view: gaps, for: 0}\n", "rules.yaml:2: rules.a.for: "],
  ])("that are wrong are errors with their line: %j", async (source, problem) => {
    const digests = await serveDigests(source);
    const { code, stdout, stderr } = await digests.digest();
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(problem);
    required(stderr, "an error");
  });
});

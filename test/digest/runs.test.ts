/** Runs of `digest` by the built program: what they print, with which exit codes, and what they remember. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ago, dateText, serveDigests, type Digests } from "../helpers/digests.ts";
import { readAll, start } from "../helpers/process.ts";
import { run } from "../helpers/program.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { required } from "../../src/errors/tool-error.ts";

const silent = "rules:\n  silent: {network: facebook, view: gaps, min: 3}\n";

/** Some pages have no values from a day on. */
function silence({ account }: Digests, pages: readonly number[], days: number): void {
  const { numberOf } = account;
  account.numberOf = (page, metric, day) =>
    pages.includes(page) && day >= ago(days) ? null : numberOf(page, metric, day);
}

describe("a run", () => {
  test("prints nothing and exits with 0 where nothing is new, and with 10 where something is", async () => {
    const digests = await serveDigests(silent);
    expect(await digests.digest()).toEqual({ code: 0, stdout: "", stderr: "" });
    silence(digests, [2, 3], 5);
    const { code, stdout } = await digests.digest();
    expect([code, stdout]).toEqual([
      10,
      `No data since ${dateText(ago(5))}: 2 pages labelled Retail: Brand 2 (Facebook), Brand 3 (Facebook)\n`,
    ]);
    expect(await digests.digest()).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await digests.digest("--all", "--exit-zero")).code).toBe(0);
    expect((await digests.digest("--again")).stdout.split("\n")).toHaveLength(3);
  });

  test("says once that it is resolved", async () => {
    const digests = await serveDigests(silent);
    const { numberOf } = digests.account;
    silence(digests, [2], 5);
    await digests.news();
    digests.account.numberOf = numberOf;
    expect((await digests.digest()).stdout).toBe(
      `Resolved: Brand 2 (Facebook): no data since ${dateText(ago(5))}\n`,
    );
    expect(await digests.news()).toEqual([]);
  });

  test("of which a rule fails prints the others, loses nothing, and exits as it did", async () => {
    const digests = await serveDigests(
      `${silent}  wrong: {network: facebook, metrics: [insights_viewz], period: last_week, where: "value > 1"}\n`,
    );
    silence(digests, [2], 5);
    const { code, stdout, stderr } = await digests.digest();
    expect([code, stdout]).toEqual([2, expect.stringContaining("Brand 2")]);
    expect(stderr).toMatch(/^wrong: invalid_input: .*insights_viewz/);
    expect(stderr).toContain("1 rule of 2 failed: the next run continues.");
  });

  test("does not report a network that is late", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [1, 2, 3, 4, 5, 6], 5);
    expect(await digests.news()).toEqual([]);
  });

  test("does not resolve what a late network hides", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2], 5);
    expect(await digests.news()).toHaveLength(1);
    silence(digests, [1, 3, 4, 5, 6, 7, 8], 4);
    expect(await digests.news()).toEqual([]);
  });
});

describe("the state", () => {
  test("that is removed repeats the news under their ids", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2, 3, 7], 6);
    const first = await digests.news();
    rmSync(join(digests.environment["HOME"] ?? "", ".local"), { recursive: true });
    const again = await digests.news();
    expect(again).toEqual(first);
    expect(new Set(first.map(({ id }) => id)).size).toBe(3);
  });

  test("is one for each file of rules", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2], 5);
    const first = await digests.news();
    const other = join(digests.folder, "other.yaml");
    writeFileSync(other, silent);
    const { stdout } = await run(["digest", other, "--json"], digests.environment);
    expect(JSON.parse(stdout)).toMatchObject({ news: first });
  });

  test("of runs at the same time loses nothing, and prints the same ids", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2, 3, 7], 6);
    const children = [1, 2, 3].map(() =>
      start(["digest", digests.rules, "--json"], digests.environment),
    );
    const ran = await Promise.all(children.map(readAll));
    expect(ran.map(({ code }) => code)).toEqual(expect.arrayContaining([0, 10]));
    const printed = ran.flatMap(({ stdout }) => JSON.parse(stdout).news);
    expect(new Set(printed.map(({ id }: { id: string }) => id)).size).toBe(3);
  });

  test("of runs that are killed at any moment leaves the news to the next one, under the same ids", async () => {
    const digests = await serveDigests(silent);
    silence(digests, [2, 3, 7], 6);
    const begun = performance.now();
    const expected = (await digests.news()).map(({ id }) => id);
    const whole = performance.now() - begun + 400;
    const kills = repetitions(2, 60);
    for (let kill = 0; kill < kills; kill += 1) {
      rmSync(join(digests.environment["HOME"] ?? "", ".local"), { recursive: true, force: true });
      const child = start(["digest", digests.rules, "--json"], digests.environment);
      const reading = readAll(child);
      await after((whole * (kill + 1)) / kills);
      child.kill("SIGKILL");
      const { stdout } = await reading;
      const printed = stdout.trim() === "" ? [] : JSON.parse(stdout).news;
      const next = await digests.news();
      const ids = [...printed, ...next].map(({ id }: { id: string }) => id);
      expect([...new Set(ids)].toSorted()).toEqual(expected.toSorted());
    }
  });
});

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
    const [{ subject, text } = { subject: "", text: "" }, ...others] = await digests.news();
    expect(others).toEqual([]);
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

/** What a reply says beside its numbers: whose they are, among which rows, and why some are missing. */
import { describe, expect, test } from "vitest";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { connect, type Calls, type Connected } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { withPages } from "../helpers/posts-api.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { serveBrands } from "../helpers/reports.ts";
import { idOf } from "../helpers/results.ts";

/** Pages that fell by a tenth or a fifth, and others that rose; one ended, one began, one has no value at all. */
const numbers: Numbers = ({ index }, metric, day) => {
  if (index === 1 && day > "2026-09-10") return null;
  if (index === 2 && day < "2026-09-20") return null;
  if (index === 4) return null;
  const growth = day >= "2026-10-01" ? 1 + ((index % 5) - 2) / 10 : 1;
  if (metric.endsWith("lifetime")) return 1000 + index;
  return Math.round((1000 + index * 70) * growth);
};

const october = { network: "facebook", period: "2026-10", dimensions: ["profile"] };
const views = { ...october, metrics: ["insights_views"] };
const fell = { ...views, compare_to: "previous_period", where: ["change_percent < 0"] };

const ask = async ({ call }: Pick<Calls, "call">, question: object): Promise<string> =>
  (await call("get_profile_metrics", { ...question })).text;

/** `3 of 15`: the rank of the only row of a piece, and the rows that are ranked. */
const rankIn = (text: string): string => {
  const [, of] = /, 1 of (\d+):\n/.exec(text) ?? [];
  const table = readReply(text).tables.find(({ header }) => header.includes("#"));
  return `${table?.rows[0]?.[table.header.indexOf("#")]} of ${of}`;
};

describe("a condition is part of the question", () => {
  test.each([
    ["a comparison", fell],
    ["one range", { ...views, where: ["insights_views >= 90000"] }],
  ])("in the pieces of %s: ranks are among the rows that meet it", async (_, question) => {
    const connected = await connect({ profiles: 40, numbers });
    const text = await ask(connected, question);
    const [, count] = /: (\d+) of 40 match/.exec(text) ?? [];
    const rows = readReply(text).tables.find(({ header }) => header.includes("profile"))?.rows;
    expect(rows).toHaveLength(Number(count));
    const result = idOf(text);
    const reply = await connected.call("read_result", { result });
    expect(readReply(reply.text).tables).toEqual(readReply(text).tables);
    for (const at of [0, 2, Number(count) - 1]) {
      const profiles = [rows?.[at]?.[0]?.replaceAll("¦", "|")];
      const piece = await connected.call("read_result", { result, profiles });
      expect(rankIn(piece.text)).toBe(`${at + 1} of ${count}`);
    }
    const mismatch = { result, profiles: ["Café Žofín"] };
    expect((await connected.call("read_result", mismatch)).text).toContain(": 0 of 1 match");
  });

  test("a condition of a piece of some profiles is judged among all", async () => {
    const connected = await connect({ profiles: 40, numbers });
    const result = idOf(await ask(connected, { ...fell, where: undefined }));
    const where = ["change_percent < 0"];
    const reply = readReply((await connected.call("read_result", { result, where })).text);
    const names = reply.tables
      .find(({ header }) => header.includes("profile"))
      ?.rows.map(([name]) => name);
    const profiles = [names?.[4]];
    const { text } = await connected.call("read_result", { result, where, profiles });
    expect(rankIn(text)).toBe(`5 of ${names?.length}`);
  });

  test("a chart draws the rows that meet it, and says so", async () => {
    const connected = await connect({ profiles: 40, numbers });
    for (const question of [fell, { ...views, where: ["insights_views >= 90000"] }]) {
      const text = await ask(connected, question);
      const [, count] = /: (\d+) of 40 match/.exec(text) ?? [];
      const chart = await connected.call("chart_result", { result: idOf(text) });
      expect(chart.text).toContain(`, the ${count} of 40 profiles that match`);
      expect(chart.text).toContain(` ${count} profiles`);
    }
  });
});

describe("a picture says whose numbers it draws", () => {
  test("levels along time are of the pages that are there throughout", async () => {
    const connected = await connect({ profiles: 12, numbers });
    const question = {
      ...october,
      period: undefined,
      date_start: "2026-07-01",
      date_end: "2026-10-31",
    };
    const fans = { ...question, metrics: ["fans_lifetime"], dimensions: ["date.month"] };
    const { text } = await connected.call("chart_result", {
      result: idOf(await ask(connected, fans)),
    });
    expect(text).toMatch(/^Fans by month, the 9 of 12 profiles with values throughout: line chart/);
    // Nine pages of 1,000 and their places: without the one that ended, and the one that began.
    expect(text).toContain("lowest 9059 (2026-07), highest 9059 (2026-10), last 9059 (2026-10)");
    const both = { ...fans, metrics: ["insights_views", "fans_lifetime"] };
    const { text: panels } = await connected.call("chart_result", {
      result: idOf(await ask(connected, both)),
    });
    expect(panels).toMatch(/^Views and fans by month, 12 profiles: /);
    expect(panels).toContain("\nfans_lifetime last, the 9 of 12 profiles with values throughout: ");
  });

  test("both ranges of a comparison are of the same pages, and only changes are at equal days", async () => {
    const connected = await connect({ profiles: 40, numbers });
    const question = { ...views, compare_to: "previous_period" };
    const byWeek = { ...question, period: "2026-Q3", dimensions: ["date.month"] };
    const months = idOf(await ask(connected, byWeek));
    const { text } = await connected.call("chart_result", { result: months });
    expect(text).toMatch(/^Views by month, the same 36 of 37 profiles, Q3 2026 against Q2 2026/);
    expect(text).toContain("\n92 against 91 days.\n");
    const byLabel = idOf(await ask(connected, { ...question, dimensions: ["profile_label"] }));
    const { text: labels } = await connected.call("chart_result", { result: byLabel });
    expect(labels).toMatch(/^Change in views by label, the same 36 of 37 profiles, /);
    expect(labels).toContain("\n31 against 30 days: changes are at equal days.\n");
  });
});

describe("names and counts", () => {
  test("all counts the pages with a value, by metric where these differ", async () => {
    const connected = await connect({ profiles: 40, numbers });
    expect(await ask(connected, views)).toMatch(/\n\nall 36\|total\n/);
    const lacking = await connect({
      profiles: 40,
      numbers: ({ index }, metric) => (index === 5 && metric.startsWith("insights") ? null : 100),
    });
    const several = { ...views, metrics: ["insights_views", "fans_lifetime"] };
    expect(await ask(lacking, several)).toMatch(
      /\n\nmetric\|profiles\|total\ninsights_views sum\|all 39\|120900\nfans_lifetime last\|all 40\|4000\n/,
    );
  });

  test("labels are called by their names, also where profiles have their ids alone", async () => {
    const api = await serveBrands(
      ["A", "B", "C"].map((name, at) => ({
        id: String(at + 1),
        name,
        profile_labels: [`L${at + 1}`],
      })),
      {
        profile_labels: {
          data: ["Retail", "Europe", "Europe"].map((name, at) => ({
            id: `L${at + 1}`,
            name,
            profiles: [],
          })),
        },
      },
    );
    const { call } = await connect({ baseUrl: api.baseUrl });
    const { text: list } = await call("list_profiles", { network: "facebook" });
    expect(list).toMatch(/\|Retail\n.*\|Europe\n.*\|Europe$/);
    const result = idOf(await ask({ call }, views));
    const { text } = await call("read_result", { result, group_by: "profile_label" });
    expect(text).toContain("\nRetail|1|");
    // Of two with one name, each has its id.
    expect(text).toContain("\nEurope (L2)|1|");
    expect(text).toContain("\nEurope (L3)|1|");
    const byLabel = { ...views, dimensions: ["profile_label"] };
    expect(await ask({ call }, byLabel)).toMatch(/\nEurope \(L[23]\)\|\d+\n/);
  });

  test("people of a window are named by its days, and are at least the largest number within the range", async () => {
    const people: Numbers = ({ index }, metric, day) =>
      metric.endsWith("28_days") ? (day < "2026-07-10" ? 9999 : 9000 + index) : 300;
    const connected = await connect({ profiles: 3, numbers: people });
    const quarter = {
      ...october,
      period: "2026-Q3",
      metrics: ["insights_reach", "insights_reach_28_days"],
    };
    const text = await ask(connected, quarter);
    expect(text).toContain(
      "\ninsights_reach_28_days people in the 28 days to 09-30, mean per page|9001\n",
    );
    // The numbers of the first days count people of June.
    expect(text).toContain(
      "\ninsights_reach: at least 9001 people (Acme UK on 07-28); the API has no distinct people of 92 days.\n",
    );
    const pageText = await ask(connected, { ...quarter, profiles: ["Acme US"] });
    expect(pageText).toContain("\ninsights_reach_28_days people in the 28 days to 09-30|9000|\n");
  });
});

describe("missing values", () => {
  test("are counted once, by cause, for each group of metrics", async () => {
    const connected = await connect({ profiles: 12, numbers });
    const metrics = ["insights_views", "fans_lifetime", "fans_change"];
    const text = await ask(connected, { ...october, metrics });
    const [opening = "", ...rest] = text.split("\n");
    // Insights, which are off for a page, are asked for beside fans.
    expect(opening).toContain(" 62 of 372 profile-days missing: Acme UK ended 09-10, ");
    expect(rest.join("\n")).not.toMatch(/missing|Missing|Insights are off/);
  });

  test("a piece without any value is not complete", async () => {
    const connected = await connect({
      profiles: 12,
      numbers: (_, __, day) => (day > "2026-11-17" ? null : 100),
    });
    const question = { ...views, period: "last_30_days", dimensions: ["date.day"] };
    const text = await ask(connected, question);
    expect(text).toContain("numbers to 11-17; later days are not delivered.");
    const piece = { result: idOf(text), date_start: "2026-11-18" };
    const { text: late } = await connected.call("read_result", piece);
    expect(late).not.toContain("Complete.");
    expect(late).toContain(" No values. ");
  });

  test("a group of posts without a value has no share", async () => {
    const connected = await withPages([
      {
        posts: ["video", "video", "link"].map((type, at) => ({
          id: String(at),
          page_id: "1",
          created_time: "2026-10-05T10:00:00Z",
          type,
          ...(type === "video" && { interactions: 5 }),
        })),
      },
    ]);
    const { text } = await connected.call("list_facebook_posts", {
      date_start: "2026-10-05",
      date_end: "2026-10-05",
      fields: ["type", "interactions"],
    });
    const piece = { result: idOf(text), group_by: "type", view: "shares", sort_by: "interactions" };
    const { text: groups } = await connected.call("read_result", piece);
    expect(groups).toMatch(/\nlink\|1 \(few\)\|33\.3\|–\|–\n/);
    // No row has a rank.
    expect(groups).not.toContain("share a rank");
  });
});

test("the period of a level in total is the range that was asked for", async () => {
  const connected: Connected = await connect({ profiles: 3, numbers, saveTo: temporaryFolder() });
  const level = { ...october, metrics: ["fans_lifetime"], dimensions: [] };
  const quarter = { ...level, period: "2026-Q3" };
  const id = idOf(await ask(connected, quarter));
  const { text } = await connected.call("save_report", {
    markdown: `{{ ${id}.total.fans_lifetime | sentence }}`,
  });
  expect(text).toContain("Fans: 3,003 on September 30, 2026 (3 pages).");
});

/** What late, ended and rejected numbers must not reach: statistics, other metrics, all networks. */
import { describe, expect, test } from "vitest";
import { plausibleNumbers, type Numbers } from "../../src/sandbox/numbers.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf } from "../helpers/results.ts";
import { ask } from "../helpers/late-networks.ts";

const late = (lagZeros: number): Promise<Connected> =>
  connect({ profiles: 10, world: { lagZeros } });

const fortnight = { network: "facebook", period: "last_14_days" };

const piece = async ({ call }: Connected, text: string, of: object): Promise<string> =>
  (await call("read_result", { result: idOf(text), ...of })).text;

/** The cells of the tables, without their titles. */
const cellsOf = (text: string): string[] =>
  readReply(text).tables.flatMap(({ rows }) => rows.flatMap(([, ...cells]) => cells));

describe("days that are not delivered are in no number of a single profile", () => {
  test("statistics, weekdays, and the change of a level", async () => {
    const connected = await late(3);
    const metrics = ["insights_views", "fans_lifetime"];
    const text = await ask(connected, {
      ...fortnight,
      metrics,
      dimensions: ["profile", "date.day"],
    });
    for (const of of [
      { statistic: "min" },
      { statistic: "last" },
      { statistic: "median, max" },
      { grain: "weekday" },
    ]) {
      const cells = cellsOf(await piece(connected, text, of));
      expect(cells.length).toBeGreaterThan(8);
      expect([of, cells.filter((cell) => cell === "0")]).toEqual([of, []]);
    }
    const single = await piece(connected, text, { grain: "day", profiles: ["Acme US"] });
    expect(single).not.toContain("-100%");
  });

  test("weekdays of profiles have no fall", async () => {
    const dimensions = ["profile", "date.weekday"];
    const question = { metrics: ["insights_views"], compare_to: "previous_period", dimensions };
    expect(await ask(await late(3), question)).not.toMatch(/\|-100\b/);
  });

  test("charts", async () => {
    const connected = await late(3);
    const text = await ask(connected, {
      ...fortnight,
      metrics: ["insights_views"],
      dimensions: ["profile", "date.day"],
    });
    const { text: chart } = await connected.call("chart_result", { result: idOf(text), top: 3 });
    expect(chart).not.toMatch(/last 0\b|lowest 0\b/);
  });
});

test("a metric that ended leaves the extremes, ranks and changes of another one as they are", async () => {
  const months = {
    period: undefined,
    date_start: "2026-05-01",
    date_end: "2026-10-31",
    dimensions: ["date.month"],
  };
  const views = { ...months, metrics: ["insights_views"] };
  const ended = await connect({ profiles: 10, world: { ended: { insights_reach: "2026-06-15" } } });
  const plain = await connect({ profiles: 10 });
  // Beside people the line has its number of profiles, and no mean.
  const lineOf = (text: string): string | undefined =>
    /\ninsights_views sum(?:\|all 9)?\|(.*)/.exec(text)?.[1]?.replace("||", "|");
  const both = await ask(ended, { ...months, metrics: ["insights_views", "insights_reach"] });
  expect(lineOf(both)).toBe(lineOf(await ask(plain, views)));
  expect(both).toMatch(/\n2026-10\*\|\d+\|–\n/);
  const min = { statistic: "min", of: "month", metrics: ["insights_views"] };
  const [text, expected] = [
    await piece(ended, both, min),
    await piece(plain, await ask(plain, views), min),
  ];
  expect(cellsOf(text)).toEqual(cellsOf(expected));
  const compared = await ask(ended, {
    ...months,
    metrics: ["insights_views", "insights_reach"],
    compare_to: "2025-05-01",
  });
  expect(compared).toMatch(/\n2026-10\*\|\d+\|\d+\|\d+\|\+\d+\|\+0\.9\n/);
});

test.each<[string, (date: string) => 0 | null | undefined]>([
  [
    "zeros before missing days",
    (date) => (date >= "2026-11-19" ? null : date >= "2026-11-17" ? 0 : undefined),
  ],
  [
    "missing days before zeros",
    (date) => (date >= "2026-11-19" ? 0 : date >= "2026-11-17" ? null : undefined),
  ],
])("%s are one run", async (_, lackOf) => {
  const numbers: Numbers = (profile, metric, date, breakdown) => {
    const lack = lackOf(date);
    return lack === undefined ? plausibleNumbers(profile, metric, date, breakdown) : lack;
  };
  const connected = await connect({ profiles: 10, numbers });
  const text = await ask(connected, { metrics: ["insights_views"], compare_to: "previous_period" });
  expect(text.split("\n")[0]).toContain("facebook: numbers to 11-16;");
  expect(text).toContain("Both ranges count their first 4 days.");
});

describe("all networks", () => {
  const question = { network: "all", period: "last_7_days" };

  test("the first line says that zeros may not be delivered, and how far each network goes, once", async () => {
    const world = { networks: { youtube: { lag: 3 }, instagram: { lagZeros: 2 } } };
    // Too few to be sure that the zeros are not delivered.
    const numbers: Numbers = (profile, metric, date, breakdown) =>
      metric === "insights_media_views" ? 5 : plausibleNumbers(profile, metric, date, breakdown);
    const connected = await connect({ profiles: 10, world, numbers });
    const text = await ask(connected, {
      ...question,
      metrics: ["insights_media_views", "views_change"],
      compare_to: "previous_period",
    });
    const [first = ""] = text.split("\n");
    expect(first).toContain(
      "insights_media_views: 0 for all profiles from 11-18 on: these days may not be delivered yet.",
    );
    expect(first.match(/youtube: /g)).toHaveLength(1);
    expect(text).not.toContain("Both ranges count");
    expect(text).toMatch(/\nyoutube\|views_change sum\|4 of 7\|/);
  });

  test("a level of zeros is not delivered, whatever the days before", async () => {
    const connected = await connect({ profiles: 10, world: { lagZeros: 2 } });
    const text = await ask(connected, {
      network: "instagram",
      metrics: ["followers_lifetime"],
      compare_to: "previous_year",
    });
    expect(text).not.toMatch(/-100\b|\|0\|/);
  });
});

describe("a metric that ended before the later range", () => {
  const world = { ended: { insights_views: "2026-09-10" } };
  const question = { metrics: ["insights_views"], period: "2026-10", dimensions: [] };

  test("has the day of its end, its number before, and no change", async () => {
    const text = await ask(await connect({ profiles: 10, world }), {
      ...question,
      compare_to: "previous_period",
    });
    expect(text).toContain("insights_views: no values above 0 from 2026-09-10 on");
    expect(text).toMatch(/\ninsights_views sum\|–\|\d+\|–\n/);
  });
});

test("pages without values on weekends are not late on a Monday", async () => {
  const numbers: Numbers = (profile, metric, date, breakdown) =>
    profile.index % 2 === 0 && [0, 6].includes(new Date(date).getUTCDay())
      ? null
      : plausibleNumbers(profile, metric, date, breakdown);
  const now = (): number => Date.UTC(2026, 10, 16, 12);
  const connected = await connect({ profiles: 10, numbers, now });
  for (const period of ["last_3_days", "last_7_days", "last_week", "last_30_days"]) {
    const text = await ask(connected, { metrics: ["insights_views"], period });
    expect([period, text]).toEqual([period, expect.not.stringContaining("not delivered")]);
  }
});

test("a breakdown that alone is late has no fall", async () => {
  const numbers: Numbers = (profile, metric, date, breakdown) =>
    breakdown !== undefined && date >= "2026-11-17"
      ? null
      : plausibleNumbers(profile, metric, date, breakdown);
  const connected = await connect({ profiles: 10, numbers });
  const text = await ask(connected, {
    metrics: ["insights_impressions"],
    dimensions: ["activity_type"],
    compare_to: "previous_period",
  });
  expect(text.split("\n")[0]).toContain("facebook: numbers to 11-16;");
});

describe("rejected metrics", () => {
  test("rows are not sorted by a ratio of one, and all networks name it", async () => {
    const connected = await connect({ profiles: 10, world: { retired: ["insights_reach"] } });
    const metrics = ["insights_views", "r = insights_reactions / insights_reach"];
    for (let times = 0; times < 2; times += 1)
      expect(await ask(connected, { metrics, sort_by: "r" })).toContain(
        "Without insights_reach: not accepted",
      );
    const text = await ask(connected, { network: "all", metrics: ["insights_reach"] }).catch(
      String,
    );
    expect(text).toContain('the API does not accept "insights_reach"');
  });
});

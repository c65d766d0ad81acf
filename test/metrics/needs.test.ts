/** What a reply needs follows from the question alone: days, sums, or means of the API. */
import { describe, expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { metricsOf, type Metric } from "../../src/catalog/metrics/index.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { heldAsParts, isLong, isSeenByMonth, needsOf } from "../../src/metrics/question/needs.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { toDay } from "../../src/time/days.ts";
import { yearly } from "../helpers/yearly.ts";

const named = (network: MetricNetwork, names: string): Metric[] =>
  names
    .split(" ")
    .flatMap((name) => metricsOf(network, 3).filter((metric) => metric.name === name));

/** The metrics of each need, by name. */
function needsOfText(question: Question): Readonly<Record<"days" | "sums" | "means", string>> {
  const text = (metrics: readonly Metric[]): string => metrics.map(({ name }) => name).join(" ");
  const { days, sums, means } = needsOf(question);
  return { days: text(days), sums: text(sums), means: text(means) };
}

const reach = "insights_reach";
/** People of several days, and people whom the API adds up. */
const others = "insights_reach_7_days insights_fans_online";
const kinds = `insights_views ${reach} ${others}`;
/** 92 days of 2026, which has no break. */
const quarter = { start: toDay("2026-07-01"), end: toDay("2026-09-30") };
const dayMore = { start: toDay("2026-06-30"), end: quarter.end };

interface Rest extends Partial<Omit<Question, "profiles">> {
  readonly profiles?: number;
}

/** A question about 93 days. */
const asked = (
  dimensions: readonly Dimension[],
  names = kinds,
  { profiles = 3, network = "facebook", ...rest }: Rest = {},
): Question =>
  yearly(dimensions, profiles, { network, metrics: named(network, names), ...dayMore, ...rest });

describe("a range of up to 92 days", () => {
  test("is short, and one day more is long", () => {
    expect([
      isLong(quarter),
      isLong(dayMore),
      isLong(quarter, dayMore),
      isLong(quarter, quarter),
    ]).toEqual([false, true, true, false]);
  });

  test.each<readonly Dimension[][]>([
    [[]],
    [["profile"]],
    [["profile_label"]],
    [["date.day"]],
    [["date.week"]],
    [["date.month"]],
    [["date.year"]],
    [["date.weekday"]],
    [["profile", "date.day"]],
  ])("needs every metric by profile and day, by %j", (dimensions) => {
    const question = asked(dimensions, kinds, quarter);
    expect(needsOfText(question)).toEqual({ days: kinds, sums: "", means: "" });
    expect(isSeenByMonth(question)).toBe(false);
  });

  test("counts as long where the other range of a comparison is, and the other way round", () => {
    const long = asked([], "insights_views", { ...quarter, isLong: true });
    expect(needsOfText(long).sums).toBe("insights_views");
    expect(isSeenByMonth(long)).toBe(true);
    const short = asked([], "insights_views", { isLong: false });
    expect(needsOfText(short).days).toBe("insights_views");
    expect(isSeenByMonth(short)).toBe(false);
  });
});

describe("a longer range", () => {
  test.each<readonly [readonly Dimension[], string, string]>([
    [[], others, reach],
    [["profile"], others, reach],
    [["date.day"], others, reach],
    [["date.week"], others, reach],
    [["profile", "date.month"], others, reach],
    [["date.quarter"], `${reach} ${others}`, ""],
    [["profile", "date.year"], `${reach} ${others}`, ""],
    [["profile_label"], `${reach} ${others}`, ""],
    [["profile_label", "date.month"], `${reach} ${others}`, ""],
  ])("by %j needs sums, and means where the API computes each", (dimensions, days, means) => {
    expect(needsOfText(asked(dimensions))).toEqual({ days, sums: "insights_views", means });
    expect(isSeenByMonth(asked(dimensions))).toBe(true);
  });

  test("needs days where single days and profiles, or weekdays, are asked for", () => {
    const days = { days: kinds, sums: "", means: "" };
    expect(needsOfText(asked(["profile", "date.day"]))).toEqual(days);
    expect(needsOfText(asked(["date.day"], kinds, { profiles: 1 }))).toEqual(days);
    expect(needsOfText(asked(["date.weekday"]))).toEqual(days);
    expect(needsOfText(asked(["profile", "date.weekday"]))).toEqual(days);
    expect(isSeenByMonth(asked(["date.day"], kinds, { profiles: 1 }))).toBe(false);
    expect(needsOfText(asked(["profile_label", "date.day"], kinds, { profiles: 1 }))).toEqual({
      days: `${reach} ${others}`,
      sums: "insights_views",
      means: "",
    });
  });

  test("needs nets as sums, levels by day, and flows that the API averages by day", () => {
    expect(needsOfText(asked([], "fans_change fans_lifetime"))).toEqual({
      days: "fans_lifetime",
      sums: "fans_change",
      means: "",
    });
    const flows = "insights_impressions insights_impressions_7_days insights_media_views";
    expect(needsOfText(asked([], flows, { network: "instagram" }))).toEqual({
      days: "insights_impressions insights_impressions_7_days",
      sums: "insights_media_views",
      means: "",
    });
    const ratio = asked([], "interactions_per_1k_fans interaction_change", { network: "youtube" });
    expect(needsOfText(ratio)).toMatchObject({
      days: "interactions_per_1k_fans",
      sums: "interaction_change",
    });
  });

  test("needs means by day where they cross a break, or where any metric of the network divides rows of time", () => {
    const year = { start: toDay("2025-01-01"), end: toDay("2025-12-31") };
    const adds = "insights_fan_adds_unique";
    expect(needsOfText(asked([], `${adds} ${reach}`, year))).toMatchObject({
      days: adds,
      means: reach,
    });
    expect(needsOfText(asked(["profile"], `fans_lifetime ${reach}`, year)).means).toBe(reach);
    for (const names of [`fans_lifetime ${reach}`, reach])
      expect(needsOfText(asked(["date.month"], names, year)).means).toBe("");
    const since = { start: toDay("2025-11-15"), end: toDay("2026-03-31") };
    expect(needsOfText(asked(["date.month"], `${adds} ${reach}`, since)).means).toBe(
      `${adds} ${reach}`,
    );
    const from = { ...since, start: toDay("2025-11-14") };
    expect(needsOfText(asked(["date.month"], reach, from)).means).toBe("");
  });
});

describe("a ratio", () => {
  const engagements = "insights_engagements";
  const rate = "insights_reach_engagement_rate";
  const linkedin = (names: string, shown?: string): ReturnType<typeof needsOfText> =>
    needsOfText(
      asked([], names, {
        network: "linkedin",
        ...(shown === undefined ? {} : { shown: named("linkedin", shown) }),
      }),
    );

  test("needs its parts by day, and sums and means of those that are shown as well", () => {
    const all = `${engagements} ${reach} ${rate} insights_post_clicks`;
    expect(linkedin(all)).toEqual({
      days: `${engagements} ${reach} ${rate}`,
      sums: `${engagements} insights_post_clicks`,
      means: reach,
    });
    expect(linkedin(all, `${rate} insights_post_clicks`)).toEqual({
      days: `${engagements} ${reach} ${rate}`,
      sums: "insights_post_clicks",
      means: "",
    });
  });

  test("keeps the days of a mean as its part, apart from the numbers of the mean itself", () => {
    const all = `${engagements} ${reach} ${rate}`;
    expect(heldAsParts(asked([], all, { network: "linkedin" }))).toEqual([reach]);
    expect(heldAsParts(asked([], reach, { network: "linkedin" }))).toBeUndefined();
  });

  test("that is not shown leaves its parts as they are", () => {
    expect(linkedin(`${engagements} ${reach}`)).toEqual({
      days: "",
      sums: engagements,
      means: reach,
    });
  });

  test("that a question defines is not requested, but its parts are needed by day", () => {
    const [views, fans] = named("facebook", "insights_views insights_fan_adds");
    if (views === undefined || fans === undefined) throw new Error("no metrics");
    const parts = [views.name, fans.name] as const;
    const derived: Metric = { ...views, name: "per_fan", isDerived: true, parts };
    const question = { ...asked([]), metrics: [views, fans], shown: [fans, derived] };
    expect(needsOfText(question)).toEqual({
      days: "insights_views insights_fan_adds",
      sums: "insights_fan_adds",
      means: "",
    });
  });
});

test("a breakdown needs sums and means as they are asked, however short the range is", () => {
  const metrics = `insights_impressions ${reach}`;
  for (const range of [quarter, dayMore]) {
    expect(needsOfText(asked(["post_attribution"], metrics, range))).toEqual({
      days: "",
      sums: "insights_impressions",
      means: reach,
    });
    expect(needsOfText(asked(["profile_label", "post_attribution"], metrics, range)).days).toBe(
      reach,
    );
    expect(needsOfText(asked(["locale"], "insights_fans_lifetime", range)).days).toBe(
      "insights_fans_lifetime",
    );
    const daily = asked(["profile", "date.day", "post_attribution"], metrics, range);
    expect(needsOfText(daily).days).toBe(metrics);
  }
  expect(isSeenByMonth(asked(["post_attribution"], metrics, quarter))).toBe(false);
});

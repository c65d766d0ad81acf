/** Questions to an API that changes: a network that is late, and a metric that it does not accept any more. */
import { sum, total } from "../combine.ts";
import type { Range } from "../draw.ts";
import { aboutMetrics, firstPlain, type Template } from "./template.ts";

/** What the API of the server under evaluation has changed. */
const lateDays = 3;
export const changedApi = {
  networks: {
    youtube: { lag: lateDays },
    tiktok: { retired: ["insights_profile_views"] },
  },
};

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10);

const lastWeek = (): Range => ({ start: daysAgo(7), end: daysAgo(1), words: "in the last 7 days" });
const delivered = { start: daysAgo(7), end: daysAgo(lateDays + 1), words: "" };
const before = { start: daysAgo(14), end: daysAgo(lateDays + 8), words: "" };

const late = {
  trap: "a late network",
  network: "youtube",
  choose: firstPlain(8),
  rangeOf: lastWeek,
} as const;

const retired = {
  trap: "a retired metric",
  network: "tiktok",
  metrics: ["insights_video_views", "insights_profile_views"],
} as const;

export const changing: readonly Template[] = [
  aboutMetrics(
    { ...late, id: "late-change", metrics: ["views_change", "viewed_time_change"] },
    async ({ names, range, values, metrics: [metric] }) => ({
      text: `The views of the youtube profiles ${names.join(", ")} ${range.words} are compared with the 7 days before: how many did they have together before, on as many days as YouTube has delivered ${range.words}?`,
      truth: sum(await values(metric, before)),
      more: { compare_to: before.start, dimensions: [] },
      pick: { column: "before", row: metric },
    }),
  ),
  aboutMetrics({ ...late, id: "late-last-day", metrics: ["views_change"] }, ({ names, range }) => ({
    text: `Up to which day (MM-DD) does YouTube have the views of ${names.join(", ")} ${range.words}?`,
    truth: delivered.end.slice(5),
    more: { dimensions: [] },
    pick: { pattern: "numbers to (\\d\\d-\\d\\d)" },
  })),
  aboutMetrics({ ...retired, id: "retired-metric" }, ({ who, range }) => ({
    text: `How many profile views did ${who} have ${range.words}?`,
    truth: null,
    refusal: "Without insights_profile_views: not accepted by the API",
    pick: { column: "total", row: "insights_profile_views" },
  })),
  aboutMetrics({ ...retired, id: "retired-beside" }, async ({ who, range, values }) => ({
    text: `How many video views, and how many profile views, did ${who} have ${range.words}? Answer with the first number, even if there is no other.`,
    truth: total(await values()),
  })),
];

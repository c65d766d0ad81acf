/** Questions about numbers of profiles: totals, levels, means, ratios, changes, ranks. */
import { changeAtEqualDays, grouped, highest, mean, ratio, sum, total } from "../combine.ts";
import type { Range } from "../draw.ts";
import { firstPlain, forEach, withInsights, type Row, type Template } from "./template.ts";

export const flows: readonly Row[] = [
  ["facebook", "views", "insights_views"],
  ["instagram", "media views", "insights_media_views"],
  ["linkedin", "impressions", "insights_impressions"],
  ["tiktok", "video views", "insights_video_views"],
  ["youtube", "views", "views_change"],
];

export const reaches: readonly Row[] = [
  ["facebook", "people", "insights_reach"],
  ["instagram", "people", "insights_reach"],
  ["linkedin", "people", "insights_reach"],
];

/** The calendar month before a range that begins one. */
const monthBefore = ({ start }: Range): Range => {
  const end = new Date(Date.parse(start) - 24 * 3600 * 1000).toISOString().slice(0, 10);
  return { start: `${end.slice(0, 7)}-01`, end, words: "" };
};

const weekdayOf = (day: string): string =>
  new Date(day).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });

export const metrics: readonly Template[] = [
  ...forEach(flows, { id: "total" }, async ({ who, words, range, values }) => ({
    text: `How many ${words} did ${who} have ${range.words}?`,
    truth: total(await values()),
  })),
  ...forEach(
    flows,
    { id: "total-all", ...withInsights },
    async ({ network, words, range, values }) => ({
      text: `How many ${words} did all ${network} profiles have together ${range.words}, as far as there are numbers?`,
      truth: total(await values()),
    }),
  ),
  ...forEach(
    [
      ["facebook", "followers", "fans_lifetime"],
      ["instagram", "followers", "followers_lifetime"],
      ["twitter", "followers", "followers_lifetime"],
      ["linkedin", "followers", "followers_lifetime"],
      ["pinterest", "followers", "followers_lifetime"],
    ],
    { id: "level", trap: "a level is not added over days" },
    async ({ who, words, range, values }) => ({
      text: `How many ${words} did ${who} have at the end of the period ${range.start} to ${range.end}?`,
      truth: (await values()).at(-1) ?? null,
    }),
  ),
  ...forEach(
    reaches,
    { id: "mean-reach", trap: "a mean of means", choose: firstPlain(2) },
    async ({ network, names, metrics: [metric], range, values }) => ({
      text: `What was the mean daily reach per profile of the ${network} profiles ${names.join(" and ")} ${range.words}, over all days that have a number?`,
      truth: mean(await values()),
      more: { dimensions: ["profile"] },
      pick: { column: "mean", row: metric },
    }),
  ),
  ...forEach(
    reaches,
    { id: "people", trap: "people are not added up" },
    ({ who, words, range }) => ({
      text: `How many different ${words} did ${who} reach ${range.words} in all? The API has the ${words} reached per day.`,
      truth: null,
      refusal: "at least",
    }),
  ),
  ...forEach(
    [
      ["facebook", "reactions per view", "insights_reactions", "insights_views"],
      ["linkedin", "engagements per impression", "insights_engagements", "insights_impressions"],
      ["tiktok", "engagements per video view", "insights_engagements", "insights_video_views"],
    ],
    { id: "ratio", trap: "a mean of ratios" },
    async ({ who, words, metrics: [above, below], range, cells }) => ({
      text: `How many ${words} did ${who} have ${range.words}, over the whole month?`,
      truth: ratio(await cells(above), await cells(below)),
      more: { metrics: [`each = ${above} / ${below}`] },
      pick: { column: "total", row: "each" },
    }),
  ),
  ...forEach(
    flows.slice(0, 4),
    { id: "change" },
    async ({ who, words, metrics: [metric], range, values }) => {
      const now = await values();
      const before = await values(metric, monthBefore(range));
      return {
        text: `By how much did the ${words} of ${who} change ${range.words} against the month before, at equal days (the number before made of its mean per day with a value times the days with a value now)? Answer with a whole number.`,
        truth: changeAtEqualDays(now, before),
        more: { compare_to: "previous_period" },
        pick: { column: "change", row: metric },
      };
    },
  ),
  ...forEach(
    flows.slice(0, 4),
    { id: "best-day" },
    async ({ who, words, metrics: [metric], range, cells }) => ({
      text: `On which day ${range.words} did ${who} have the most ${words}? Answer with the date, YYYY-MM-DD.`,
      truth: highest(grouped(await cells(), ({ day }) => day)),
      more: { dimensions: ["date.day"] },
      pick: { column: metric, row: "highest", wantsName: true },
    }),
  ),
  ...forEach(
    flows.slice(0, 4),
    { id: "best-profile", choose: firstPlain(5) },
    async ({ network, words, metrics: [metric], profiles, names, range, cells }) => {
      const best = highest(grouped(await cells(), ({ profile }) => profile));
      return {
        text: `Which of the ${network} profiles ${names.join(", ")} had the most ${words} ${range.words}? Answer with its name.`,
        truth: profiles.find(({ id }) => id === best)?.name ?? null,
        more: { dimensions: ["profile"] },
        pick: { column: metric, row: "highest", wantsName: true },
      };
    },
  ),
  ...forEach(
    flows.slice(0, 2),
    { id: "best-weekday" },
    async ({ who, words, metrics: [metric], range, cells }) => ({
      text: `On which weekday did ${who} have the most ${words} ${range.words} on average?`,
      truth: highest(
        grouped(await cells(), ({ day }) => weekdayOf(day)),
        (values) => sum(values) / values.length,
      ),
      more: { dimensions: ["date.weekday"] },
      pick: { column: metric, row: "highest", wantsName: true },
    }),
  ),
];

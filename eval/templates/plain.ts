/** Questions without a trap: one number looked up, a number in a comparison, one of two numbers, and a total of many profiles. */
import { total } from "../combine.ts";
import { firstPlain, forEach, type Row, type Template } from "./template.ts";

const counts: readonly Row[] = [
  ["facebook", "reactions", "insights_reactions"],
  ["instagram", "profile views", "insights_profile_views"],
  ["linkedin", "clicks on posts", "insights_post_clicks"],
  ["tiktok", "engagements", "insights_engagements"],
  ["youtube", "interactions", "interaction_change"],
  ["twitter", "followers gained (more than lost)", "followers_change"],
  ["pinterest", "boards added (more than removed)", "boards_change"],
];

const pairs: readonly Row[] = [
  ["facebook", "reactions", "insights_reactions", "insights_views"],
  ["instagram", "profile views", "insights_profile_views", "insights_media_views"],
  ["linkedin", "engagements", "insights_engagements", "insights_impressions"],
  ["tiktok", "engagements", "insights_engagements", "insights_video_views"],
  ["youtube", "interactions", "interaction_change", "views_change"],
  ["pinterest", "followers gained (more than lost)", "followers_change", "boards_change"],
];

export const plain: readonly Template[] = [
  ...forEach(counts, { id: "look-up" }, async ({ who, words, range, values }) => ({
    text: `How many ${words} did ${who} have ${range.words}?`,
    truth: total(await values()),
  })),
  ...forEach(
    counts.slice(0, 6),
    { id: "compared-now" },
    async ({ who, words, metrics: [metric], range, values }) => ({
      text: `Compare ${range.words} with the month before: how many ${words} did ${who} have ${range.words}?`,
      truth: total(await values()),
      more: { compare_to: "previous_period" },
      pick: { column: "now", row: metric },
    }),
  ),
  ...forEach(
    pairs,
    { id: "two-variables" },
    async ({ who, words, metrics: [metric, secondMetric = ""], range, values }) => ({
      text: `How many ${words}, and which ${secondMetric}, did ${who} have ${range.words}? Answer with the ${words}.`,
      truth: total(await values()),
      more: { metrics: [secondMetric, metric] },
    }),
  ),
  ...forEach(
    counts,
    { id: "many", choose: firstPlain(10) },
    async ({ network, names, words, range, values }) => ({
      text: `How many ${words} did the ${network} profiles ${names.join(", ")} have together ${range.words}?`,
      truth: total(await values()),
    }),
  ),
];

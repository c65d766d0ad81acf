/** Questions of analysts: counts with a condition, concentration, medians, labels, periods, months of growth, several networks. */
import { grouped, median, mostOf, rankOfLast, sum, total, type Cell } from "../combine.ts";
import type { Range } from "../draw.ts";
import type { RawProfile } from "../wire.ts";
import { aboutMetrics, metricsCall, withInsights, type Template } from "./template.ts";

/** The views of all facebook profiles in a month. */
const views = { network: "facebook", metrics: ["insights_views"], ...withInsights } as const;

const byProfile = (cells: readonly Cell[]): number[][] => [
  ...grouped(cells, ({ profile }) => profile).values(),
];

/** The followers of all profiles of a network. */
const growth = {
  network: ["instagram", "twitter", "pinterest"],
  metrics: ["followers_change"],
  choose: (profiles: readonly RawProfile[]) => profiles,
  input: {},
} as const;

const halfYear = { start: "2026-01-01", end: "2026-06-30", words: "from January to June 2026" };
const weeks = { start: "2026-06-29", end: "2026-09-27", words: "from 2026-06-29 to 2026-09-27" };

/** The number of the week, of a range of whole weeks. */
const weekOf = (day: string, { start }: Range): number =>
  Math.floor((Date.parse(day) - Date.parse(start)) / (7 * 24 * 3600 * 1000));

export const analysts: readonly Template[] = [
  aboutMetrics({ id: "where-above", ...views }, async ({ range, cells }, draw) => {
    const totals = byProfile(await cells()).map(sum);
    const bound = draw.choice(totals);
    return {
      text: `How many facebook profiles had at least ${bound} views ${range.words}?`,
      truth: totals.filter((count) => count >= bound).length,
      more: { where: [`insights_views >= ${bound}`] },
      pick: { pattern: "(\\d+) of \\d+ match" },
    };
  }),
  aboutMetrics({ id: "concentration", ...views }, async ({ range, cells }) => ({
    text: `How many facebook profiles, the ones with the most views first, make 80 % of the views of all profiles ${range.words}?`,
    truth: mostOf(byProfile(await cells()).map(sum), 0.8),
    next: { result: "ID", view: "shares", sort_by: "insights_views" },
    pick: { pattern: "(\\d+) of \\d+ profiles make 80 %" },
  })),
  aboutMetrics({ id: "median", ...views }, async ({ range, cells }) => {
    const days = Number(range.end.slice(8));
    const fullProfiles = byProfile(await cells()).filter(({ length }) => length >= 0.95 * days);
    return {
      text: `What was the median of the views of the facebook profiles ${range.words}, of those that have a number on at least 95 % of the days?`,
      truth: median(fullProfiles.map(sum)),
      pick: { pattern: "Median insights_views.*?: ([\\d.]+?)\\.\\s" },
    };
  }),
  {
    id: "labels-not",
    async make(draw, wire) {
      const profiles = await wire.profiles("facebook");
      const labels = await wire.labels();
      const [requiredLabel, excludedLabel] = [
        draw.choice(labels.slice(0, 2)),
        draw.choice(labels.slice(2, 4)),
      ];
      const withLabel = (id: string): RawProfile[] =>
        profiles.filter(({ profile_labels: profileLabels = [] }) =>
          profileLabels.some((label) => label.id === id),
        );
      const without = withLabel(excludedLabel.id);
      const input = { labels_all: [requiredLabel.name], labels_not: [excludedLabel.name] };
      return {
        text: `How many facebook profiles have the label "${requiredLabel.name}", and not the label "${excludedLabel.name}"?`,
        truth: withLabel(requiredLabel.id).filter((profile) => !without.includes(profile)).length,
        script: {
          ...metricsCall("facebook", ["fans_change"], draw.month(), input),
          pick: { pattern: "without .*: (\\d+) of \\d+\\." },
        },
      };
    },
  },
  /** Without metrics, a call gives the main ones. */
  aboutMetrics(
    {
      id: "quarter-by-name",
      network: "instagram",
      metrics: ["insights_media_views"],
      rangeOf: (draw) => draw.quarter(),
    },
    async ({ network, profiles, who, range, values }) => ({
      text: `How many media views did ${who} have in ${range.words}?`,
      truth: total(await values()),
      input: { network, period: range.words, profiles: profiles.map(({ name }) => name) },
    }),
  ),
  {
    id: "word-for-a-metric",
    async make(draw) {
      const [network, truth] = draw.choice([
        ["youtube", "subscribers_lifetime"],
        ["facebook", "fans_lifetime"],
        ["tiktok", "insights_fans_lifetime"],
      ] as const);
      return {
        text: `What is the name of the ${network} metric that counts followers at the end of a day?`,
        truth,
        script: {
          tool: "describe_metrics",
          input: { network, search: "followers" },
          pick: { pattern: "(?:^|\\n)(\\w+)\\|level\\|" },
        },
      };
    },
  },
  aboutMetrics(
    { id: "grew-each-month", ...growth, rangeOf: () => halfYear },
    async ({ network, profiles, range, cells }) => {
      const months = grouped(await cells(), ({ profile, day }) => `${profile} ${day.slice(0, 7)}`);
      const daysOf = (key: string): number =>
        new Date(Date.UTC(Number(key.slice(-7, -3)), Number(key.slice(-2)), 0)).getUTCDate();
      const grew = [...months].flatMap(([key, values]) =>
        sum(values) > 0 && values.length >= daysOf(key) * 0.95 ? [key] : [],
      );
      const monthsOf = (id: string): string[] => grew.filter((key) => key.startsWith(`${id} `));
      return {
        text: `How many ${network} profiles gained followers (more than they lost) in each of the six months ${range.words}? A month counts where at least 95 % of its days have a value.`,
        truth: profiles.filter(({ id }) => monthsOf(id).length === 6).length,
        next: { result: "ID", statistic: "min", of: "month", where: ["followers_change > 0"] },
        pick: { pattern: "followers_change > 0: (\\d+) of" },
      };
    },
  ),
  aboutMetrics(
    { id: "rank-of-a-week", network: "youtube", metrics: ["views_change"], rangeOf: () => weeks },
    async ({ who, range, cells }) => {
      const byWeek = grouped(await cells(), ({ day }) => String(weekOf(day, range)));
      const fullWeeks = [...byWeek.values()].filter(({ length }) => length === 7);
      return {
        text: `Of the 13 weeks ${range.words} (Monday to Sunday), take those in which ${who} has views on every day. Which rank has the last of them by its views, 1 being the highest?`,
        truth: rankOfLast(fullWeeks.map(sum)),
        next: { result: "ID", view: "outliers", grain: "week" },
        pick: { pattern: "\\|(\\d+) of \\d+(?:, the \\w+)?\\|" },
      };
    },
  ),
  aboutMetrics({ id: "all-networks", ...growth }, async ({ network, range, values }) => ({
    text: `Compare the networks: by how many followers did all ${network} profiles together grow ${range.words}, as far as there are numbers?`,
    truth: total(await values()),
    more: { network: "all" },
    pick: { column: "total", row: network },
  })),
];

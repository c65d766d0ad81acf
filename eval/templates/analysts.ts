/** Questions of analysts: counts with a condition, concentration, medians, labels, periods, months of growth, several networks. */
import { growingEachMonth, medianOf, mostOf, rankOfLastWeek, total, valuesOf } from "../combine.ts";
import type { Draw, Range } from "../draw.ts";
import type { Question } from "../question.ts";
import type { Daily, RawProfile, Wire } from "../wire.ts";
import { metricsCall, plainProfiles, type Template } from "./template.ts";

const ids = (profiles: readonly RawProfile[]): string[] => profiles.map(({ id }) => id);

/** The views of all facebook profiles in a month. */
interface Views {
  readonly able: readonly RawProfile[];
  readonly range: Range;
  readonly daily: Daily;
  /** The total of each profile, where it has one. */
  readonly totals: readonly number[];
}

const aboutViews = (
  id: string,
  ask: (views: Views, draw: Draw) => Pick<Question, "text" | "truth" | "script">,
): Template => ({
  id,
  async make(draw, wire) {
    const [all, range] = [await wire.profiles("facebook"), draw.month()];
    const able = all.filter(({ insights_enabled }) => insights_enabled !== false);
    const daily = await wire.daily("facebook", ["insights_views"], ids(able), range);
    const totals = able.flatMap(
      (one) => total(valuesOf(daily, [one.id], "insights_views", range)) ?? [],
    );
    return ask({ able, range, daily, totals }, draw);
  },
});

const viewsCall = (range: Range, more: object = {}): Question["script"] =>
  metricsCall("facebook", ["insights_views"], range, { skip_unavailable: true, ...more });

const conditions: Template[] = [
  aboutViews("where-above", ({ range, totals }, draw) => {
    const bound = draw.one(totals);
    return {
      text: `How many facebook profiles had at least ${bound} views ${range.words}?`,
      truth: totals.filter((views) => views >= bound).length,
      script: {
        ...viewsCall(range, { where: [`insights_views >= ${bound}`] }),
        pick: { pattern: "(\\d+) of \\d+ match" },
      },
    };
  }),
  aboutViews("concentration", ({ range, totals }) => ({
    text: `How many facebook profiles, the ones with the most views first, make 80 % of the views of all profiles ${range.words}?`,
    truth: mostOf(totals, 0.8),
    script: {
      ...viewsCall(range),
      next: { result: "ID", view: "shares", sort_by: "insights_views" },
      pick: { pattern: "(\\d+) of \\d+ profiles make 80 %" },
    },
  })),
  aboutViews("median", ({ able, range, daily }) => ({
    text: `What was the median of the views of the facebook profiles ${range.words}, of those that have a number on at least 95 % of the days?`,
    truth: medianOf(daily, ids(able), "insights_views", range),
    script: {
      ...viewsCall(range),
      pick: { pattern: "Median insights_views.*?: ([\\d.]+?)\\.\\s" },
    },
  })),
];

const labelled: Template = {
  id: "labels-not",
  async make(draw, wire) {
    const all = await wire.profiles("facebook");
    const labels = await wire.labels();
    const [one, other] = [draw.one(labels.slice(0, 2)), draw.one(labels.slice(2, 4))];
    const has = (
      { profile_labels: own = [] }: RawProfile,
      { id }: { readonly id: string },
    ): boolean => own.some((label) => label.id === id);
    const range = draw.month();
    return {
      text: `How many facebook profiles have the label "${one.name}", and not the label "${other.name}"?`,
      truth: all.filter((profile) => has(profile, one) && !has(profile, other)).length,
      script: {
        ...metricsCall("facebook", ["fans_change"], range, {
          labels_all: [one.name],
          labels_not: [other.name],
        }),
        pick: { pattern: "without .*: (\\d+) of \\d+\\." },
      },
    };
  },
};

/** A calendar quarter, and its name. */
const quarterOf = ({ start }: Range): Range => {
  const first = Math.floor((Number(start.slice(5, 7)) - 1) / 3) * 3;
  const dayOf = (month: number, date: number): string =>
    new Date(Date.UTC(2026, month, date)).toISOString().slice(0, 10);
  return { start: dayOf(first, 1), end: dayOf(first + 3, 0), words: `2026-Q${first / 3 + 1}` };
};

/** Without metrics, a call gives the main ones. */
const quarter: Template = {
  id: "quarter-by-name",
  async make(draw, wire) {
    const [profile, { start, end, words }] = [
      draw.one(await plainProfiles(wire, "instagram")),
      quarterOf(draw.month()),
    ];
    const daily = await wire.daily("instagram", ["insights_media_views"], [profile.id], {
      start,
      end,
    });
    return {
      text: `How many media views did the instagram profile "${profile.name}" have in ${words}?`,
      truth: total(valuesOf(daily, [profile.id], "insights_media_views", { start, end, words })),
      script: {
        tool: "get_profile_metrics",
        input: { network: "instagram", period: words, profiles: [profile.name] },
        pick: { column: "total", row: "insights_media_views" },
      },
    };
  },
};

const followers: Template = {
  id: "word-for-a-metric",
  make(draw: Draw, _wire: Wire) {
    const [network, truth] = draw.one([
      ["youtube", "subscribers_lifetime"],
      ["facebook", "fans_lifetime"],
      ["tiktok", "insights_fans_lifetime"],
    ] as const);
    return Promise.resolve({
      text: `What is the name of the ${network} metric that counts followers at the end of a day?`,
      truth,
      script: {
        tool: "describe_metrics",
        input: { network, search: "followers" },
        pick: { pattern: "(?:^|\\n)(\\w+)\\|level\\|" },
      },
    });
  },
};

const halfYear = { start: "2026-01-01", end: "2026-06-30", words: "from January to June 2026" };

const growth: Template = {
  id: "grew-each-month",
  async make(draw, wire) {
    const network = draw.one(["instagram", "twitter", "pinterest"]);
    const all = ids(await wire.profiles(network));
    const daily = await wire.daily(network, ["followers_change"], all, halfYear);
    return {
      text: `How many ${network} profiles gained followers (more than they lost) in each of the six months ${halfYear.words}?`,
      truth: growingEachMonth(daily, all, "followers_change", halfYear),
      script: {
        ...metricsCall(network, ["followers_change"], halfYear),
        next: { result: "ID", statistic: "min", of: "month", where: ["followers_change > 0"] },
        pick: { pattern: "followers_change > 0: (\\d+) of" },
      },
    };
  },
};

const weeks = { start: "2026-06-29", end: "2026-09-27", words: "from 2026-06-29 to 2026-09-27" };

const lastWeek: Template = {
  id: "rank-of-a-week",
  async make(draw, wire) {
    const profile = draw.one(await plainProfiles(wire, "youtube"));
    const daily = await wire.daily("youtube", ["views_change"], [profile.id], weeks);
    return {
      text: `Of the 13 weeks ${weeks.words} (Monday to Sunday), take those in which the youtube profile "${profile.name}" has views on every day. Which rank has the last of them by its views, 1 being the highest?`,
      truth: rankOfLastWeek(daily, profile.id, "views_change", weeks),
      script: {
        ...metricsCall("youtube", ["views_change"], weeks, { profiles: [profile.name] }),
        next: { result: "ID", view: "outliers", grain: "week" },
        pick: { pattern: "\\|(\\d+) of \\d+(?:, the \\w+)?\\|" },
      },
    };
  },
};

const networks: Template = {
  id: "all-networks",
  async make(draw, wire) {
    const [network, range] = [draw.one(["instagram", "twitter", "pinterest"]), draw.month()];
    const all = ids(await wire.profiles(network));
    const daily = await wire.daily(network, ["followers_change"], all, range);
    const input = { network: "all", metrics: ["followers_change"] };
    return {
      text: `Compare the networks: by how many followers did all ${network} profiles together grow ${range.words}, as far as there are numbers?`,
      truth: total(valuesOf(daily, all, "followers_change", range)),
      script: {
        tool: "get_profile_metrics",
        input: { ...input, date_start: range.start, date_end: range.end },
        pick: { column: "total", row: network },
      },
    };
  },
};

/** Groups by day have a CSV with the first column of metrics by day. */
const postsByDay: Template = {
  id: "posts-by-day",
  async make(draw, wire) {
    const [profile, range] = [draw.one(await plainProfiles(wire, "facebook")), draw.month()];
    const posts = await wire.posts([profile.id], range);
    const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10);
    const days = posts.map((post) => dayOf(post.created_time));
    const day = days.length === 0 ? range.start : draw.one(days);
    return {
      text: `How many posts did the facebook profile "${profile.name}" publish on ${day}, by UTC?`,
      truth: days.filter((one) => one === day).length || null,
      script: {
        tool: "list_facebook_posts",
        input: {
          profiles: [profile.name],
          date_start: range.start,
          date_end: range.end,
          limit: 500,
        },
        next: { result: "ID~group_by=day" },
        pick: { column: "posts", row: day },
      },
    };
  },
};

export const analysts: Template[] = [
  ...conditions,
  labelled,
  quarter,
  followers,
  growth,
  lastWeek,
  networks,
  postsByDay,
];

/** Questions about numbers of profiles: totals, levels, means, ratios, changes, ranks. */
import { highest, lastLevel, mean, ratio, total, valuesOf } from "../combine.ts";
import type { Draw, Range } from "../draw.ts";
import { daysBetween, type RawProfile, type Wire } from "../wire.ts";
import { plainProfiles, type Template } from "./template.ts";

const flows = [
  ["facebook", "insights_views", "views"],
  ["instagram", "insights_media_views", "media views"],
  ["linkedin", "insights_impressions", "impressions"],
  ["tiktok", "insights_video_views", "video views"],
  ["youtube", "views_change", "views"],
] as const;

const levels = [
  ["facebook", "fans_lifetime", "followers"],
  ["instagram", "followers_lifetime", "followers"],
  ["twitter", "followers_lifetime", "followers"],
  ["linkedin", "followers_lifetime", "followers"],
  ["pinterest", "followers_lifetime", "followers"],
] as const;

const reaches = ["facebook", "instagram", "linkedin"] as const;

const call = (network: string, metrics: readonly string[], range: Range, more: object = {}) => ({
  tool: "get_profile_metrics",
  input: { network, metrics, date_start: range.start, date_end: range.end, ...more },
});

async function onePlain(draw: Draw, wire: Wire, network: string): Promise<RawProfile> {
  return draw.one(await plainProfiles(wire, network));
}

const ids = (profiles: readonly RawProfile[]): string[] => profiles.map(({ id }) => id);

export const totals: Template[] = flows.map(([network, metric, words]) => ({
  id: `total-${network}`,
  async make(draw, wire) {
    const [profile, range] = [await onePlain(draw, wire, network), draw.month()];
    const daily = await wire.daily(network, [metric], [profile.id], range);
    return {
      text: `How many ${words} did the ${network} profile "${profile.name}" have ${range.words}?`,
      truth: total(valuesOf(daily, [profile.id], metric, range)),
      script: {
        ...call(network, [metric], range, { profiles: [profile.name] }),
        pick: { column: metric, row: profile.name },
      },
    };
  },
}));

export const totalsOfAll: Template[] = flows.map(([network, metric, words]) => ({
  id: `total-all-${network}`,
  async make(draw, wire) {
    const [all, range] = [await wire.profiles(network), draw.month()];
    const able = all.filter(({ insights_enabled }) => insights_enabled !== false);
    const daily = await wire.daily(network, [metric], ids(able), range);
    return {
      text: `How many ${words} did all ${network} profiles have together ${range.words}, as far as there are numbers?`,
      truth: total(valuesOf(daily, ids(able), metric, range)),
      script: {
        ...call(network, [metric], range, { skip_unavailable: true }),
        pick: { column: metric, row: "sum" },
      },
    };
  },
}));

export const levelsAtEnd: Template[] = levels.map(([network, metric, words]) => ({
  id: `level-${network}`,
  trap: "a level is not added over days",
  async make(draw, wire) {
    const [profile, range] = [await onePlain(draw, wire, network), draw.month()];
    const daily = await wire.daily(network, [metric], [profile.id], range);
    return {
      text: `How many ${words} did the ${network} profile "${profile.name}" have at the end of the period ${range.start} to ${range.end}?`,
      truth: lastLevel(daily, [profile.id], metric, range),
      script: {
        ...call(network, [metric], range, { profiles: [profile.name] }),
        pick: { column: metric, row: profile.name },
      },
    };
  },
}));

export const meanReach: Template[] = reaches.map((network) => ({
  id: `mean-reach-${network}`,
  trap: "a mean of means",
  async make(draw, wire) {
    const range = draw.month();
    const two = (await plainProfiles(wire, network)).slice(0, 2);
    const daily = await wire.daily(network, ["insights_reach"], ids(two), range);
    return {
      text: `What was the mean daily reach per profile of the ${network} profiles ${two.map(({ name }) => `"${name}"`).join(" and ")} ${range.words}, over all days that have a number?`,
      truth: mean(valuesOf(daily, ids(two), "insights_reach", range)),
      script: {
        ...call(network, ["insights_reach"], range, {
          profiles: two.map(({ name }) => name),
          dimensions: ["profile"],
        }),
        pick: { column: "insights_reach", row: "mean" },
      },
    };
  },
}));

export const peopleInAll: Template[] = reaches.map((network) => ({
  id: `people-${network}`,
  trap: "people are not added up",
  async make(draw, wire) {
    const [profile, range] = [await onePlain(draw, wire, network), draw.month()];
    return {
      text: `How many different people did the ${network} profile "${profile.name}" reach ${range.words} in all? The API has the people reached per day.`,
      truth: null,
      script: {
        ...call(network, ["insights_reach"], range, { profiles: [profile.name] }),
        refusal: "People are never added up",
        pick: { column: "insights_reach", row: profile.name },
      },
    };
  },
}));

const ratios = [
  ["facebook", "insights_reactions", "insights_views", "reactions per view"],
  ["linkedin", "insights_engagements", "insights_impressions", "engagements per impression"],
  ["tiktok", "insights_engagements", "insights_video_views", "engagements per video view"],
] as const;

export const ratiosOfSums: Template[] = ratios.map(([network, above, below, words]) => ({
  id: `ratio-${network}`,
  trap: "a mean of ratios",
  async make(draw, wire) {
    const [profile, range] = [await onePlain(draw, wire, network), draw.month()];
    const daily = await wire.daily(network, [above, below], [profile.id], range);
    return {
      text: `How many ${words} did the ${network} profile "${profile.name}" have ${range.words}, over the whole month?`,
      truth: ratio(daily, [profile.id], [above, below], range),
      script: {
        ...call(network, [`rate = ${above} / ${below}`], range, { profiles: [profile.name] }),
        pick: { column: "rate", row: profile.name },
      },
    };
  },
}));

const monthBefore = ({ start }: Range, days: number): Range => {
  const first = Date.parse(start) - days * 24 * 3600 * 1000;
  const end = new Date(Date.parse(start) - 24 * 3600 * 1000).toISOString().slice(0, 10);
  return { start: new Date(first).toISOString().slice(0, 10), end, words: "" };
};

export const changes: Template[] = flows.slice(0, 4).map(([network, metric, words]) => ({
  id: `change-${network}`,
  async make(draw, wire) {
    const [profile, range] = [await onePlain(draw, wire, network), draw.month()];
    const before = monthBefore(range, daysBetween(range.start, range.end).length);
    const now = await wire.daily(network, [metric], [profile.id], range);
    const then = await wire.daily(network, [metric], [profile.id], before);
    const [one, other] = [
      total(valuesOf(now, [profile.id], metric, range)),
      total(valuesOf(then, [profile.id], metric, before)),
    ];
    return {
      text: `By how much did the ${words} of the ${network} profile "${profile.name}" differ ${range.words} from those of the same number of days before (now minus before)?`,
      truth: one === null || other === null ? null : one - other,
      script: {
        ...call(network, [metric], range, {
          profiles: [profile.name],
          compare_to: "previous_period",
        }),
        pick: { column: "change", row: "all" },
      },
    };
  },
}));

export const bestDays: Template[] = flows.slice(0, 4).map(([network, metric, words]) => ({
  id: `best-day-${network}`,
  async make(draw, wire) {
    const [profile, range] = [await onePlain(draw, wire, network), draw.month()];
    const daily = await wire.daily(network, [metric], [profile.id], range);
    const numbers = new Map(
      daysBetween(range.start, range.end).map(
        (day) => [day, daily(profile.id, metric, day)] as const,
      ),
    );
    return {
      text: `On which day ${range.words} did the ${network} profile "${profile.name}" have the most ${words}? Answer with the date, YYYY-MM-DD.`,
      truth: highest(numbers),
      script: {
        ...call(network, [metric], range, { profiles: [profile.name], dimensions: ["date.day"] }),
        pick: { column: metric, row: "highest", wantsName: true },
      },
    };
  },
}));

export const bestProfiles: Template[] = flows.slice(0, 4).map(([network, metric, words]) => ({
  id: `best-profile-${network}`,
  async make(draw, wire) {
    const [plain, range] = [(await plainProfiles(wire, network)).slice(0, 5), draw.month()];
    const daily = await wire.daily(network, [metric], ids(plain), range);
    const numbers = new Map(
      plain.map(({ id, name }) => [name, total(valuesOf(daily, [id], metric, range))] as const),
    );
    return {
      text: `Which of the ${network} profiles ${plain.map(({ name }) => `"${name}"`).join(", ")} had the most ${words} ${range.words}? Answer with its name.`,
      truth: highest(numbers),
      script: {
        ...call(network, [metric], range, {
          profiles: plain.map(({ name }) => name),
          dimensions: ["profile"],
        }),
        pick: { column: metric, row: "highest", wantsName: true },
      },
    };
  },
}));

const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

export const bestWeekdays: Template[] = flows.slice(0, 2).map(([network, metric, words]) => ({
  id: `best-weekday-${network}`,
  async make(draw, wire) {
    const [profile, range] = [await onePlain(draw, wire, network), draw.month()];
    const daily = await wire.daily(network, [metric], [profile.id], range);
    const byWeekday = new Map<string, number[]>();
    for (const day of daysBetween(range.start, range.end)) {
      const weekday = weekdays[new Date(day).getUTCDay()] ?? "";
      const value = daily(profile.id, metric, day);
      if (value !== null) byWeekday.set(weekday, [...(byWeekday.get(weekday) ?? []), value]);
    }
    return {
      text: `On which weekday did the ${network} profile "${profile.name}" have the most ${words} ${range.words} on average?`,
      truth: highest(new Map([...byWeekday].map(([name, values]) => [name, mean(values)]))),
      script: {
        ...call(network, [metric], range, {
          profiles: [profile.name],
          dimensions: ["date.weekday"],
        }),
        pick: { column: metric, row: "highest", wantsName: true },
      },
    };
  },
}));

/** Questions about numbers of profiles: totals, levels, means, ratios, changes, ranks. */
import { highest, mean, ratio, total, valuesOf } from "../combine.ts";
import type { Range } from "../draw.ts";
import type { Question, Script } from "../question.ts";
import { daysBetween, type Daily, type RawProfile, type Wire } from "../wire.ts";
import { metricsCall, plainProfiles, type Template } from "./template.ts";

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

/** A question about one profile in one month. */
interface OneProfile {
  readonly profile: RawProfile;
  /** As texts name it. */
  readonly named: string;
  readonly range: Range;
  readonly daily: Daily;
  /** The values of a metric that exist. */
  readonly values: (metric: string) => number[];
  readonly wire: Wire;
}

interface Asked
  extends Pick<Question, "text" | "truth">, Partial<Pick<Script, "refusal" | "pick">> {
  /** Arguments of the call besides the profile and the month. */
  readonly more?: object;
}

const aboutOne = (
  head: Pick<Template, "id" | "trap">,
  network: string,
  metrics: readonly [string, ...string[]],
  ask: (one: OneProfile) => Asked | Promise<Asked>,
): Template => ({
  ...head,
  async make(draw, wire) {
    const [profile, range] = [draw.one(await plainProfiles(wire, network)), draw.month()];
    const daily = await wire.daily(network, metrics, [profile.id], range);
    const values = (metric: string): number[] => valuesOf(daily, [profile.id], metric, range);
    const named = `the ${network} profile "${profile.name}"`;
    const asked = await ask({ profile, named, range, daily, values, wire });
    const { text, truth, more, ...script } = asked;
    const question = metricsCall(network, metrics, range, { profiles: [profile.name], ...more });
    return { text, truth, script: { ...question, ...script } };
  },
});

const ids = (profiles: readonly RawProfile[]): string[] => profiles.map(({ id }) => id);

export const totals: Template[] = flows.map(([network, metric, words]) =>
  aboutOne({ id: `total-${network}` }, network, [metric], ({ named, range, values }) => ({
    text: `How many ${words} did ${named} have ${range.words}?`,
    truth: total(values(metric)),
  })),
);

export const totalsOfAll: Template[] = flows.map(([network, metric, words]) => ({
  id: `total-all-${network}`,
  async make(draw, wire) {
    const [all, range] = [await wire.profiles(network), draw.month()];
    const able = all.filter(({ insights_enabled }) => insights_enabled !== false);
    const daily = await wire.daily(network, [metric], ids(able), range);
    return {
      text: `How many ${words} did all ${network} profiles have together ${range.words}, as far as there are numbers?`,
      truth: total(valuesOf(daily, ids(able), metric, range)),
      script: metricsCall(network, [metric], range, { skip_unavailable: true }),
    };
  },
}));

export const levelsAtEnd: Template[] = levels.map(([network, metric, words]) => {
  const head = { id: `level-${network}`, trap: "a level is not added over days" } as const;
  return aboutOne(head, network, [metric], ({ named, range, values }) => ({
    text: `How many ${words} did ${named} have at the end of the period ${range.start} to ${range.end}?`,
    truth: values(metric).at(-1) ?? null,
  }));
});

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
      script: metricsCall(network, ["insights_reach"], range, {
        profiles: two.map(({ name }) => name),
        dimensions: ["profile"],
      }),
    };
  },
}));

export const peopleInAll: Template[] = reaches.map((network) => {
  const head = { id: `people-${network}`, trap: "people are not added up" } as const;
  return aboutOne(head, network, ["insights_reach"], ({ named, range }) => ({
    text: `How many different people did ${named} reach ${range.words} in all? The API has the people reached per day.`,
    truth: null,
    refusal: "at least",
  }));
});

const ratios = [
  ["facebook", "insights_reactions", "insights_views", "reactions per view"],
  ["linkedin", "insights_engagements", "insights_impressions", "engagements per impression"],
  ["tiktok", "insights_engagements", "insights_video_views", "engagements per video view"],
] as const;

export const ratiosOfSums: Template[] = ratios.map(([network, above, below, words]) => {
  const head = { id: `ratio-${network}`, trap: "a mean of ratios" } as const;
  return aboutOne(head, network, [above, below], ({ profile, named, range, daily }) => ({
    text: `How many ${words} did ${named} have ${range.words}, over the whole month?`,
    truth: ratio(daily, [profile.id], [above, below], range),
    more: { metrics: [`rate = ${above} / ${below}`] },
    pick: { column: "total", row: "rate" },
  }));
});

/** The calendar month before a range that begins one. */
const monthBefore = ({ start }: Range): Range => {
  const end = new Date(Date.parse(start) - 24 * 3600 * 1000).toISOString().slice(0, 10);
  return { start: `${end.slice(0, 7)}-01`, end, words: "" };
};

export const changes: Template[] = flows.slice(0, 4).map(([network, metric, words]) =>
  aboutOne({ id: `change-${network}` }, network, [metric], async (asked) => {
    const { profile, named, range, values, wire } = asked;
    const before = monthBefore(range);
    const then = await wire.daily(network, [metric], [profile.id], before);
    const [one, other] = [
      total(values(metric)),
      total(valuesOf(then, [profile.id], metric, before)),
    ];
    return {
      text: `By how much did the ${words} of ${named} differ ${range.words} from those of the month before (now minus before)?`,
      truth: one === null || other === null ? null : one - other,
      more: { compare_to: "previous_period" },
      pick: { column: "change", row: metric },
    };
  }),
);

export const bestDays: Template[] = flows.slice(0, 4).map(([network, metric, words]) =>
  aboutOne({ id: `best-day-${network}` }, network, [metric], ({ profile, named, range, daily }) => {
    const numbers = new Map(
      daysBetween(range.start, range.end).map(
        (day) => [day, daily(profile.id, metric, day)] as const,
      ),
    );
    return {
      text: `On which day ${range.words} did ${named} have the most ${words}? Answer with the date, YYYY-MM-DD.`,
      truth: highest(numbers),
      more: { dimensions: ["date.day"] },
      pick: { column: metric, row: "highest", wantsName: true },
    };
  }),
);

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
        ...metricsCall(network, [metric], range, {
          profiles: plain.map(({ name }) => name),
          dimensions: ["profile"],
        }),
        pick: { column: metric, row: "highest", wantsName: true },
      },
    };
  },
}));

const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

export const bestWeekdays: Template[] = flows.slice(0, 2).map(([network, metric, words]) => {
  const head = { id: `best-weekday-${network}` };
  return aboutOne(head, network, [metric], ({ profile, named, range, daily }) => {
    const byWeekday = new Map<string, number[]>();
    for (const day of daysBetween(range.start, range.end)) {
      const weekday = weekdays[new Date(day).getUTCDay()] ?? "";
      const value = daily(profile.id, metric, day);
      if (value !== null) byWeekday.set(weekday, [...(byWeekday.get(weekday) ?? []), value]);
    }
    return {
      text: `On which weekday did ${named} have the most ${words} ${range.words} on average?`,
      truth: highest(new Map([...byWeekday].map(([name, values]) => [name, mean(values)]))),
      more: { dimensions: ["date.weekday"] },
      pick: { column: metric, row: "highest", wantsName: true },
    };
  });
});

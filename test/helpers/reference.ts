/** Numbers computed apart from the server, from single profiles and days, by the rules of each kind. */
import { breaksOf } from "../../src/catalog/breaks.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { expectedKind } from "./kinds.ts";

/** A number, `null` where every value is missing, or withheld because values cannot be combined. */
export type Expected = number | null | "withheld";

export interface Side {
  readonly days: readonly string[];
  /** The text of the side in replies; empty for the whole range. */
  readonly name: string;
}

export type ValueOf = (profile: string, metric: string, day: string) => number | null;

const parts: Readonly<Record<string, readonly [string, string, number]>> = {
  "twitter ff_ratio": ["followers_lifetime", "following_lifetime", 1],
  "linkedin insights_impressions_engagement_rate": [
    "insights_engagements",
    "insights_impressions",
    100,
  ],
  "linkedin insights_reach_engagement_rate": ["insights_engagements", "insights_reach", 100],
};

const isPresent = (value: number | null): value is number => value !== null;
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);

export class Reference {
  /** Rows can hold several profiles, also where one has a single profile. */
  combinesProfiles = false;
  /** Rows by day carry levels: all but those of one profile without its labels. */
  carriesByDay = false;
  /** Rows are single profiles and days, which carry no values. */
  isRaw = false;

  constructor(
    readonly network: MetricNetwork,
    private readonly valueOf: ValueOf,
  ) {}

  kind(metric: string): string {
    return expectedKind(this.network, metric);
  }

  hasWindow(metric: string): boolean {
    return /_(7|28)_days$/.test(metric);
  }

  isLast(metric: string): boolean {
    return ["level", "rolling"].includes(this.kind(metric));
  }

  /** A number of the end of its days, which is carried to later ones. */
  isCarried(metric: string): boolean {
    const [above] = parts[`${this.network} ${metric}`] ?? [metric];
    return this.isLast(above) || this.hasWindow(metric);
  }

  /** What the quotient of the parts is multiplied by; undefined for a metric without parts. */
  factor(metric: string): number | undefined {
    return parts[`${this.network} ${metric}`]?.[2];
  }

  /** The values of the days that have one: of a ratio with parts, those of both. */
  pairs(
    metric: string,
    profile: string,
    days: readonly string[],
  ): (readonly [above: number, below: number])[] {
    const [above = metric, below] = parts[`${this.network} ${metric}`] ?? [];
    return days.flatMap((day) => {
      const value = this.valueOf(profile, above, day);
      const divisor = below === undefined ? 1 : this.valueOf(profile, below, day);
      return value === null || divisor === null ? [] : [[value, divisor] as const];
    });
  }

  /** The sides of the breaks that a range crosses. */
  sides(metric: string, days: readonly string[]): Side[] {
    const [start = "", end = ""] = [days[0], days.at(-1)];
    const only = breaksOf(this.network).find(
      ({ metrics, date, before }) =>
        metrics.includes(metric) && before !== undefined && start < date && date <= end,
    );
    const isNet = this.kind(metric) === "net";
    if (only === undefined) {
      const isSwitch = (day: string): boolean => isNet && start < end && this.#isBreak(metric, day);
      const counted = this.applicable(metric, days).filter((day) => !isSwitch(day));
      return [{ days: counted, name: "" }];
    }
    const { date, before, after } = only;
    const later = days.filter((day) => (isNet ? day > date : day >= date));
    return [
      { days: days.filter((day) => day < date), name: `until ${dayBefore(date)}, ${before}` },
      { days: later, name: `from ${isNet ? dayAfter(date) : date}, ${after}` },
    ];
  }

  #isBreak(metric: string, day: string): boolean {
    return breaksOf(this.network).some(
      ({ metrics, date, before }) =>
        metrics.includes(metric) && before !== undefined && date === day,
    );
  }

  /** The days for which a metric can have data. */
  applicable(metric: string, days: readonly string[]): readonly string[] {
    const first = breaksOf(this.network).find(
      (row) => row.metrics.includes(metric) && row.before === undefined,
    )?.date;
    return days.filter((day) => first === undefined || day >= first);
  }

  #values(metric: string, profiles: readonly string[], days: readonly string[]): number[] {
    return profiles
      .flatMap((profile) => days.map((day) => this.valueOf(profile, metric, day)))
      .filter(isPresent);
  }

  #last(metric: string, profile: string, days: readonly string[]): number | undefined {
    const values = days.map((day) => this.valueOf(profile, metric, day));
    return values.findLast(isPresent) ?? undefined;
  }

  /** The last value, of the 28 days before the last day at most. */
  #carried(metric: string, profile: string, days: readonly string[]): number | undefined {
    const last = days.at(-1);
    if (last === undefined) return undefined;
    const since = moved(last, -28);
    return this.#last(
      metric,
      profile,
      days.filter((day) => day >= since),
    );
  }

  /** All days of a side as one number. */
  total(metric: string, profiles: readonly string[], days: readonly string[]): Expected {
    return this.combined(metric, profiles, days, this.daysBefore(metric, days, days));
  }

  /** The days of a side before some of them, from which levels are carried; the 28 days before it, since the last break. */
  daysBefore(metric: string, side: readonly string[], days: readonly string[]): string[] {
    const [start] = side;
    if (start === undefined) return [];
    const breaks = breaksOf(this.network).flatMap(({ metrics, date, before }) =>
      metrics.includes(metric) && before !== undefined && date <= start ? [date] : [],
    );
    const [since = ""] = [moved(start, -28), ...breaks].toSorted().toReversed();
    const earlier = side.filter((day) => day < (days[0] ?? ""));
    return [...daysFrom(since, moved(start, -1)), ...earlier];
  }

  /** The profiles with a value in the first and in the last 7 days of a side. */
  throughout(metric: string, profiles: readonly string[], days: readonly string[]): string[] {
    return profiles.filter((profile) =>
      [days.slice(0, 7), days.slice(-7)].every(
        (some) => this.#last(metric, profile, some) !== undefined,
      ),
    );
  }

  /** The last values of the profiles that have some, but none in the last 28 days. */
  left(metric: string, profiles: readonly string[], days: readonly string[]): number[] {
    return profiles
      .filter((profile) => this.#carried(metric, profile, days) === undefined)
      .flatMap((profile) => this.#last(metric, profile, days) ?? []);
  }

  /**
   * Some profiles and days as one number.
   * @param before earlier days of the same side: a row of time carries the last value of a profile.
   */
  combined(
    metric: string,
    profiles: readonly string[],
    days: readonly string[],
    before: readonly string[] = [],
  ): Expected {
    const kind = this.kind(metric);
    const values = this.#values(metric, profiles, days);
    if (this.isLast(metric) || this.hasWindow(metric)) {
      const held = this.isRaw ? days : [...before, ...days];
      const last = profiles.flatMap((profile) => this.#carried(metric, profile, held) ?? []);
      if (last.length === 0) return null;
      return this.isLast(metric) ? sum(last) : sum(last) / last.length;
    }
    const levels = parts[`${this.network} ${metric}`];
    if (levels !== undefined && this.kind(levels[0]) === "level" && !this.isRaw)
      return this.#ratioOfLevels(levels, profiles, [...before, ...days]);
    if (values.length === 0) return null;
    if (this.#hasNoTotal(metric, profiles)) return "withheld";
    if (kind === "flow" || kind === "net") return sum(values);
    return kind === "ratio" ? this.#ratio(metric, profiles, days) : sum(values) / values.length;
  }

  /** A ratio without parts has no number of several profiles. */
  #hasNoTotal(metric: string, profiles: readonly string[]): boolean {
    const isSeveral = profiles.length > 1 || this.combinesProfiles;
    return this.network === "youtube" && this.kind(metric) === "ratio" && isSeveral;
  }

  /** The last values of both, of the 28 days before the last day at most. */
  #ratioOfLevels(
    [above, below, factor]: readonly [string, string, number],
    profiles: readonly string[],
    days: readonly string[],
  ): Expected {
    const since = moved(days.at(-1) ?? "", -28);
    const last = profiles.flatMap((profile) => {
      const pairs = days
        .filter((day) => day >= since)
        .map((day) => [this.valueOf(profile, above, day), this.valueOf(profile, below, day)]);
      return pairs.filter((pair) => pair.every(isPresent)).slice(-1);
    });
    if (last.length === 0) return null;
    const [numerator, denominator] = [0, 1].map((place) =>
      sum(last.map((pair) => pair[place] ?? 0)),
    );
    return denominator ? (factor * (numerator ?? 0)) / denominator : "withheld";
  }

  #ratio(metric: string, profiles: readonly string[], days: readonly string[]): Expected {
    const own = parts[`${this.network} ${metric}`];
    const values = this.#values(metric, profiles, days);
    const isSingle = profiles.length === 1 && days.length === 1;
    const [above = "", below = "", factor = 1] = own ?? [];
    if (isSingle || own === undefined) return sum(values) / values.length;
    let [numerator, denominator] = [0, 0];
    for (const profile of profiles) {
      const both = days
        .map(
          (day) => [this.valueOf(profile, above, day), this.valueOf(profile, below, day)] as const,
        )
        .filter(([one, other]) => one !== null && other !== null);
      for (const [one, other] of both) {
        numerator += one ?? 0;
        denominator += other ?? 0;
      }
    }
    return denominator === 0 ? "withheld" : (factor * numerator) / denominator;
  }

  /** A weekday is the mean of its covered days. */
  weekday(
    metric: string,
    profiles: readonly string[],
    all: readonly string[],
    name: string,
  ): Expected {
    const days = all.filter((day) => weekdayName(day) === name);
    const sides = this.sides(metric, all);
    if (sides.length > 1) {
      // The day of a break is in no row of a net.
      const counted = days.filter((day) => sides.some((side) => side.days.includes(day)));
      return this.#values(metric, profiles, counted).length === 0 ? null : "withheld";
    }
    if (["people", "ratio"].includes(this.kind(metric)))
      return this.combined(metric, profiles, days);
    const daily = days
      .map((day) =>
        this.combined(
          metric,
          profiles,
          [day],
          profiles.length > 1 || this.carriesByDay ? this.daysBefore(metric, all, [day]) : [],
        ),
      )
      .filter((value) => typeof value === "number");
    return daily.length === 0 ? null : sum(daily) / daily.length;
  }

  /** The profile-days without a value, of those that could have one. */
  missing(metric: string, profiles: readonly string[], days: readonly string[]): [number, number] {
    const counted = this.applicable(metric, days);
    const all = profiles.length * counted.length;
    return [all - this.#values(metric, profiles, counted).length, all];
  }

  /** No profile that has a value later on this side lacks one until now. */
  isSettled(
    metric: string,
    profiles: readonly string[],
    days: readonly string[],
    side: readonly string[],
  ): boolean {
    const [above] = parts[`${this.network} ${metric}`] ?? [metric];
    const isLast = this.isLast(above) || this.hasWindow(metric);
    if (!isLast || (profiles.length === 1 && !this.combinesProfiles)) return true;
    const end = days.at(-1) ?? "";
    const until = [...this.daysBefore(metric, side, side), ...side.filter((day) => day <= end)];
    const later = side.filter((day) => day > end);
    return profiles.every(
      (profile) =>
        this.#last(metric, profile, later) === undefined ||
        this.#carried(metric, profile, until) !== undefined,
    );
  }
}

export const moved = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const dayBefore = (day: string): string => moved(day, -1);
const dayAfter = (day: string): string => moved(day, 1);

export function daysFrom(start: string, end: string): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = dayAfter(day)) days.push(day);
  return days;
}

export const weekdayName = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" });

/** The values of single profiles and days, by the rules of each kind: which days count, and which are carried. */
import { breaksOf } from "../../src/catalog/breaks.ts";
import type { MetricNetwork } from "../../src/catalog/networks.ts";
import { dayAfter, dayBefore, daysFrom, moved } from "./day-names.ts";
import { expectedKind } from "./kinds.ts";

export interface Side {
  readonly days: readonly string[];
  /** The text of the side in replies; empty for the whole range. */
  readonly name: string;
}

export type ValueOf = (profile: string, metric: string, day: string) => number | null;

/** The parts of a ratio, and what their quotient is multiplied by. */
export const parts: Readonly<Record<string, readonly [string, string, number]>> = {
  "twitter ff_ratio": ["followers_lifetime", "following_lifetime", 1],
  "linkedin insights_impressions_engagement_rate": [
    "insights_engagements",
    "insights_impressions",
    100,
  ],
  "linkedin insights_reach_engagement_rate": ["insights_engagements", "insights_reach", 100],
};

export const isPresent = (value: number | null): value is number => value !== null;
export class ReferenceValues {
  constructor(
    readonly network: MetricNetwork,
    protected readonly valueOf: ValueOf,
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
      const isSwitch = (day: string): boolean => isNet && start < end && this.isBreak(metric, day);
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

  private isBreak(metric: string, day: string): boolean {
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

  protected values(metric: string, profiles: readonly string[], days: readonly string[]): number[] {
    return profiles
      .flatMap((profile) => days.map((day) => this.valueOf(profile, metric, day)))
      .filter(isPresent);
  }

  protected last(metric: string, profile: string, days: readonly string[]): number | undefined {
    const values = days.map((day) => this.valueOf(profile, metric, day));
    return values.findLast(isPresent) ?? undefined;
  }

  /** The last value, of the 28 days before the last day at most. */
  protected carried(metric: string, profile: string, days: readonly string[]): number | undefined {
    const last = days.at(-1);
    if (last === undefined) return undefined;
    const since = moved(last, -28);
    return this.last(
      metric,
      profile,
      days.filter((day) => day >= since),
    );
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
        (some) => this.last(metric, profile, some) !== undefined,
      ),
    );
  }

  /** The last values of the profiles that have some, but none in the last 28 days. */
  left(metric: string, profiles: readonly string[], days: readonly string[]): number[] {
    return profiles
      .filter((profile) => this.carried(metric, profile, days) === undefined)
      .flatMap((profile) => this.last(metric, profile, days) ?? []);
  }
}

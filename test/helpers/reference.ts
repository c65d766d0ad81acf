/** Numbers computed apart from the server, from single profiles and days, by the rules of each kind. */
import { moved, weekdayName } from "./day-names.ts";
import { ReferenceValues, isPresent, parts } from "./reference-values.ts";

/** A number, `null` where every value is missing, or withheld because values cannot be combined. */
export type Expected = number | null | "withheld";

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);

export class Reference extends ReferenceValues {
  /** Rows can hold several profiles, also where one has a single profile. */
  combinesProfiles = false;
  /** Rows by day carry levels: all but those of one profile without its labels. */
  carriesByDay = false;
  /** Rows are single profiles and days, which carry no values. */
  isRaw = false;

  /** All days of a side as one number. */
  total(metric: string, profiles: readonly string[], days: readonly string[]): Expected {
    return this.combined(metric, profiles, days, this.daysBefore(metric, days, days));
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
    const values = this.values(metric, profiles, days);
    if (this.isLast(metric) || this.hasWindow(metric)) {
      const levelDays = this.isRaw ? days : [...before, ...days];
      const last = profiles.flatMap((profile) => this.carried(metric, profile, levelDays) ?? []);
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
    const ratioParts = parts[`${this.network} ${metric}`];
    const values = this.values(metric, profiles, days);
    const isSingle = profiles.length === 1 && days.length === 1;
    const [above = "", below = "", factor = 1] = ratioParts ?? [];
    if (isSingle || ratioParts === undefined) return sum(values) / values.length;
    let [numerator, denominator] = [0, 0];
    for (const profile of profiles) {
      const both = days
        .map(
          (day) => [this.valueOf(profile, above, day), this.valueOf(profile, below, day)] as const,
        )
        .filter(([dividend, divisor]) => dividend !== null && divisor !== null);
      for (const [dividend, divisor] of both) {
        numerator += dividend ?? 0;
        denominator += divisor ?? 0;
      }
    }
    return denominator === 0 ? "withheld" : (factor * numerator) / denominator;
  }

  /** A weekday is the mean of its covered days; of a level, of the profiles that are there throughout. */
  weekday(
    metric: string,
    allProfiles: readonly string[],
    rangeDays: readonly string[],
    name: string,
  ): Expected {
    const profiles =
      allProfiles.length > 1 && this.kind(metric) === "level"
        ? this.throughout(metric, allProfiles, rangeDays)
        : allProfiles;
    const days = rangeDays.filter((day) => weekdayName(day) === name);
    const sides = this.sides(metric, rangeDays);
    if (sides.length > 1) {
      // The day of a break is in no row of a net.
      const counted = days.filter((day) => sides.some((side) => side.days.includes(day)));
      return this.values(metric, profiles, counted).length === 0 ? null : "withheld";
    }
    if (["people", "ratio"].includes(this.kind(metric)))
      return this.combined(metric, profiles, days);
    const daily = days
      .map((day) =>
        this.combined(
          metric,
          profiles,
          [day],
          profiles.length > 1 || this.carriesByDay ? this.daysBefore(metric, rangeDays, [day]) : [],
        ),
      )
      .filter((value) => typeof value === "number");
    return daily.length === 0 ? null : sum(daily) / daily.length;
  }

  /** The profile-days without a value, of those that could have one. */
  missing(metric: string, profiles: readonly string[], days: readonly string[]): [number, number] {
    const counted = this.applicable(metric, days);
    const total = profiles.length * counted.length;
    return [total - this.values(metric, profiles, counted).length, total];
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
        this.last(metric, profile, later) === undefined ||
        this.carried(metric, profile, until) !== undefined,
    );
  }
}

/** Aggregates profile-days into the answer of the metrics endpoint (spec, profile metrics). */
import { isBreakdown, type Breakdown, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Label, SandboxProfile } from "./account.ts";
import { daysFrom, isoWeek, weekOf } from "./calendar.ts";
import { Failure } from "./body.ts";
import type { MetricsQuery } from "./metrics-request.ts";
import type { Numbers } from "./numbers.ts";

/** The format of row values that the spec does not document. */
export interface RowStyle {
  /** 0 is Sunday. */
  readonly firstWeekday: number;
  readonly week: (firstDay: string) => unknown;
  readonly month: (month: string) => unknown;
  readonly label: (label: Label) => unknown;
  readonly breakdown: (type: Breakdown, text: string) => unknown;
  /** The rows of every breakdown: its own few (default). */
  readonly breakdownRows?: readonly string[] | undefined;
  /** Averages are the mean of the profiles' means, not of all profile-days. */
  readonly weighsProfiles: boolean;
  /** Reorders rows and metrics. Weeks and months stay in calendar order. */
  readonly arrange: <T>(rows: readonly T[]) => readonly T[];
}

const defaultRowStyle: RowStyle = {
  firstWeekday: 1,
  week: isoWeek,
  month: (month) => month,
  label: ({ id }) => id,
  breakdown: (_, text) => text,
  weighsProfiles: false,
  arrange: (rows) => rows,
};

/** Ways in which the sandbox can differ from what the server assumes of the API, so that `check-api` has something to find. */
export const deviations = ["averages", "weeks", "labels"] as const;
export type Deviation = (typeof deviations)[number];

const styles: Readonly<Record<Deviation, Partial<RowStyle>>> = {
  averages: { weighsProfiles: true },
  weeks: { firstWeekday: 0, week: (firstDay) => firstDay },
  labels: { label: ({ name }) => ({ name }) },
};

export const styleOf = (differ: readonly Deviation[]): RowStyle =>
  Object.assign({ ...defaultRowStyle }, ...differ.map((deviation) => styles[deviation]));

const breakdownRows: Record<Breakdown, readonly string[]> = {
  activity_type: ["fan", "mention", "page post", "user post"],
  city: ["Brno", "Lagos", "Lima", "Oslo", "Prague", "Seoul"],
  click_target: ["email", "phone", "text", "website"],
  click_type: ["link clicks", "other clicks", "photo view", "video play"],
  country: ["BR", "CZ", "DE", "GB", "IN", "JP", "US"],
  gender_age: ["F.18-24", "F.25-34", "F.35-44", "M.18-24", "M.25-34", "M.35-44", "U.18-24"],
  hour_of_day: Array.from({ length: 24 }, (_, hour) => String(hour)),
  interaction_type: ["comments", "likes", "shares"],
  locale: ["cs_CZ", "de_DE", "en_GB", "en_US", "ja_JP"],
  play_type: ["autoplayed", "clicked_to_play"],
  post_attribution: ["organic", "paid"],
  reaction_type: ["anger", "haha", "like", "love", "sorry", "wow"],
};

/** A part of the requested profile-days. */
interface Covered {
  readonly profiles: readonly SandboxProfile[];
  readonly days: readonly string[];
  readonly breakdown?: string;
}

/** One row of an axis: its value in the header, and the profile-days that it selects. */
interface Row extends Partial<Covered> {
  readonly value: unknown;
}

export function metricsAnswer(
  query: MetricsQuery,
  numbers: Numbers,
  style: RowStyle,
  complexity: number,
): object {
  const days = daysFrom(query.start, query.end);
  const metrics = style.arrange(query.metrics);
  const axes = query.dimensions.map((type) => {
    const rows = rowsOf(type, query, days, style);
    return type === "date.week" || type === "date.month" ? rows : style.arrange(rows);
  });
  const size = axes.reduce((count, rows) => count * rows.length, query.metrics.length);
  if (size > complexity) throw new Failure(4, ["the amount of data is too large"]);

  const numberOf = (metric: Metric, covered: Covered): number | null =>
    style.weighsProfiles && metric.aggregation === "average"
      ? meanOfMeans(metric, covered, numbers)
      : cell(metric, covered, numbers);
  const nest = (depth: number, covered: Covered): unknown[] => {
    const rows = axes[depth];
    if (rows === undefined) return metrics.map((metric) => numberOf(metric, covered));
    return rows.map((row) => {
      const profiles = covered.profiles.filter(
        (profile) => row.profiles?.includes(profile) ?? true,
      );
      return nest(depth + 1, { ...covered, ...row, profiles });
    });
  };
  return {
    header: [
      ...query.dimensions.map((type, index) => ({
        type,
        rows: axes[index]?.map(({ value }) => value),
      })),
      { type: "metric", rows: metrics.map(({ name }) => name) },
    ],
    data: nest(0, { profiles: query.profiles, days }),
  };
}

/** Returns the sum or the mean over the profile-days that have a value; null if none has one. */
function cell(
  metric: Metric,
  { profiles, days, breakdown }: Covered,
  numbers: Numbers,
): number | null {
  let total = 0;
  let count = 0;
  for (const profile of profiles) {
    for (const day of days) {
      const value = numbers(profile, metric.name, day, breakdown);
      if (value === null) continue;
      total += value;
      count += 1;
    }
  }
  if (count === 0) return null;
  return metric.aggregation === "average" ? total / count : total;
}

function meanOfMeans(metric: Metric, covered: Covered, numbers: Numbers): number | null {
  const means = covered.profiles
    .map((profile) => cell(metric, { ...covered, profiles: [profile] }, numbers))
    .filter((mean) => mean !== null);
  return means.length === 0 ? null : means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

function rowsOf(
  type: Dimension,
  query: MetricsQuery,
  days: readonly string[],
  style: RowStyle,
): Row[] {
  if (isBreakdown(type)) {
    const rowOf = (breakdown: string): Row => ({
      value: style.breakdown(type, breakdown),
      breakdown,
    });
    return (style.breakdownRows ?? breakdownRows[type]).map(rowOf);
  }
  const buckets = (keyOf: (day: string) => string, valueOf: (key: string) => unknown): Row[] =>
    grouped(days, (day) => [keyOf(day)]).map(([key, bucketDays]) => ({
      value: valueOf(key),
      days: bucketDays,
    }));
  switch (type) {
    case "profile":
      return query.profiles.map((profile) => ({ value: profile.id, profiles: [profile] }));
    case "profile_label":
      return grouped(query.profiles, ({ labels }) => labels).map(([label, profiles]) => ({
        value: style.label(label),
        profiles,
      }));
    case "date.day":
      return days.map((day) => ({ value: day, days: [day] }));
    case "date.week":
      return buckets((day) => weekOf(day, style.firstWeekday), style.week);
    case "date.month":
      return buckets((day) => day.slice(0, 7), style.month);
    case "date.quarter":
    case "date.year":
    case "date.weekday":
      throw new Failure(3, ["unknown dimensions"]);
  }
}

/** Returns each key with its items. An item counts under each of its keys. */
function grouped<Item, Key>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
): (readonly [Key, Item[]])[] {
  const keys = new Set(items.flatMap(keysOf));
  return [...keys].map((key) => [key, items.filter((item) => keysOf(item).includes(key))] as const);
}

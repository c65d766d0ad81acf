/** Changes of an API over time: retired metrics, metrics that end, and days that arrive late. */
import { isDay } from "./calendar.ts";
import type { Numbers } from "./numbers.ts";

export interface World {
  /** Metrics that the API rejects by name (code 3). */
  readonly retired?: readonly string[];
  /** The number of days before today that have no values yet, or only zeros. */
  readonly lag?: number;
  readonly lagZeros?: number;
  /** The first day from which on a metric is 0, by its name. */
  readonly ended?: Readonly<Record<string, string>>;
}

/** The forms of a text, for help and errors. */
export const worldForms = "retired=METRIC,…, lag=DAYS, lag-zeros=DAYS, ended=METRIC:DATE" as const;

/** Reads a text such as `lag=3`; undefined for one of another form. */
export function readWorld(text: string): World | undefined {
  const [, name = "", value = ""] = /^(retired|lag|lag-zeros|ended)=(\S+)$/.exec(text) ?? [];
  const isCount = /^\d{1,2}$/.test(value);
  if (name === "retired") return { retired: value.split(",") };
  if (name === "lag" && isCount) return { lag: Number(value) };
  if (name === "lag-zeros" && isCount) return { lagZeros: Number(value) };
  const [metric = "", date = ""] = value.split(":");
  return name === "ended" && isDay(date) ? { ended: { [metric]: date } } : undefined;
}

/** One world of several texts. */
export const joinWorlds = (worlds: readonly World[]): World => ({
  ...Object.assign({}, ...worlds),
  retired: worlds.flatMap(({ retired = [] }) => retired),
  ended: Object.assign({}, ...worlds.map(({ ended }) => ended)),
});

/** The numbers of such a world. @param daysAgo the days between a day and today. */
export const inWorld =
  (
    numbers: Numbers,
    { lag = 0, lagZeros = 0, ended = {} }: World,
    daysAgo: (day: string) => number,
  ): Numbers =>
  (profile, metric, day, breakdown) => {
    const value = numbers(profile, metric, day, breakdown);
    const age = daysAgo(day);
    if (value === null || age < 1 || age <= lag) return age >= 1 && age <= lag ? null : value;
    return age <= lagZeros || day >= (ended[metric] ?? "9999") ? 0 : value;
  };

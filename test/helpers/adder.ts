/** Adds up profile-days independently: it shares no code with the sandbox's answers or the server's folds. */
import type { Question } from "../../src/questions/metrics/question/question.ts";
import type { Labels } from "../../src/suite/connection/labels.ts";

/** Missing is null. */
type ProfileDay = (
  profile: string,
  metric: string,
  day: string,
  breakdown: string | undefined,
) => number | null;

export interface AddingRules {
  readonly value: ProfileDay;
  readonly labels: Labels | undefined;
  readonly week: (day: string) => string;
}

/** A level is carried for at most this many days. */
const carriedDays = 28;

/** Returns every number of the query by its rows and metric, by the kinds of the metrics, with the keys of numbersByKey. */
export function addUp(query: Question, rules: AddingRules): Map<string, number> {
  const days: string[] = [];
  for (let time = Date.parse(query.start); time <= Date.parse(query.end); time += 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10));
  const isRaw = query.dimensions.includes("profile") && query.dimensions.includes("date.day");
  const withLabels = query.dimensions.includes("profile_label");
  const numbers = new Map<string, number>();
  for (const { name, kind } of query.metrics) {
    /** By row: the numbers to add or to average; of levels, the last one of each profile. */
    const lists = new Map<string, number[]>();
    const levels = new Map<string, Map<string, number>>();
    for (const profile of query.profiles) {
      let [last, age] = [Number.NaN, Infinity];
      for (const day of days) {
        const value = rules.value(profile.id, name, day, undefined);
        [last, age] = value === null ? [last, age + 1] : [value, 0];
        for (const label of withLabels ? (rules.labels?.of(profile) ?? []) : [""]) {
          const at = { profile: profile.id, day, week: rules.week(day), label };
          const key = [...keysOf(query, at), name].join(" / ");
          if (kind.overDays === "last" && !isRaw) {
            const profileLevels = levels.get(key) ?? new Map<string, number>();
            levels.set(key, profileLevels.set(profile.id, age <= carriedDays ? last : Number.NaN));
          } else if (value !== null) {
            const list = lists.get(key) ?? [];
            list.push(value);
            lists.set(key, list);
          }
        }
      }
    }
    const total = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0);
    for (const [key, list] of lists)
      numbers.set(key, kind.overDays === "sum" || isRaw ? total(list) : total(list) / list.length);
    for (const [key, profileLevels] of levels) {
      const present = [...profileLevels.values()].filter((value) => !Number.isNaN(value));
      if (present.length > 0) numbers.set(key, total(present));
    }
  }
  return numbers;
}

interface Place {
  readonly profile: string;
  readonly label: string;
  readonly day: string;
  readonly week: string;
}

const keysOf = (query: Question, place: Place): string[] =>
  query.dimensions.map((type) => {
    if (type === "profile") return place.profile;
    if (type === "profile_label") return place.label;
    if (type === "date.day") return place.day;
    if (type === "date.week") return place.week;
    return place.day.slice(0, 7);
  });

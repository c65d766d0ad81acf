/** Adds up profile-days independently: it shares no code with the sandbox's answers or the server's folds. */
import type { Question } from "../../src/metrics/question/question.ts";
import type { Labels } from "../../src/metrics/question/labels.ts";

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
  /** The rows of the requested breakdown; a single undefined without a breakdown. */
  readonly breakdownRows: readonly (string | undefined)[];
  readonly week: (day: string) => string;
}

/** Returns every number of the query by its rows and metric, with the keys of numbersByKey. */
export function addUp(query: Question, rules: AddingRules): Map<string, number> {
  const days: string[] = [];
  for (let time = Date.parse(query.start); time <= Date.parse(query.end); time += 86_400_000) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  const values = new Map<string, number[]>();
  const withLabels = query.dimensions.includes("profile_label");
  for (const profile of query.profiles) {
    const labels = withLabels ? (rules.labels?.of(profile) ?? []) : [""];
    for (const day of days) {
      for (const breakdown of rules.breakdownRows) {
        const at = { profile: profile.id, day, breakdown, week: rules.week(day) };
        const found = query.metrics.flatMap(({ name }) => {
          const value = rules.value(profile.id, name, day, breakdown);
          return value === null ? [] : [{ name, value }];
        });
        for (const label of labels) {
          const keys = keysOf(query, { ...at, label });
          for (const { name, value } of found) push(values, [...keys, name].join(" / "), value);
        }
      }
    }
  }
  const averages = new Set(
    query.metrics.filter((metric) => metric.aggregation === "average").map(({ name }) => name),
  );
  return new Map(
    [...values].map(([key, list]) => {
      const total = list.reduce((sum, value) => sum + value, 0);
      const metric = key.split(" / ").at(-1) ?? "";
      return [key, averages.has(metric) ? total / list.length : total];
    }),
  );
}

function push(values: Map<string, number[]>, key: string, value: number): void {
  const list = values.get(key);
  if (list === undefined) values.set(key, [value]);
  else list.push(value);
}

interface Place {
  readonly profile: string;
  readonly label: string;
  readonly day: string;
  readonly week: string;
  readonly breakdown: string | undefined;
}

const keysOf = (query: Question, place: Place): string[] =>
  query.dimensions.map((type) => {
    if (type === "profile") return place.profile;
    if (type === "profile_label") return place.label;
    if (type === "date.day") return place.day;
    if (type === "date.week") return place.week;
    return type === "date.month" ? place.day.slice(0, 7) : (place.breakdown ?? "");
  });

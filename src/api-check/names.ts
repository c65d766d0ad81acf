/** Judges how the API names rows, and which days its weeks hold. Pure. */
import { rowKey } from "../cells/axis.ts";
import { isObject } from "../text/json.ts";
import { addDays, daysOf, earlier, later } from "../time/days.ts";
import { bucketName, bucketsOf, monday, weekdayNames } from "../time/grains.ts";
import type { Grain, Weekday } from "../time/grains.ts";
import { Answered, isSame, totalOf } from "./answered.ts";
import type { Evidence } from "./evidence.ts";
import { answersOf, differs, holds, notSeen, type Judgement } from "./judgement.ts";

const weekdays: readonly Weekday[] = [1, 0, 6, 2, 3, 4, 5];

/** The weekday on which the API's weeks begin, by the sums of their days; undefined where none fits, or several do. */
export function weekStartOf({ exchanges, survey }: Evidence): Weekday | undefined {
  const weeks = exchanges.weeks?.outcome;
  if (!(weeks instanceof Answered)) return undefined;
  const { start, end, metrics, profiles } = weeks.request;
  const [[metric = ""], [profile = ""]] = [metrics, profiles];
  const rows = weeks.rows("date.week");
  const possible = weekdays.filter((startsOn) => {
    const buckets = bucketsOf(start, end, { unit: "week", startsOn });
    const sums = buckets.map((first) => {
      const days = daysOf(later(first, start), earlier(addDays(first, 6), end));
      return totalOf(survey.series(metric, profile, days));
    });
    const isSum = (row: (typeof rows)[number], at: number): boolean =>
      isSame(weeks.number(metric, { "date.week": rowKey(row) }), sums[at] ?? Number.NaN);
    return rows.length === buckets.length && rows.every(isSum);
  });
  return possible.length === 1 ? possible[0] : undefined;
}

export const weekStart = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["weeks"], () => {
    const startsOn = weekStartOf(evidence);
    if (startsOn === undefined) return notSeen("the sums of the days fit no weekday, or several");
    const found = weekdayNames[(startsOn + 6) % 7] ?? "";
    return startsOn === monday ? holds(found) : differs(found);
  });

export const weekNames = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["weeks"], (weeks) => {
    const known = weekStartOf(evidence);
    const judged = (known === undefined ? weekdays : [known]).map((startsOn) =>
      named(weeks, "date.week", { unit: "week", startsOn }),
    );
    const [first] = judged;
    return judged.find(({ state }) => state === "holds") ?? first ?? notSeen("no week");
  });

export const monthNames = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["months"], (months) => named(months, "date.month", { unit: "month" }));

function named(answered: Answered, type: "date.week" | "date.month", grain: Grain): Judgement {
  const { start, end } = answered.request;
  const names = bucketsOf(start, end, grain).map((bucket) => bucketName(bucket, grain));
  const rows = answered.rows(type).map(rowKey);
  const isNamed = rows.join() === names.join();
  return (isNamed ? holds : differs)(rows.join(", "));
}

export const labelForm = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["labels"], (labels) => {
    const all = evidence.profiles.flatMap((profile) => profile.labels ?? []);
    const ids = new Set(all.map((label) => (isObject(label) ? label["id"] : label)));
    const rows = labels.rows("profile_label");
    const other = rows.find((row) => !ids.has(row));
    if (rows.length === 0) return notSeen("no row");
    return other === undefined ? holds("ids of labels") : differs(rowKey(other));
  });

/** Judges how the API names rows, and measures which days its weeks hold. Pure. */
import { rowKey } from "../../numbers/cells/axis.ts";
import { addDays, daysOf, earlier, later } from "../../base/time/days.ts";
import { bucketsOf, weekdayNames, type Weekday } from "../../base/time/grains.ts";
import { Answered, isSame, totalOf } from "./answered.ts";
import type { Evidence } from "./evidence.ts";
import { answersOf, holds, measured, notSeen, type Judgement } from "./judgement.ts";

const weekdays: readonly Weekday[] = [1, 0, 6, 2, 3, 4, 5];

/** The weekday on which the API's weeks begin, by the sums of their days; undefined where none fits, or several do. */
function weekStartOf({ exchanges, survey }: Evidence): Weekday | undefined {
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
    return startsOn === undefined
      ? notSeen("the sums of the days fit no weekday, or several")
      : measured(weekdayNames[(startsOn + 6) % 7] ?? "");
  });

/** The client rejects an answer whose rows are not the ids of the asked profiles and the days. */
export const rows = ({ survey }: Evidence): Judgement =>
  holds(
    (["profile", "date.day"] as const)
      .map((type) => rowKey(survey.rows(type)[0] ?? ""))
      .join(" and "),
  );

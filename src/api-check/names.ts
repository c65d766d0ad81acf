/** Judges how the API names rows, and which days its weeks hold. Pure. */
import { rowKey, type RowValue } from "../cells/axis.ts";
import { isObject } from "../text/json.ts";
import { bucketName, bucketsOf, monday, weekdayNames, type Weekday } from "../time/grains.ts";
import { addDays, daysOf, earlier, later } from "../time/days.ts";
import { Answered, isPresent, isSame, sumOf } from "./answered.ts";
import type { Evidence } from "./evidence.ts";
import { answersOf, differs, holds, notSeen, type Judgement } from "./judgement.ts";

const weekdays: readonly Weekday[] = [1, 0, 6, 2, 3, 4, 5];

/** The weekdays on which the rows of an answer can begin, by the sums of their days. */
function possibleStarts(weeks: Answered, survey: Answered): Weekday[] {
  const { start, end, metrics, profiles } = weeks.request;
  const [[metric = ""], [profile = ""]] = [metrics, profiles];
  return weekdays.filter((startsOn) => {
    const buckets = bucketsOf(start, end, { unit: "week", startsOn });
    const rows = weeks.rows("date.week");
    if (rows.length !== buckets.length) return false;
    return rows.every((row, at) => {
      const first = buckets[at] ?? start;
      const days = daysOf(later(first, start), earlier(addDays(first, 6), end));
      const present = survey.series(metric, profile, days).filter(isPresent);
      const sum = present.length === 0 ? Number.NaN : sumOf(present);
      return isSame(weeks.number(metric, { "date.week": rowKey(row) }), sum);
    });
  });
}

/** The weekday on which the API's weeks begin; undefined where several are possible, or none is. */
export function weekStartOf({ exchanges, survey }: Evidence): Weekday | undefined {
  const weeks = exchanges.weeks?.outcome;
  if (!(weeks instanceof Answered)) return undefined;
  const [only, another] = possibleStarts(weeks, survey);
  return another === undefined ? only : undefined;
}

export function weekStart(evidence: Evidence): Judgement {
  return answersOf(evidence, ["weeks"], () => {
    const startsOn = weekStartOf(evidence);
    if (startsOn === undefined) return notSeen("the sums of the days fit no weekday, or several");
    if (startsOn === monday) return holds("Monday");
    return differs(weekdayNames[(startsOn + 6) % 7] ?? "another day");
  });
}

export function weekNames(evidence: Evidence): Judgement {
  return answersOf(evidence, ["weeks"], (weeks) => {
    const startsOn = weekStartOf(evidence) ?? monday;
    return named(weeks, "date.week", { unit: "week", startsOn });
  });
}

export function monthNames(evidence: Evidence): Judgement {
  return answersOf(evidence, ["months"], (months) =>
    named(months, "date.month", { unit: "month" }),
  );
}

function named(
  answered: Answered,
  type: "date.week" | "date.month",
  grain: Parameters<typeof bucketName>[1],
): Judgement {
  const { start, end } = answered.request;
  const names = bucketsOf(start, end, grain).map((bucket) => bucketName(bucket, grain));
  const rows = answered.rows(type);
  const other = rows.find((row, at) => row !== names[at]);
  if (rows.length === names.length && other === undefined) return holds(names.join(", "));
  return differs(other === undefined ? `${rows.length} rows` : rowKey(other));
}

export function labelForm(evidence: Evidence): Judgement {
  return answersOf(evidence, ["labels"], (labels) => {
    const ids = new Set(
      evidence.profiles.flatMap(({ labels: own = [] }) =>
        own.flatMap((label) => (isObject(label) ? [label["id"]] : [label])),
      ),
    );
    const rows = labels.rows("profile_label");
    if (rows.length === 0) return notSeen("no row");
    const other = rows.find((row: RowValue) => isObject(row) || !ids.has(row));
    return other === undefined ? holds("ids of labels") : differs(rowKey(other));
  });
}

/** Removes the zeros that an API gives for the days before a profile's first value: they are missing numbers. Pure. */
import { lineAt, rowsPerProfile, type DayValues } from "../../cells/day-values.ts";
import { dayNumber } from "../../time/days.ts";
import type { Question } from "../question/question.ts";

export function withoutLeadingZeros({ firstDays, start }: Question, days: DayValues): DayValues {
  if (firstDays === undefined) return days;
  const rows = rowsPerProfile(days);
  const withoutZeros = (list: Float64Array): Float64Array => {
    const values = list.slice();
    for (const [place, profile] of days.profiles.entries()) {
      const first = firstDays.get(profile);
      const before = first === undefined ? 0 : Math.max(0, dayNumber(first) - dayNumber(start));
      for (let line = place * rows; line < (place + 1) * rows; line += 1) {
        const own = lineAt(days, values, line).subarray(0, before);
        own.forEach((value, day) => {
          if (value === 0) own[day] = Number.NaN;
        });
      }
    }
    return values;
  };
  return { ...days, lists: days.lists.map(withoutZeros) };
}

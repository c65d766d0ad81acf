/** Named periods. They contain only whole days, the last of them the day before `today` at the latest. */
import { grainNames } from "../catalog/grains.ts";
import { addDays, type Day } from "./days.ts";
import { bucketStart, type Range } from "./grains.ts";

/** Returns the first and the last day of a period. `today` is the first day that is not over. */
type Rule = (today: Day) => Range;

const lastDays = (count: number): Rule => {
  return (today) => ({ start: addDays(today, -count), end: addDays(today, -1) });
};

const calendarUnits = grainNames.filter((unit) => unit !== "day");

/** `this_month`: the month that contains `today`, up to yesterday. `last_month`: the whole month before it. */
const rules = new Map<string, Rule>([
  ["yesterday", lastDays(1)],
  ...[7, 28, 30, 90].map((count) => [`last_${count}_days`, lastDays(count)] as const),
  ...calendarUnits.flatMap((unit) => {
    const running: Rule = (today) => ({
      start: bucketStart(today, { unit }),
      end: addDays(today, -1),
    });
    const previous: Rule = (today) => {
      const end = addDays(bucketStart(today, { unit }), -1);
      return { start: bucketStart(end, { unit }), end };
    };
    return [[`this_${unit}`, running] as const, [`last_${unit}`, previous] as const];
  }),
]);

export const isPeriod = (text: string): boolean => rules.has(text);
export const periods: readonly string[] = [...rules.keys()];

/** Returns the days of a period; undefined if none of them is over yet. Weeks start on Mondays. */
export function periodRange(period: string, today: Day): Range | undefined {
  const range = rules.get(period)?.(today);
  return range === undefined || range.end < range.start ? undefined : range;
}

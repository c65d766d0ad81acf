/** The halves of a range, which a change compares. */
import { addDays, daysBetween } from "../time/days.ts";
import type { Range } from "../time/grains.ts";

/** Two halves of a range that end with its last day: of equal numbers of days, or of weeks where it has four. */
type Halves = Readonly<Record<"before" | "after", Range>>;

/** Halves shorter than a week would compare different weekdays. */
const leastDays = 14;

export function halvesOf({ start, end }: Range): Halves | undefined {
  const days = daysBetween(start, end);
  if (days < leastDays) return undefined;
  const length = days >= 28 ? Math.floor(days / 14) * 7 : Math.floor(days / 2);
  const middle = addDays(end, 1 - length);
  return {
    before: { start: addDays(middle, -length), end: addDays(middle, -1) },
    after: { start: middle, end },
  };
}

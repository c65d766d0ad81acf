/** The halves of a range, which a change compares. */
import type { Result } from "../cells/result.ts";
import { addDays, addMonths, daysBetween, earlier } from "../time/days.ts";
import { bucketEnd, bucketsOf, bucketStart, type Range } from "../time/grains.ts";

/** Two halves of a range that end with its last day: of equal numbers of days, weeks where it has four, or whole months. */
type Halves = Readonly<Record<"before" | "after", Range>>;

type Seen = Pick<Result, "isSeenByMonth" | "cells" | "today">;

/** Halves shorter than a week would compare different weekdays. */
const leastDays = 14;

/** True where gaps are seen by month, and no day is asked for. */
export const areHalvesOfMonths = ({ isSeenByMonth, cells }: Seen): boolean =>
  isSeenByMonth === true && !cells.axes.some(({ type }) => type === "date.day");

/** @param result decides between halves of whole months and halves of days (default). */
export const halvesOf = (range: Range, result?: Seen): Halves | undefined =>
  result !== undefined && areHalvesOfMonths(result)
    ? halvesOfMonths(range, result)
    : halvesOfDays(range);

function halvesOfDays({ start, end }: Range): Halves | undefined {
  const days = daysBetween(start, end);
  if (days < leastDays) return undefined;
  const length = days >= 28 ? Math.floor(days / 14) * 7 : Math.floor(days / 2);
  const middle = addDays(end, 1 - length);
  return {
    before: { start: addDays(middle, -length), end: addDays(middle, -1) },
    after: { start: middle, end },
  };
}

const month = { unit: "month" } as const;

/** The halves of the months that are over. */
function halvesOfMonths(range: Range, { today }: Seen): Halves | undefined {
  const { start } = range;
  const end = today === undefined ? range.end : earlier(range.end, addDays(today, -1));
  const last = bucketEnd(end, month) === end ? end : addDays(bucketStart(end, month), -1);
  const whole = bucketsOf(start, last, month).filter((day) => day >= start).length;
  const length = Math.floor(whole / 2);
  if (length === 0) return undefined;
  const next = addDays(last, 1);
  const middle = addMonths(next, -length);
  return {
    before: { start: addMonths(middle, -length), end: addDays(middle, -1) },
    after: { start: middle, end: last },
  };
}

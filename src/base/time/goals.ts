/** A goal (`goal`): a number, or a change in percent against the year before, by a day. */
import { inputError } from "../errors/tool-error.ts";
import { addDays, addMonths, isDay, type Day } from "./days.ts";
import { bucketEnd, bucketName, bucketStart, type Range } from "./grains.ts";

export interface Goal {
  readonly by: Day;
  /** The number to reach, or in percent more than the year before. */
  readonly target: number;
  readonly isPercent: boolean;
}

/** Digits can be divided into groups of three; a decimal comma is not read. */
const shape = /^\s*([+-]?(?:\d{1,3}(?:[,_ ]\d{3})+|\d+)(?:\.\d+)?)\s*(%?)\s+by\s+(\S+)\s*$/i;

/**
 * @throws ToolError `invalid_input`
 * @example readGoal("+10 % by 2026-12-31") // { by: "2026-12-31", target: 10, isPercent: true }
 */
export function readGoal(text: string): Goal {
  const [, number = "", sign, by = ""] = shape.exec(text) ?? [];
  const goal = { target: Number(number.replaceAll(/[,_ ]/g, "")), isPercent: sign === "%" };
  if (isDay(by) && !(goal.isPercent && goal.target <= -100)) return { by, ...goal };
  throw inputError(
    `${JSON.stringify(text.slice(0, 60))} is not a goal`,
    'Write a number and a day, "100000 by 2026-12-31", or a change against the year before, "+10 % by 2026-12-31".',
  );
}

/** The last day a year earlier: that of February is its last day. */
export const yearEarlier = (day: Day): Day => addDays(addMonths(addDays(day, 1), -12), -1);

/**
 * The days that a goal in percent is about: the quarter or month that a range begins and the goal ends, else the year that
 * ends on its day.
 */
function goalRange({ by }: Goal, { start }: Pick<Range, "start">): Range {
  const units = (["month", "quarter"] as const).filter(
    (unit) => bucketStart(by, { unit }) === start && bucketEnd(by, { unit }) === by,
  );
  return { start: units.length > 0 ? start : addMonths(addDays(by, 1), -12), end: by };
}

/**
 * The range of the year before that a goal in percent is measured by; of a standing count its last day.
 * @throws ToolError `invalid_input` for a sum whose range does not begin with the days of the goal.
 */
export function goalBase(goal: Goal, range: Range, isStanding: boolean): Range | undefined {
  if (!goal.isPercent) return undefined;
  const end = yearEarlier(goal.by);
  if (isStanding) return { start: end, end };
  const { start } = goalRange(goal, range);
  if (start !== range.start)
    throw inputError(
      `a goal in percent by ${goal.by} counts from ${start} on, and the range begins on ${range.start}`,
      `Write date_start ${start}, or the first day of the month or quarter that ends on ${goal.by}.`,
    );
  return { start: addMonths(start, -12), end };
}

/** `2025-Q4`, `2025`, `2025-07-01 to 2026-06-30`. */
export function goalUnitName({ start, end }: Range): string {
  const unit = (["month", "quarter", "year"] as const).find(
    (name) =>
      bucketStart(start, { unit: name }) === start && bucketEnd(start, { unit: name }) === end,
  );
  return unit === undefined ? `${start} to ${end}` : bucketName(start, { unit });
}

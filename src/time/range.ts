import { inputError } from "../errors/tool-error.ts";
import { isDay, type Day } from "./days.ts";
import type { Range } from "./grains.ts";

/**
 * Reads a range of days, which must not start after `today`.
 * @throws ToolError `invalid_input` for an invalid date, an end before the start, or a start in the future.
 */
export function readRange(dateStart: string, dateEnd: string, today?: Day): Range {
  const start = readDay("date_start", dateStart);
  const end = readDay("date_end", dateEnd);
  if (end < start) {
    throw inputError(
      `date_end ${end} is before date_start ${start}`,
      "Swap the dates or correct one of them.",
    );
  }
  if (today !== undefined) checkStarted("date_start", start, today);
  return { start, end };
}

/** @param name the argument. @throws ToolError `invalid_input` for a range in the future, and before the years that there are. */
export function checkStarted(name: string, start: string, today: Day): void {
  if (isDay(start) && start <= today) return;
  throw inputError(
    start > today
      ? `${name} ${start} is after today, ${today}`
      : `the ${name} would begin before 1900`,
    `Choose a ${name} that is not ${start > today ? "in the future" : "as long"}.`,
  );
}

function readDay(name: string, text: string): Day {
  if (isDay(text)) return text;
  throw inputError(
    `${name} ${JSON.stringify(text.slice(0, 40))} is not a valid date`,
    "Write dates as YYYY-MM-DD, from the years 1900 to 2199.",
  );
}

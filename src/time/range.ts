import { invalidInput } from "../errors/tool-error.ts";
import { isDay, type Day } from "./days.ts";

/**
 * Checks a range of days, which must not start after `today`.
 * @throws ToolError `invalid_input` for an invalid date, an end before the start, or a start in the future.
 */
export function checkRange(start: string, end: string, today?: Day): void {
  for (const [name, day] of Object.entries({ date_start: start, date_end: end })) {
    if (isDay(day)) continue;
    const shown = JSON.stringify(day.slice(0, 40));
    throw invalidInput(
      `${name} ${shown} is not a valid date`,
      "Write dates as YYYY-MM-DD, from the years 1900 to 2199.",
    );
  }
  if (end < start) {
    throw invalidInput(
      `date_end ${end} is before date_start ${start}`,
      "Swap the dates or correct one of them.",
    );
  }
  if (today !== undefined && start > today) {
    throw invalidInput(
      `date_start ${start} is after today, ${today}`,
      "Choose a date_start that is not in the future.",
    );
  }
}

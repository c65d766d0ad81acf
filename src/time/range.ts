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
  if (today !== undefined && start > today) {
    throw inputError(
      `date_start ${start} is after today, ${today}`,
      "Choose a date_start that is not in the future.",
    );
  }
  return { start, end };
}

function readDay(name: string, text: string): Day {
  if (isDay(text)) return text;
  throw inputError(
    `${name} ${JSON.stringify(text.slice(0, 40))} is not a valid date`,
    "Write dates as YYYY-MM-DD, from the years 1900 to 2199.",
  );
}

import { invalidInput } from "../errors/tool-error.ts";
import { isDay, type Day } from "./days.ts";

/**
 * @param today where given, a range must not start after it.
 * @throws ToolError `invalid_input` for days that do not exist, an order that is wrong, or a future start.
 */
export function checkRange(start: string, end: string, today?: Day): void {
  for (const [name, day] of [
    ["date_start", start],
    ["date_end", end],
  ] as const) {
    if (isDay(day)) continue;
    const shown = JSON.stringify(day.slice(0, 40));
    throw invalidInput(
      `${name} ${shown} is not a day that exists`,
      "Write days as YYYY-MM-DD, from 1900 to 2199.",
    );
  }
  if (end < start) {
    throw invalidInput(
      `date_end ${end} is before date_start ${start}`,
      "Swap them, or correct one.",
    );
  }
  if (today !== undefined && start > today) {
    throw invalidInput(
      `date_start ${start} is after today, ${today}`,
      "Choose a range that has begun.",
    );
  }
}

/** The day on which the API's weeks start, where a result is shown by week without having been asked so. */
import type { Result } from "../cells/result.ts";
import type { Weekday } from "../time/grains.ts";

/** Thrown by what shows weeks of a result; caught where the API can be asked, before the reply is made again. */
export class WeekStartUnknown extends Error {
  constructor(readonly result: Result) {
    super("no answer has shown on which day the API's weeks start");
  }
}

/** @throws WeekStartUnknown where no answer has shown it. */
export function weekStartOf(result: Result): Weekday {
  if (result.weekStart === undefined) throw new WeekStartUnknown(result);
  return result.weekStart;
}

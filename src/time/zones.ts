/** Which day it is in a timezone of the tz database. */
import { dayAt, type Day } from "./days.ts";

const hour = 3_600_000;

/** The day it is where it comes first, and where it comes last. */
export const latestToday = (now: number): Day => dayAt(now + 14 * hour);
const lastToday = (now: number): Day => dayAt(now - 12 * hour);

export const isZone = (timeZone: string): boolean => todayIn(timeZone, 0) !== undefined;

/** Undefined for a zone that is not known here. */
function todayIn(timeZone: string, now: number): Day | undefined {
  try {
    return new Date(now).toLocaleDateString("sv-SE", { timeZone });
  } catch {
    return undefined;
  }
}

/** The day before which every day has ended in all zones; a zone not known may be the last on Earth. */
export function commonToday(zones: readonly (string | undefined)[], now: number): Day {
  const days = [...new Set(zones)].map((zone) =>
    zone === undefined ? lastToday(now) : (todayIn(zone, now) ?? lastToday(now)),
  );
  return days.toSorted()[0] ?? dayAt(now);
}

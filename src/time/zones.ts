/** Computes the current day in time zones of the tz database. */
import { dayAt, type Day, toDay } from "./days.ts";

const hour = 3_600_000;

/** Returns the current day in the zone that is furthest ahead, UTC+14. */
export const latestToday = (now: number): Day => dayAt(now + 14 * hour);
/** Returns the current day in the zone that is furthest behind, UTC-12. */
const earliestToday = (now: number): Day => dayAt(now - 12 * hour);

export const isZone = (timeZone: string): boolean => todayIn(timeZone, 0) !== undefined;

/** Making a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones, in case that an API invents names for them. */
const mostFormats = 1000;

/** Returns the current day in a zone; undefined for an unknown zone. */
function todayIn(timeZone: string, now: number): Day | undefined {
  try {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
    if (formats.size < mostFormats) formats.set(timeZone, format);
    return toDay(format.format(now));
  } catch {
    return undefined;
  }
}

/** Returns the earliest current day of the zones: all earlier days are over. An unknown zone counts as UTC-12. */
export function commonToday(zones: readonly (string | undefined)[], now: number): Day {
  const days = [...new Set(zones)].map((zone) =>
    zone === undefined ? earliestToday(now) : (todayIn(zone, now) ?? earliestToday(now)),
  );
  return days.toSorted()[0] ?? dayAt(now);
}

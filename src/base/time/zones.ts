/** Computes the current day in time zones of the tz database. */
import { orUndefined } from "../errors/or-undefined.ts";
import { dayAt, type Day, toDay } from "./days.ts";

const hour = 3_600_000;

/** Returns the current day in the zone that is furthest ahead, UTC+14. */
export const latestToday = (now: number): Day => dayAt(now + 14 * hour);
/** Returns the current day in the zone that is furthest behind, UTC-12. */
const earliestToday = (now: number): Day => dayAt(now - 12 * hour);

interface Zone {
  /** Making a format takes longer than using it a hundred times. */
  readonly format: Intl.DateTimeFormat;
  /** The last minute that was looked up, and its day: days begin with a minute. */
  readonly minute: number;
  readonly day: Day;
}

const lookedUp = new Map<string, Zone>();
/** More than there are zones, in case that an API invents names for them. */
const mostZones = 1000;

/** Returns the current day in a zone; an unknown zone counts as UTC-12. */
function todayIn(timeZone: string | undefined, now: number): Day {
  if (timeZone === undefined) return earliestToday(now);
  const minute = Math.floor(now / 60_000);
  const known = lookedUp.get(timeZone);
  if (known?.minute === minute) return known.day;
  try {
    const format = known?.format ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
    const day = toDay(format.format(now));
    if (known !== undefined || lookedUp.size < mostZones)
      lookedUp.set(timeZone, { format, minute, day });
    return day;
  } catch {
    return earliestToday(now);
  }
}

const localFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a function that writes a time as `2026-10-03 14:05` in a zone; undefined for a zone that is not known. */
export function localTimes(timeZone: string): ((time: number) => string) | undefined {
  const options = { dateStyle: "short", timeStyle: "short", timeZone } as const;
  const format =
    localFormats.get(timeZone) ?? orUndefined(() => new Intl.DateTimeFormat("sv-SE", options));
  if (format !== undefined && localFormats.size < mostZones) localFormats.set(timeZone, format);
  return format && ((time) => format.format(time));
}

/** Returns the zone that most of a list have; of several, the one whose day is furthest ahead. Undefined for an unknown one. */
export function commonestZone(
  zones: readonly (string | undefined)[],
  now: number,
): string | undefined {
  const counts = new Map<string, number>();
  for (const zone of zones) if (zone !== undefined) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const offsetOf = (zone: string): string => localTimes(zone)?.(now) ?? "";
  return [...counts]
    .flatMap(([zone, count]) => (count === most ? [zone] : []))
    .toSorted((left, right) => (offsetOf(left) < offsetOf(right) ? 1 : -1))[0];
}

/** Returns the earliest current day of the zones: all earlier days are over. */
export function commonToday(zones: readonly (string | undefined)[], now: number): Day {
  const days = [...new Set(zones)].map((zone) => todayIn(zone, now));
  return days.toSorted()[0] ?? dayAt(now);
}

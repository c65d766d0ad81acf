/** Periods by their names: `last_month`, `last_6_weeks`, `2026-Q3`. Weeks start on the day of the setting, those of a name such as `2026-W07` on Monday. */
import { calendarUnits, isGrain, type GrainName } from "../../catalog/grains.ts";
import { inputError } from "../errors/tool-error.ts";
import { addDays, isDay, type Day } from "./days.ts";
import { periodHint } from "./period-hints.ts";
import { addBuckets, bucketEnd, bucketName, bucketStart, monday } from "./grains.ts";
import type { Range, Weekday } from "./grains.ts";

export interface Period {
  /** Comparisons count in these units. */
  readonly unit: GrainName;
  /** The part of one unit that is over; whole units (default). */
  readonly isPart?: true;
  /**
   * @param today the first day that is not over. @param startsOn the first day of weeks; Monday (default).
   * Returns undefined if no day of the period is over yet.
   */
  readonly rangeAt: (today: Day, startsOn?: Weekday) => Range | undefined;
}

/** Names that clients offer. Any number and any calendar unit has one: see `forms`. */
export const periods: readonly string[] = [
  "today",
  "yesterday",
  ...[7, 28, 30, 90].map((count) => `last_${count}_days`),
  ...calendarUnits.flatMap((unit) => [`this_${unit}`, `last_${unit}`]),
  "ytd",
];

const forms = `today, yesterday, ytd, this_week, last_week (or month, quarter, year), last_N_days (or weeks, months, quarters, years), YYYY, YYYY-MM, YYYY-Qn and YYYY-Wnn`;

/** The complete units before today. */
const lastUnits = (count: number, unit: GrainName): Period => ({
  unit,
  rangeAt(today, startsOn = monday) {
    const next = bucketStart(today, { unit, startsOn });
    return { start: addBuckets(next, -count, { unit }), end: addDays(next, -1) };
  },
});

const thisUnit = (unit: GrainName): Period => ({
  unit,
  isPart: true,
  rangeAt(today, startsOn = monday) {
    const start = bucketStart(today, { unit, startsOn });
    return start === today ? undefined : { start, end: addDays(today, -1) };
  },
});

/** Reads a name such as `2026-W07`. Returns undefined for a unit that does not exist, such as `2026-W54`. */
function namedUnit(text: string): Period | undefined {
  const [year = "", part = ""] = text.split("-");
  const quarter = Number(part.slice(1));
  const [unit, first]: readonly [GrainName, string] =
    part === ""
      ? ["year", `${year}-01-01`]
      : part.startsWith("Q")
        ? ["quarter", `${year}-${String(3 * quarter - 2).padStart(2, "0")}-01`]
        : part.startsWith("W")
          ? ["week", `${year}-01-04`]
          : ["month", `${year}-${part}-01`];
  if (!isDay(first)) return undefined;
  const start = unit === "week" ? addDays(bucketStart(first, { unit }), 7 * (quarter - 1)) : first;
  if (bucketName(start, { unit }) !== text) return undefined;
  return { unit, rangeAt: () => ({ start, end: bucketEnd(start, { unit }) }) };
}

/** In any letter case. Returns undefined for a text that names no period. */
export function findPeriod(name: string): Period | undefined {
  const text = /^\d/.test(name.trim()) ? name.trim().toUpperCase() : name.trim().toLowerCase();
  if (text === "today") return { unit: "day", rangeAt: (today) => ({ start: today, end: today }) };
  if (text === "yesterday") return lastUnits(1, "day");
  if (text === "ytd") return thisUnit("year");
  if (/^\d{4}(-(\d\d|Q\d|W\d\d))?$/.test(text)) return namedUnit(text);
  const [, which, count, unit = ""] =
    /^(this|last)_(?:([1-9]\d{0,3})_)?([a-z]+?)s?$/.exec(text) ?? [];
  const isPlural = text.endsWith("s");
  if (!isGrain(unit) || (count === undefined && (isPlural || unit === "day"))) return undefined;
  if (which === "last") return lastUnits(Number(count ?? 1), unit);
  return count === undefined ? thisUnit(unit) : undefined;
}

/** @throws ToolError `invalid_input` that names the nearest periods. @param name of the argument. */
export function readPeriod(text: string, name = "period"): Period {
  const period = findPeriod(text);
  if (period !== undefined) return period;
  throw inputError(
    `${JSON.stringify(text.slice(0, 40))} is not a ${name}${periodHint(text, candidatesFor(text))}`,
    `The periods are ${forms}.`,
  );
}

/** Valid names, also those with the numbers of the text. */
function candidatesFor(text: string): string[] {
  const [year] = /(?:19|20|21)\d\d/.exec(text) ?? [];
  const [count] = /(?<!\d)[1-9]\d{0,2}(?!\d)/.exec(text) ?? [];
  const months = [...Array(12).keys()].map((month) => String(month + 1).padStart(2, "0"));
  return [
    ...periods,
    ...(count === undefined
      ? []
      : ["day", ...calendarUnits].map((unit) => `last_${count}_${unit}s`)),
    ...(year === undefined
      ? []
      : [year, ...["Q1", "Q2", "Q3", "Q4", ...months].map((part) => `${year}-${part}`)]),
  ];
}

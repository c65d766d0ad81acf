/** Dates as people write them, in titles and on axes. Tables, and the text of a chart, have those of the API. */
import type { Chart } from "../../replies/chart.ts";
import { addDays, isDay, toDay, type Day } from "../../../base/time/days.ts";
import { bucketEnd, bucketStart, type Range } from "../../../base/time/grains.ts";

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A range as people write it: `Oct 2026`, `Q3 2026`, `2026`, `1 to 22 Oct 2026`, `28 Dec 2025 to 3 Jan 2026`. */
export function rangeTitle({ start, end }: Range): string {
  const unit = (["year", "quarter", "month"] as const).find(
    (grain) =>
      bucketStart(start, { unit: grain }) === start && bucketEnd(start, { unit: grain }) === end,
  );
  const [year, month, day] = partsOf(start);
  const [endYear, endMonth, endDay] = partsOf(end);
  const name = (at: number): string => months[at - 1] ?? "";
  if (unit === "year") return year;
  if (unit === "quarter") return `Q${Math.ceil(month / 3)} ${year}`;
  if (unit === "month") return `${name(month)} ${year}`;
  const areMonths = day === 1 && bucketEnd(end, { unit: "month" }) === end;
  if (areMonths)
    return `${name(month)}${year === endYear ? "" : ` ${year}`} to ${name(endMonth)} ${endYear}`;
  const last = `${endDay} ${name(endMonth)} ${endYear}`;
  if (start === end) return last;
  if (year !== endYear) return `${day} ${name(month)} ${year} to ${last}`;
  return month === endMonth ? `${day} to ${last}` : `${day} ${name(month)} to ${last}`;
}

const partsOf = (day: Day): readonly [year: string, month: number, day: number] => [
  day.slice(0, 4),
  Number(day.slice(5, 7)),
  Number(day.slice(8)),
];

/** `1 Oct 2026`; another text stays as it is. */
export const dayTitle = (text = ""): string =>
  isDay(text) ? rangeTitle({ start: text, end: text }) : text;

/** The first day of a row of time by its name, if it has one: `2026-10-01`, `2026-W40`, `2026-10`, `2026-Q4`. */
function firstDayOf(
  name: string,
): { readonly day: Day; readonly unit: "day" | "month" | "quarter" } | undefined {
  const [, year = "", rest = ""] =
    /^(\d{4})-(\d{2}-\d{2}|W\d{2}|\d{2}|Q\d)(?![^* ])/.exec(name) ?? [];
  if (rest === "") return undefined;
  const number = Number(rest.replace(/\D/, ""));
  if (rest.startsWith("W")) {
    // The week of 4 January is the first of a year.
    const first = bucketStart(toDay(`${year}-01-04`), { unit: "week" });
    return { day: addDays(first, 7 * (number - 1)), unit: "day" };
  }
  const month = rest.startsWith("Q") ? number * 3 - 2 : number;
  const text = rest.includes("-")
    ? `${year}-${rest}`
    : `${year}-${String(month).padStart(2, "0")}-01`;
  if (!isDay(text)) return undefined;
  return {
    day: text,
    unit: rest.startsWith("Q") ? "quarter" : rest.includes("-") ? "day" : "month",
  };
}

/** `1 Oct 2026*` for `2026-10-01*`, `Oct 2026`; a week by its first day. Names that are no dates stay. */
export function dateTitle(name: string): string {
  const first = firstDayOf(name);
  if (first === undefined) return name;
  const { day: start, unit } = first;
  const [, end = ""] = /^[\dWQ-]+(.*)$/.exec(name) ?? [];
  const title = rangeTitle({ start, end: bucketEnd(start, { unit }) });
  return `${title}${end.replaceAll(/\d{4}-\d{2}-\d{2}/g, dayTitle)}`;
}

/** More places than these have labels at the starts of months. */
const mostDays = 62;
const mostWeeks = 26;

/**
 * The labels of an axis of time: the year once where all are in one; of long ranges, the starts of months, January by
 * its year where there are several; else empty.
 */
export function axisDates({ places, dimension }: Pick<Chart, "places" | "dimension">): string[] {
  const days = places.map((name) => firstDayOf(name)?.day ?? "");
  const years = new Set(days.filter(Boolean).map((day) => day.slice(0, 4)));
  const isLong =
    { day: places.length > mostDays, week: places.length > mostWeeks }[dimension] ?? false;
  if (!isLong) {
    const [year = ""] = years;
    return places.map((name) =>
      years.size === 1 ? dateTitle(name).replaceAll(` ${year}`, "") : dateTitle(name),
    );
  }
  return days.map((day, place) => {
    const month = day.slice(0, 7);
    const before = days[place - 1]?.slice(0, 7) ?? "";
    // The first place starts a month only if it is its first day.
    const isStart = place === 0 ? day.endsWith("-01") : before !== month;
    if (!isStart || day === "") return "";
    const [year, number] = partsOf(toDay(day));
    return years.size > 1 && number === 1 ? year : (months[number - 1] ?? "");
  });
}

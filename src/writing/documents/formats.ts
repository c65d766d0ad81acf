/** Numbers and dates as texts of a locale. */
import { nearZero } from "../../base/text/numbers.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import type { Figure } from "../../answers/replies/figures.ts";
import { addDays, toDay, type Day } from "../../base/time/days.ts";
import { german } from "../phrases/de.ts";
import { english } from "../phrases/en.ts";
import type { Days, Phrases } from "../phrases/phrases.ts";
import { bucketEnd, bucketStart, weekdayNames, type Range } from "../../base/time/grains.ts";

/** The format that a filter chooses for a number. The value stays the same. */
export interface Format {
  readonly decimals?: number;
  readonly isCompact?: boolean;
  readonly isUnsigned?: boolean;
}

export interface Formats {
  figure(figure: Figure, format?: Format): string;
  /** The numbers within a text of replies. */
  localised(text: string): string;
  day(day: Day): string;
  /** A weekday, or a day with its time; another text stays as it is. */
  time(text: string): string;
  range(range: Range): string;
  /** A range for a sentence. @param isShort without the year. */
  days(range: Range, isShort?: boolean): Days;
  readonly language: Language;
  readonly phrases: Phrases;
}

export const languageNames = ["en", "de"] as const;
export type Language = (typeof languageNames)[number];
export const languages: Readonly<Record<Language, Phrases>> = { en: english, de: german };

/** The language of a locale; English for others. */
const languageOf = (locale: string): Language => (/^de\b/i.test(locale) ? "de" : "en");

export const missingText = "–";

/** @param locale a BCP 47 tag, such as `en` or `de-CH`. */
export function formatsOf(locale: string, language = languageOf(locale)): Formats {
  const phrases = languages[language];
  const numbers = numberFormats(locale, phrases);
  return { language, phrases, ...numbers, ...dateFormats(locale), days: daysIn(locale) };
}

function dateFormats(locale: string): Pick<Formats, "day" | "time" | "range"> {
  const date = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  const month = dayFormat(locale, { month: "long", year: "numeric" });
  const weekday = dayFormat(locale, { weekday: "long" });
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const isWhole = (start: Day, end: Day): boolean =>
    start.endsWith("-01") && addDays(end, 1).endsWith("-01");
  const rangeText = (start: Day, end: Day): string =>
    start === end
      ? date.format(timeOf(start))
      : date.formatRange(timeOf(start), timeOf(end)).replaceAll(/\u2009|\u202F/g, " ");
  return {
    day: (day) => date.format(timeOf(day)),
    time(text) {
      const place = weekdayNames.indexOf(text);
      if (place !== -1) return weekday(addDays(toDay("2024-01-01"), place));
      return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text)
        ? time.format(Date.parse(`${text.replace(" ", "T")}Z`))
        : text;
    },
    // A whole month has a name.
    range: ({ start, end }) =>
      start.slice(0, 7) === end.slice(0, 7) && isWhole(start, end)
        ? month(start)
        : rangeText(start, end),
  };
}

const timeOf = (day: Day): number => Date.parse(`${day}T00:00Z`);

function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): (day: Day) => string {
  const dates = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return (day) => dates.format(timeOf(day));
}

function numberFormats(
  locale: string,
  { points }: Pick<Phrases, "points">,
): Pick<Formats, "localised" | "figure"> {
  // Making a format takes longer than using it a hundred times.
  const fixed = new Map<number, Intl.NumberFormat>();
  const withDecimals = (count: number): Intl.NumberFormat => {
    const digits = { minimumFractionDigits: count, maximumFractionDigits: count };
    const format = fixed.get(count) ?? new Intl.NumberFormat(locale, digits);
    fixed.set(count, format);
    return format;
  };
  const localised = (text: string): string =>
    text.replaceAll(/\d+(?:\.(\d+))?/g, (number: string, decimals = "") =>
      withDecimals(decimals.length).format(decimals === "" ? BigInt(number) : Number(number)),
    );
  return {
    localised,
    figure(figure, { decimals, isCompact = false, isUnsigned = false } = {}) {
      const { value, scale, unit } = figure;
      if (!isNumber(value)) return missingText;
      const signed = figure.text.startsWith("+") && !isUnsigned;
      const shown = scale * (isUnsigned ? Math.abs(value) : value);
      const options = {
        ...(signed && { signDisplay: "exceptZero" as const }),
        ...(isCompact && { notation: "compact" as const }),
        maximumFractionDigits: decimals ?? 1,
      };
      const written = (tag: string): string => new Intl.NumberFormat(tag, options).format(shown);
      const text =
        decimals === undefined && !isCompact
          ? localised(isUnsigned ? figure.text.replace(/^[+-]/, "") : figure.text)
          : // What rounds to zero is not zero.
            shown !== 0 && !/[1-9]/.test(written("en"))
            ? nearZero
            : written(locale);
      return unit === "" ? text : `${text} ${unit === "%" ? unit : points}`;
    },
  };
}

/** Returns a function that writes the dates of ranges as parts of sentences. */
function daysIn(locale: string): Formats["days"] {
  const date = dayFormat(locale, { day: "numeric", month: "long", year: "numeric" });
  const dateOfYear = dayFormat(locale, { day: "numeric", month: "long" });
  const month = dayFormat(locale, { month: "long", year: "numeric" });
  const monthOfYear = dayFormat(locale, { month: "long" });
  return ({ start, end }, isShort = false) => {
    const dateText = isShort ? dateOfYear : date;
    if (start === end) return { unit: "day", first: dateText(start), last: "" };
    const year = start.slice(0, 4);
    const unit = (["month", "quarter", "year"] as const).find(
      (name) =>
        bucketStart(start, { unit: name }) === start && bucketEnd(start, { unit: name }) === end,
    );
    if (unit === "month") return { unit, first: (isShort ? monthOfYear : month)(start), last: "" };
    if (unit === "year") return { unit, first: year, last: "" };
    const quarter = String(Math.ceil(Number(start.slice(5, 7)) / 3));
    if (unit === "quarter") return { unit, first: quarter, last: isShort ? "" : year };
    const first = year === end.slice(0, 4) ? dateOfYear(start) : date(start);
    return { unit: "range", first, last: dateText(end) };
  };
}

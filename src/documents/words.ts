/** Words beside numbers: rises and falls, months and years, units. */
import { decodeHTML } from "entities";
import type { Range } from "../time/grains.ts";

const rises =
  /(?<![\p{L}-])(?:rose|rises?|risen|rising|grew|grows?|grown|growing|gain(?:s|ed)?|increas(?:e[sd]?|ing)|climb(?:s|ed)?|jump(?:s|ed)?|surged?|soar(?:s|ed)?|skyrocketed|boom(?:s|ed)?|uptick|improved?|up)(?![\p{L}-])|[↑📈▲]/giu;
const falls =
  /(?<![\p{L}-])(?:fell|falls?|fallen|falling|drop(?:s|ped|ping)?|declin(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|lost|loses?|shrank|shrunk|sank|slipped|dipped|plunged?|slump(?:s|ed)?|crash(?:es|ed)?|down|fewer)(?![\p{L}-])|[↓📉▼]/giu;
const after = { rise: /^\s*(?:more|higher|above)\b/i, fall: /^\s*(?:less|lower|fewer|below)\b/i };
const negation = /\b(?:not|no|never|neither|nor|n't|without)\s+(?:\w+\s+)?$/i;

/**
 * 1 for a rise that the words beside a number state, -1 for a fall, 0 for neither: those right after it, else the last
 * before it that is not denied, else the first after it.
 */
export function directionBeside(before: string, behind: string): -1 | 0 | 1 {
  if (after.rise.test(behind)) return 1;
  if (after.fall.test(behind)) return -1;
  const found = (text: string): { readonly at: number; readonly sign: -1 | 1 }[] =>
    [[rises, 1] as const, [falls, -1] as const]
      .flatMap(([words, sign]) =>
        Array.from(text.matchAll(words), ({ index }) => ({ at: index, sign })),
      )
      .filter(({ at }) => !negation.test(text.slice(0, at)))
      .toSorted((one, other) => one.at - other.at);
  return found(before).at(-1)?.sign ?? found(behind)[0]?.sign ?? 0;
}

export const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** A month or a year that a text names: `-09`, `2026-09` or `2026`. */
export function periodsIn(text: string): string[] {
  const named = months.flatMap((name, at) => {
    const number = String(at + 1).padStart(2, "0");
    // `May` and `March` at the start of a sentence are verbs.
    const start = /^(May|March)$/.test(name) ? "(?<=[\\p{Ll}\\d,(]\\s)" : "(?<![\\p{L}])";
    return Array.from(
      text.matchAll(new RegExp(`${start}${name}(?![\\p{L}])(?:\\s+(\\d{4}))?`, "gu")),
      ([, year = ""]) => `${year}-${number}`,
    );
  });
  const quarters = Array.from(text.matchAll(/\bQ([1-4])\s+(20\d{2})\b/g), ([, quarter, year]) =>
    [1, 2, 3].map((month) => `${year}-${String(Number(quarter) * 3 - 3 + month).padStart(2, "0")}`),
  ).flat();
  const days = Array.from(text.matchAll(/\b(20\d{2}-\d{2})-\d{2}\b/g), ([, month = ""]) => month);
  const years = Array.from(
    text.matchAll(/\b(?:in|during)\s+(20\d{2})\b/gi),
    ([, year = ""]) => year,
  );
  return [...named, ...quarters, ...days, ...(named.length + quarters.length === 0 ? years : [])];
}

/** True for a range that has days of a month or a year. */
export function hasPeriod({ start, end }: Range, period: string): boolean {
  if (!period.startsWith("-")) {
    const [from, to] = [start.slice(0, period.length), end.slice(0, period.length)];
    return period >= from && period <= to;
  }
  const first = Number(start.slice(0, 4));
  const years = Array.from({ length: Number(end.slice(0, 4)) - first + 1 }, (_, at) => first + at);
  return years.some(
    (year) => `${year}${period}` >= start.slice(0, 7) && `${year}${period}` <= end.slice(0, 7),
  );
}

/** `insights_views` is named by itself, `insights views` or `views`; a standing count by its first word. */
export function wordsOf(metric: string): RegExp[] {
  const spaced = metric.replaceAll("_", "[ _]");
  const short = metric
    .replace(/^insights_/, "")
    .replace(/_(lifetime|change)$/, "")
    .replaceAll("_", "[ _-]");
  return [spaced, short].map(
    (word) => new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, "iu"),
  );
}

const units =
  "per[ -]?cent|pp|bps|(?:percentage |basis )?points?|k|(?:in )?(?:thousands?|millions?|billions?)|mn?|bn?|Mio|Mrd|Tsd|lakhs?|crores?|dozen|USD|EUR|GBP|CHF|JPY|PLN|CZK|INR|dollars?|euros?|pounds?";

/** What may not touch a number: another number, digits, letters and signs, and units that it does not have. */
export const unitAfter = new RegExp(
  `^(?:[.,]?[\\p{N}\\p{L}%‰\\p{Sc}\uE000]|\\s\\d{3}(?!\\d)|\\s?[/×^]\\s?\\p{N}|\\s?e\\d|\\s?\\(?(?:[%‰\\p{Sc}]|(?:${units})(?![\\p{L}\\p{N}])))`,
  "iu",
);
export const unitBefore =
  /(?:[\p{N}\p{L}.,+−\p{Pd}\uE001]|(?:\p{Sc}|USD|EUR|GBP|CHF|minus|negative)\s?)$/iu;

/** What a page does not show between a number and what touches it: emphasis, escapes, tags, what has no width. */
const markup = /(?:\]\([^)\n]*\)|[*_~\\`[\]]|<[^>\n]*>|[\u00AD\u200B-\u200D\u2060\uFEFF])+/g;

/** A text as a page shows it, as far as numbers touch it. */
export const asShown = (text: string): string => decodeHTML(text).replaceAll(markup, "");

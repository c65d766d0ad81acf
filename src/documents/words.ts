/** Words beside numbers: rises and falls, months, units. */
import type { Range } from "../time/grains.ts";

const rises =
  /\b(?:rose|rises?|risen|rising|grew|grows?|grown|growing|growth|gain(?:s|ed)?|increas(?:e[sd]?|ing)|climb(?:s|ed)?|jump(?:s|ed)?|surged?|improved?|up|higher)\b/i;
const falls =
  /\b(?:fell|falls?|fallen|falling|drop(?:s|ped|ping)?|declin(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|lost|loses?|shrank|shrunk|sank|slipped|dipped|down|lower)\b/i;

/** 1 for words of a rise, -1 for those of a fall, 0 for neither or both. */
export const directionIn = (text: string): -1 | 0 | 1 => {
  const [rise, fall] = [rises.test(text), falls.test(text)];
  return rise === fall ? 0 : rise ? 1 : -1;
};

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The months and years that a text names: `09` or `2026-09`. A sentence can begin with May or March. */
export const monthsIn = (text: string): string[] =>
  months.flatMap((name, at) =>
    Array.from(
      text.matchAll(
        new RegExp(
          `(?<=\\S\\s+[^.!?]*)\\b${name}\\b(?:\\s+(\\d{4}))?|^\\s*${name}\\s+(\\d{4})`,
          "g",
        ),
      ),
      ([, year = "", first = year]) =>
        [first, String(at + 1).padStart(2, "0")].filter(Boolean).join("-"),
    ),
  );

/** True for a range that has days of a month. */
export const hasMonth = ({ start, end }: Range, month: string): boolean => {
  const first = Number(start.slice(0, 4));
  const years = Array.from({ length: Number(end.slice(0, 4)) - first + 1 }, (_, at) => first + at);
  const names = month.length === 2 ? years.map((year) => `${year}-${month}`) : [month];
  return names.some((name) => name >= start.slice(0, 7) && name <= end.slice(0, 7));
};

/** What may not touch a number: digits, letters and signs, and units that it does not have. */
export const unitAfter =
  /^(?:[.,]?[\p{N}\p{L}%‰€$£¥]|\s?(?:[%‰€$£¥]|(?:per ?cent|pp|(?:percentage )?points?|k|thousand|mn?|million|bn?|billion|USD|EUR|GBP|CHF)(?![\p{L}\p{N}])))/iu;
export const unitBefore = /(?:[\p{N}\p{L}.,+\-−]|(?:[€$£¥]|USD|EUR|GBP|CHF|minus)\s?)$/iu;

/** What a page does not show between a number and what touches it: emphasis, escapes, tags, entities of blanks. */
const markup = new RegExp(
  "(?:\\]\\([^)\\n]*\\)|[*_~\\\\\\u0060\\[\\]]|<[^>\\n]*>|&(?:nbsp|thinsp|zwnj|zwj|shy|#\\w+);|[\\u00AD\\u200B-\\u200D\\u2060\\uFEFF])+",
  "g",
);

export const withoutMarkup = (text: string): string => text.replaceAll(markup, "");

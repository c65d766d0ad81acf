/** Numbers that an author has written, and what they could be rounded from. */
import { isNumber } from "../cells/states.ts";
import type { Figure } from "../replies/figures.ts";
import { formatNumber } from "../text/numbers.ts";
import { months } from "./words.ts";

export interface WrittenNumber {
  /** As written: `4.1 %`. */
  readonly text: string;
  readonly at: number;
  /** What it can mean: a point or a comma divides thousands, or decimals. */
  readonly meanings: readonly { readonly value: number; readonly unit: number }[];
  readonly kind: Figure["unit"];
}

const month = `(?:${[...months, "Sept", ...months.map((name) => name.slice(0, 3))].join("|")})\\.?`;
const day = "\\d{1,2}(?:st|nd|rd|th)?(?!\\s?[%\\d])";
const days = `${day}(?:\\s*(?:[–-]|to|until|and)\\s*${day})?`;
const year = "(?:19|20)\\d{2}";

/** What is no number of an answer: code, addresses, numbered headings and lists, dates, times, ordinals, lengths of time. */
const others = [
  /`[^`\n]*`/g,
  /\]\([^)\s]*\)|https?:\/\/\S+/g,
  /^[ \t]*(?:#{1,6}[ \t]*)?(?:\d+\.){0,5}\d+[.)][ \t]/gm,
  /^#{1,6}[ \t]*(?:\d+\.){0,5}\d+[ \t](?!%)/gm,
  /\b\d{4}-(?:\d{2}(?:-\d{2})?|W\d{2}|Q[1-4])\b/g,
  /\bQ[1-4](?:\s+\d{4})?\b|\b[HW]\d{1,2}\b/g,
  /\b\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})?\b|\b\d{1,2}:\d{2}\b|\b\d{1,2}\s?[ap]m\b|\b24\/7\b/gi,
  new RegExp(`\\b${days}\\s+(?:of\\s+)?${month}(?:,?\\s+${year})?(?!\\p{L})`, "gu"),
  new RegExp(`\\b${month}\\s+${days}(?:,?\\s+${year})?\\b(?!\\s?[%\\d])`, "gu"),
  new RegExp(`\\b${month}\\s+${year}\\b(?!\\s?%)`, "gu"),
  new RegExp(
    `(?:\\b(?:in|of|since|from|until|to|by|during|for|and|year)|©)\\s+${year}\\b(?![.,]?\\d|\\s?%)`,
    "gi",
  ),
  /\b\d{1,3}(?:st|nd|rd|th)\b/g,
  /\b(?:top|first|last|next|past|previous|best|page|section|figure|table|chapter|version|v|no\.?|#)\s*\d{1,3}(?:\.\d+){0,3}\b(?![.,]?\d|\s?%)/gi,
  /\b\d{1,3}[- ](?:days?|weeks?|months?|quarters?|years?|hours?|minutes?)\b/gi,
];

/** A name as a word of its own: `Brand 12` is not in `Brand 123`. */
const tokenOf = (name: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}])`,
    "gu",
  );

/** The names that a text has, without those that are within a longer one. */
export function namesIn(text: string, names: readonly string[]): string[] {
  const found = names.filter(
    (name) => name !== "" && text.includes(name) && tokenOf(name).test(text),
  );
  return found.filter((name) => !found.some((longer) => longer !== name && longer.includes(name)));
}

/** Blanks of the same length. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

/** The text without what is no number of an answer, in the same places. @param names of rows, which can hold digits. */
export function withoutOthers(text: string, names: readonly string[]): string {
  const fences = text.replaceAll(/^(```|~~~)[^]*?^\1/gm, blank);
  const named = names
    .filter((name) => /\d/.test(name) && /\p{L}/u.test(name) && fences.includes(name))
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(tokenOf(name), blank), fences);
  return others.reduce((left, pattern) => left.replaceAll(pattern, blank), named);
}

const factors: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
};

const number =
  /(?<![\p{L}\p{N}/-]|[\p{L}\p{N}][_.])([+\-−~≈]?)(\.?\d+(?:[.,'’\u00A0\u202F ]\d+){0,8})(?:\s?(thousand|million|billion|k|mn|m|bn|b)(?![\p{L}\p{N}]))?(?:\s?(%|per ?cent(?![\p{L}])|pp(?![\p{L}])|(?:percentage )?points?(?![\p{L}])))?(?![\p{L}\p{N}])/giu;
/** Digits with letters behind them that are no name, as `5000views` and `2x`; numerals of other scripts, and fractions. */
const glued = /(?<![\p{L}\p{N}_/.-])(?:\d{3,}(?=\p{L})|\d+(?=(?:x|fold)(?!\p{L})))|(?!\d)\p{N}+/giu;

/** @param text without what is no number of an answer. */
export function numbersIn(text: string): WrittenNumber[] {
  const numbers = Array.from(text.matchAll(number), (match): WrittenNumber => {
    const [written, sign = "", digits = "", scale = "", unit = ""] = match;
    const factor = factors[scale.toLowerCase()] ?? 1;
    const signed = /[-−]/.test(sign) ? -1 : 1;
    const kind = /%|per ?cent$/i.test(unit) ? "%" : unit === "" ? "" : "points";
    const meanings = readingsOf(digits).map(({ value, decimals }) => ({
      value: signed * value * factor,
      unit: roundedTo(value, decimals) * factor,
    }));
    return { text: written.trim(), at: match.index, meanings, kind };
  });
  const signs = Array.from(text.matchAll(glued), ({ 0: sign, index }): WrittenNumber => ({
    text: sign,
    at: index,
    meanings: [],
    kind: "",
  }));
  return [...numbers, ...signs];
}

/** Separators divide thousands where they stand before three digits; the last one can also be a decimal point. */
function readingsOf(digits: string): { readonly value: number; readonly decimals: number }[] {
  const readings: { readonly value: number; readonly decimals: number }[] = [];
  if (/^\d+$/.test(digits) || /^\d{1,3}([.,'’\u00A0\u202F ]\d{3})+$/.test(digits))
    readings.push({ value: Number(digits.replaceAll(/\D/g, "")), decimals: 0 });
  const [, whole = "", decimals = ""] = /^(.*)[.,](\d+)$/.exec(digits) ?? [];
  if (decimals !== "" && !/[.,]/.test(whole.replaceAll(/[.,](?=\d{3}(\D|$))/g, "")))
    readings.push({
      value: Number(`${whole.replaceAll(/\D/g, "")}.${decimals}`),
      decimals: decimals.length,
    });
  return readings;
}

/** The unit of the last digit that counts: zeros at the end of a large number can be rounded, but for two digits. */
function roundedTo(value: number, decimals: number): number {
  if (decimals > 0 || value < 1000) return 10 ** -decimals;
  const zeros = /0*$/.exec(String(value))?.[0].length ?? 0;
  return 10 ** Math.min(zeros, String(value).length - 2);
}

/** A number that a text calls a bound can be this far from it, as a share. */
const nearBound = 0.05;
const lowerBound = /\b(?:more than|over|above|at least)\s*$/i;
const upperBound = /\b(?:nearly|almost|under|less than|below|up to)\s*$/i;

/**
 * True where a figure, as rounded, is the written number. A number without a sign can be a fall that words state.
 * @param before the text before it: `more than 105,000`.
 */
export function isRoundedFrom(
  { meanings, kind }: WrittenNumber,
  figure: Figure,
  isFall: boolean,
  before: string,
): boolean {
  if (!isNumber(figure.value) || figure.unit !== kind) return false;
  const shown = figure.value * figure.scale;
  return meanings.some(({ value, unit }) => {
    const signed = shown < 0 && value > 0 && isFall ? -value : value;
    const difference = Math.abs(shown) - Math.abs(signed);
    if (Math.sign(shown) === Math.sign(signed) && lowerBound.test(before) && difference >= 0)
      return difference <= nearBound * Math.abs(shown);
    if (Math.sign(shown) === Math.sign(signed) && upperBound.test(before) && difference <= 0)
      return -difference <= nearBound * Math.abs(shown);
    return Math.abs(shown - signed) <= (unit / 2) * (1 + 1e-9);
  });
}

/** The largest distance of a number that may be meant, as a share of it. */
const near = 0.2;

/** The numbers nearest to a written one, with their names: `; {{ … }} is 241800`. */
export function nearestTo(
  { meanings }: WrittenNumber,
  known: Iterable<{ readonly figure: Figure; readonly name: string }>,
): string {
  const found = Array.from(known, ({ figure: { value, scale, unit }, name }) => {
    const shown = value * scale;
    const distances = meanings.map((one) => Math.abs(Math.abs(one.value) - Math.abs(shown)));
    return {
      distance: Math.min(...distances) / (Math.abs(shown) || 1),
      text: `${name} is ${[formatNumber(shown), unit].filter(Boolean).join(" ")}`,
    };
  })
    .filter(({ distance }) => distance < near)
    .toSorted((one, other) => one.distance - other.distance);
  const texts = [...new Set(found.map(({ text }) => text))].slice(0, 2);
  return texts.length === 0 ? "" : `; ${texts.join(", ")}`;
}

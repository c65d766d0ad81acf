/** Formats numbers for replies. */
import { some } from "./words.ts";

/** Shown for a missing number, which is never 0 or empty. */
const missing = "–";
/** Shown for a number that exists but may not be combined in this way. It is given as an infinite number. */
const withheld = "·";

/** Writes integers exactly, other numbers with at most 4 decimals, and small fractions with two digits. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return missing;
  if (!Number.isFinite(value)) return withheld;
  if (Number.isInteger(value)) return String(value + 0);
  const decimals = Math.abs(value) < 1e-3 ? 1 - Math.floor(Math.log10(Math.abs(value))) : 4;
  return value.toFixed(Math.min(decimals, 100)).replace(/\.?0+$/, "");
}

/** Digits of fractions in a column: more do not help a reader. */
const mostDigits = 8;

/** Returns a function that writes the fractions of a column with enough digits to tell different ones apart. */
export function distinctFormat(values: readonly number[]): (value: number) => string {
  if (values.some((value) => Math.abs(value) >= 1)) return formatNumber;
  const distinct = new Set(values).size;
  const texts = (format: (value: number) => string): number => new Set(values.map(format)).size;
  if (texts(formatNumber) === distinct) return formatNumber;
  const withDigits =
    (digits: number) =>
    (value: number): string =>
      String(Number(value.toFixed(digits)));
  let digits = 5;
  while (digits < mostDigits && texts(withDigits(digits)) < distinct) digits += 1;
  return withDigits(digits);
}

/** A note on numbers that JSON and the language do not hold exactly. */
export const inexactText = (names: readonly string[]): string =>
  `Numbers above ${Number.MAX_SAFE_INTEGER.toLocaleString("en-US")} may be rounded: ${some(names, 8)}.`;

/** Writes a share as `+4.1%`; one that rounds to zero as `0%`. */
export function formatChange(share: number): string {
  if (!Number.isFinite(share)) return formatNumber(share);
  const percent = (share * 100).toFixed(1).replace(/\.0$/, "");
  if (Number(percent) === 0) return "0%";
  return share > 0 ? `+${percent}%` : `${percent}%`;
}

/** Writes a number of percent with its sign and one decimal, a small one with two digits: `+29`, `-0.4`, `+0.012`. */
export function formatPercent(value: number): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  const isSmall = value !== 0 && Math.abs(value) < 0.1;
  const text = isSmall
    ? String(Number(value.toPrecision(2)))
    : value.toFixed(1).replace(/\.0$/, "");
  return value > 0 ? `+${text}` : text;
}

/** Writes a share as `81%`. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Writes a difference with its sign: `+4.1`, `0`, `-3`. */
export function formatDifference(value: number): string {
  const text = formatNumber(value);
  return Number.isFinite(value) && Number(text) > 0 ? `+${text}` : text;
}

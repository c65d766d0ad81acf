/** Formats numbers for replies. */
import { some } from "./words.ts";

/** Shown for a missing number, which is never 0 or empty. */
const missing = "–";
/** Shown for a number that exists but may not be combined in this way. It is given as an infinite number. */
const withheld = "·";

/** The most decimals that a text may have. */
const mostDecimals = 100;

/** Decimals of a number that is not a count: none from 1,000 on, one from 100, two from 10, three from 1, else four digits. */
function decimalsOf(value: number): number {
  const size = Math.abs(value);
  if (size >= 1) return Math.max(0, 3 - Math.floor(Math.log10(size)));
  return size === 0 ? 3 : Math.min(mostDecimals, 3 - Math.floor(Math.log10(size)));
}

/** Without trailing zeros; never a negative zero. */
const fixed = (value: number, decimals: number): string => {
  const text = value.toFixed(decimals);
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return short === "-0" ? "0" : short;
};

/** Writes integers exactly, other numbers with the digits that a reader needs. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return missing;
  if (!Number.isFinite(value)) return withheld;
  return Number.isInteger(value) ? String(value + 0) : fixed(value, decimalsOf(value));
}

/** `-11,080`: groups the digits of a number that {@link formatNumber} has written. */
export const grouped = (text: string): string =>
  text.replace(/\d+/, (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, ","));

/** Writes a change with its sign: of counts exactly, of other numbers as the difference of the two numbers shown. */
export function formatDifference(change: number, now: number, before: number): string {
  if (!Number.isFinite(change) || [now, before].every(Number.isInteger))
    return signed(change, formatNumber(change));
  const places = [now, before].map((value) => (Number.isInteger(value) ? 0 : decimalsOf(value)));
  const [shown = 0, shownBefore = 0] = [now, before].map((value) => Number(formatNumber(value)));
  return signed(change, fixed(shown - shownBefore, Math.max(...places)));
}

/** Writes a change in percent with its sign and one decimal; one that rounds to zero but is not zero as `~0`. */
export const formatPercent = (value: number): string =>
  Number.isFinite(value) ? signed(value, fixed(value, 1)) : formatNumber(value);

/** Writes shares, contributions and percentage points: one decimal from 10 on, two digits below. */
export function formatShare(value: number): string {
  if (!Number.isFinite(value) || value === 0) return formatNumber(value);
  const decimals = 1 - Math.floor(Math.log10(Math.abs(value)));
  return fixed(value, Math.min(mostDecimals, Math.max(1, decimals)));
}

/** Writes the difference of two numbers in percent, as they are shown. */
export function formatPoints(now: number, before: number): string {
  const difference = Number(formatShare(now)) - Number(formatShare(before));
  // The decimals of the finer one.
  const decimals = [now, before].map((value) => formatShare(value).split(".")[1]?.length ?? 0);
  return signed(now - before, fixed(difference, Math.max(...decimals)));
}

/** A change that rounds to zero, but is not zero. */
export const nearZero = "~0";

function signed(value: number, text: string): string {
  if (text === "0" && value !== 0) return nearZero;
  return value > 0 && Number.isFinite(value) ? `+${text}` : text;
}

/** A note on numbers that JSON and the language do not hold exactly. */
export const inexactText = (names: readonly string[]): string =>
  `Numbers above ${Number.MAX_SAFE_INTEGER.toLocaleString("en-US")} may be rounded: ${some(names, 8)}.`;

/** Writes a share as `81%`. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

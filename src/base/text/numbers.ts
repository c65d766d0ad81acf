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

/** Writes a change with its sign: a whole number of counts; of other numbers with the decimals of both. */
export function formatDifference(change: number, numbers: readonly number[] = []): string {
  if (!Number.isFinite(change)) return formatNumber(change);
  const places = numbers.map((value) => (Number.isInteger(value) ? 0 : decimalsOf(value)));
  return signed(change, fixed(change, Math.max(0, ...places)));
}

/** Writes a change in percent with its sign and one decimal; one that rounds to zero but is not zero as `~0`. */
export const formatPercent = (value: number): string =>
  Number.isFinite(value) ? signed(value, fixed(value, 1)) : formatNumber(value);

/** Writes shares, contributions and percentage points: one decimal from 10 on, two digits below. */
export function formatShare(value: number): string {
  if (!Number.isFinite(value) || value === 0) return formatNumber(value);
  return fixed(value, decimalsOfShare(value));
}

const decimalsOfShare = (value: number): number =>
  Math.min(mostDecimals, Math.max(1, 1 - Math.floor(Math.log10(Math.abs(value)))));

/** Writes a difference in percentage points with its sign. */
export const formatPoints = (points: number): string =>
  signed(points, points === 0 ? "0" : fixed(points, decimalsOfShare(points)));

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

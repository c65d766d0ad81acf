/** Numbers in pictures: in full beside bars, short on axes. */
import { formatNumber, grouped } from "../../../base/text/numbers.ts";

/** `11,080` */
export const barText = (value: number): string => grouped(formatNumber(value));

const units = { G: 1e9, M: 1e6, k: 1e3 };

/** `12k`, `3.4M`. @param digits all of an axis's round numbers have fewer (default). */
export function compact(value: number, digits = 7): string {
  const fits = ([, least]: readonly [string, number]): boolean => Math.abs(value) >= least;
  const [unit, size] = Object.entries(units).find(fits) ?? ["", 1];
  return `${Number((value / size).toPrecision(digits))}${unit}`;
}

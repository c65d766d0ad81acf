/** Numbers in the few characters that an axis has. */
import { formatNumber } from "../../text/numbers.ts";

const units = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
] as const;

/** `12k`, `3.4M`. @param digits all of an axis's round numbers have fewer (default). */
export function compact(value: number, digits = 7): string {
  const [size, unit] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ""];
  const number = Number((value / size).toPrecision(digits));
  return `${formatNumber(number)}${unit}`;
}

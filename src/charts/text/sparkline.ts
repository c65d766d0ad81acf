/** A series as one line of text. */

const levels = "▁▂▃▄▅▆▇█";
/** Stands for places without a number. */
const gap = "–";

/** The numbers of a sparkline have one scale, so that lines of one panel can be compared. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

export function scaleOf(lists: readonly Float64Array[], isFromZero: boolean): Scale {
  const numbers = lists.flatMap((list) => Array.from(list)).filter((value) => !Number.isNaN(value));
  const all = isFromZero ? [0, ...numbers] : numbers;
  return { low: Math.min(...all), high: Math.max(...all) };
}

/** The height of a number between 0 and `steps - 1`. */
const stepOf = (value: number, { low, high }: Scale, steps: number): number =>
  high === low ? 0 : Math.min(steps - 1, Math.floor(((value - low) / (high - low)) * steps));

/** The means of groups of successive places; NaN for a group without a number. @param each the size of a group. */
function condensed(values: Float64Array, each: number): Float64Array {
  if (each <= 1) return values;
  return Float64Array.from({ length: Math.ceil(values.length / each) }, (_, index) => {
    const numbers = values
      .subarray(index * each, (index + 1) * each)
      .filter((value) => !Number.isNaN(value));
    return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  });
}

/** @param each the number of places that a character stands for. */
export const sparkline = (values: Float64Array, scale: Scale, each: number): string =>
  Array.from(condensed(values, each), (value) =>
    Number.isNaN(value) ? gap : levels.charAt(stepOf(value, scale, levels.length)),
  ).join("");

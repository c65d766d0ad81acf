/** Series as lines of text. */

const levels = "▁▂▃▄▅▆▇█";
/** Stands for places without a number. */
const gap = "–";

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

/** The lines have one scale, so that they can be compared. @param each the number of places that a character stands for. */
export function sparklines(
  lists: readonly Float64Array[],
  isFromZero: boolean,
  each: number,
): string[] {
  const numbers = lists.flatMap((list) => Array.from(list)).filter((value) => !Number.isNaN(value));
  const all = isFromZero ? [0, ...numbers] : numbers;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const letterOf = (value: number): string => {
    if (Number.isNaN(value)) return gap;
    const level = high === low ? 0 : Math.floor(((value - low) / (high - low)) * levels.length);
    return levels.charAt(Math.min(levels.length - 1, level));
  };
  return lists.map((list) => Array.from(condensed(list, each), letterOf).join(""));
}

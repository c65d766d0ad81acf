/** How large the CSV of a result can be, from its names and dimensions alone: most are far from a second part. */
import { isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import { rowKey } from "../../numbers/cells/axis.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { daysBetween } from "../../base/time/days.ts";

/** Bytes of a number, of a name of time, and of quotes and separators. */
const widths = { number: 26, time: 30, marks: 12 };

/** The most columns of a metric: its numbers, its words, and the sides of its breaks. */
const columnsOf = (sides: readonly Result[]): number => (sides.length === 1 ? 5 : 24);

/** The most bytes of the rows of a dimension, and their number. */
function sizeOf(
  result: Result,
  type: Dimension,
): { readonly rows: number; readonly width: number } {
  if (isDateDimension(type))
    return { rows: daysBetween(result.start, result.end), width: widths.time };
  const { days, labels, split, names } = result;
  const values =
    type === "profile"
      ? days.profiles
      : type === "profile_label"
        ? (labels?.rows ?? [])
        : (split?.breakdown?.rows ?? []);
  const texts = [...values.map(rowKey), ...(names[type]?.values() ?? [])];
  const longest = texts.reduce((most, text) => Math.max(most, Buffer.byteLength(text)), 0);
  return { rows: values.length, width: 4 * longest + widths.marks };
}

/** @param sides of one range, or of two. */
export function csvBoundOf(sides: readonly [Result, ...Result[]]): number {
  const [{ dimensions, metrics }] = sides;
  const sizes = dimensions.map((type) => sides.map((side) => sizeOf(side, type)));
  const rows = sizes.reduce(
    (count, both) =>
      count *
      Math.max(
        1,
        both.reduce((sum, size) => sum + size.rows, 0),
      ),
    1,
  );
  const names = sizes.flat().reduce((sum, { width }) => sum + width, 0);
  const columns = metrics.length * columnsOf(sides);
  const heads = metrics.reduce((sum, { name }) => sum + 2 * Buffer.byteLength(name) + 60, 200);
  return heads * columnsOf(sides) + rows * (names + columns * widths.number);
}

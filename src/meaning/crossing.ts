/** Figures whose days cross a break of their metric. */
import { isDateDimension } from "../catalog/dimensions.ts";
import { stridesOf } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import type { Figures } from "./figures.ts";
import { crossedBreaks } from "./segments.ts";

/** Returns whether the days of a figure cross a break, by its place. Rows that a break divides do not cross it. */
export function crossingOf(
  { network, start, end }: Result,
  { axes, columns, values }: Figures,
): (at: number) => boolean {
  const axis = axes.findIndex(({ type }) => isDateDimension(type));
  const time = axes[axis]?.time ?? [{ start, end }];
  const stride = stridesOf(axes, columns.length)[axis] ?? values.length;
  const isCrossed = columns.map(({ metric }) =>
    time.map((row) => crossedBreaks({ network, ...row }, metric).length > 0),
  );
  return (at) => isCrossed[at % columns.length]?.[Math.floor(at / stride) % time.length] === true;
}

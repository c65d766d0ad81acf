/** The dimensions of a piece of a result: those of the result, at the grain of time that is asked. */
import { isBreakdown, isDateDimension } from "../catalog/dimensions.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { Result } from "../cells/result.ts";
import type { Piece } from "../replies/reply.ts";

export function dimensionsAt(
  { dimensions }: Pick<Result, "dimensions">,
  { grain, statistic }: Pick<Piece, "grain" | "statistic">,
): readonly Dimension[] {
  const asked = grain ?? (statistic === undefined ? undefined : "total");
  if (asked === undefined) return dimensions;
  const time = asked === "total" ? [] : [`date.${asked}` as const];
  const held = dimensions.find((type) => isDateDimension(type));
  if (held !== undefined) return dimensions.flatMap((type) => (type === held ? time : [type]));
  const breakdown = dimensions.filter((type) => isBreakdown(type));
  return [...dimensions.filter((type) => !isBreakdown(type)), ...time, ...breakdown];
}

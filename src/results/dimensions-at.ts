/** The dimensions of a piece of a result: those of the result, at the grain of time that is asked. */
import { isBreakdown, isDateDimension } from "../catalog/dimensions.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { Result } from "../cells/result.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Piece } from "../replies/reply.ts";

/** @throws ToolError `invalid_input` for rows of time of a result that holds the end of its range alone. */
export function dimensionsAt(
  { dimensions, asked: whole, start, end }: Pick<Result, "dimensions" | "asked" | "start" | "end">,
  { grain, statistic }: Pick<Piece, "grain" | "statistic">,
): readonly Dimension[] {
  const asked = grain ?? (statistic === undefined ? undefined : "total");
  if (asked === undefined) return dimensions;
  if (asked !== "total" && whole !== undefined)
    throw inputError(
      `the result holds ${start} to ${end} alone, because levels in total need no earlier days`,
      `Ask get_profile_metrics with the dimension date.${asked}.`,
    );
  const time = asked === "total" ? [] : [`date.${asked}` as const];
  const held = dimensions.find((type) => isDateDimension(type));
  if (held !== undefined) return dimensions.flatMap((type) => (type === held ? time : [type]));
  const breakdown = dimensions.filter((type) => isBreakdown(type));
  return [...dimensions.filter((type) => !isBreakdown(type)), ...time, ...breakdown];
}

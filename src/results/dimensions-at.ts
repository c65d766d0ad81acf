/** The dimensions of a piece of a result: those of the result, at the grain of time that is asked. */
import { isBreakdown, isDateDimension } from "../catalog/dimensions.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { Result } from "../cells/result.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Piece } from "../replies/reply.ts";

type Days = Pick<Piece, "grain" | "statistic" | "window" | "dateStart" | "dateEnd">;

/** @throws ToolError `invalid_input` for other days than the last of a result that holds the end of its range alone. */
export function dimensionsAt(
  { dimensions, asked: whole, start, end }: Pick<Result, "dimensions" | "asked" | "start" | "end">,
  { grain, statistic, window, dateStart, dateEnd }: Days,
): readonly Dimension[] {
  const asked =
    grain ?? (window !== undefined ? "day" : statistic === undefined ? undefined : "total");
  const isOfOtherDays =
    (statistic ?? dateStart ?? dateEnd) !== undefined || (asked ?? "total") !== "total";
  if (whole !== undefined && isOfOtherDays)
    throw inputError(
      `the result holds ${start} to ${end} alone, because levels in total need no earlier days`,
      `Ask get_profile_metrics with the dimension date.${asked === undefined || asked === "total" ? "day" : asked}, or for other dates.`,
    );
  if (asked === undefined) return dimensions;
  const time = asked === "total" ? [] : [`date.${asked}` as const];
  const held = dimensions.find((type) => isDateDimension(type));
  if (held !== undefined) return dimensions.flatMap((type) => (type === held ? time : [type]));
  const breakdown = dimensions.filter((type) => isBreakdown(type));
  return [...dimensions.filter((type) => !isBreakdown(type)), ...time, ...breakdown];
}

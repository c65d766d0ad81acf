/** The dimensions of a piece of a result: those of the result, at the grain of time that is asked. */
import { isBreakdown, isDateDimension } from "../../catalog/dimensions.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import type { Piece } from "../replies/reply.ts";

type Days = Pick<Piece, "grain" | "statistic" | "window" | "dateStart" | "dateEnd">;

/** @throws ToolError `invalid_input` for other days than the last of a result that holds the end of its range alone. */
export function dimensionsAt(
  {
    dimensions,
    askedRange: range,
    start,
    end,
  }: Pick<Result, "dimensions" | "askedRange" | "start" | "end">,
  { grain, statistic, window, dateStart, dateEnd }: Days,
): readonly Dimension[] {
  const timeGrain =
    grain ?? (window !== undefined ? "day" : statistic === undefined ? undefined : "total");
  const hasOtherDays =
    (statistic ?? dateStart ?? dateEnd) !== undefined || (timeGrain ?? "total") !== "total";
  if (range !== undefined && hasOtherDays)
    throw inputError(
      `the result holds ${start} to ${end} alone, because levels in total need no earlier days`,
      `Ask get_profile_metrics with the dimension date.${timeGrain === undefined || timeGrain === "total" ? "day" : timeGrain}, or for other dates.`,
    );
  if (timeGrain === undefined) return dimensions;
  const time = timeGrain === "total" ? [] : [`date.${timeGrain}` as const];
  const dateDimension = dimensions.find((type) => isDateDimension(type));
  if (dateDimension !== undefined)
    return dimensions.flatMap((type) => (type === dateDimension ? time : [type]));
  const breakdown = dimensions.filter((type) => isBreakdown(type));
  return [...dimensions.filter((type) => !isBreakdown(type)), ...time, ...breakdown];
}

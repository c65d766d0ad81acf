/** The dimensions of a piece of a result, at a grain of time that the result holds. */
import { grainNameOf, isBreakdown, isDateDimension } from "../catalog/dimensions.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import { holdsWhole } from "../catalog/grains.ts";
import type { Result } from "../cells/result.ts";
import { dayColumn, daysOfCells, dimensionsOf } from "../cells/select.ts";
import { inputError } from "../errors/tool-error.ts";
import { gapGrid } from "../meaning/presence.ts";
import type { Piece } from "../replies/reply.ts";

/** The dimensions of a piece: those of the result, at the grain of time that is asked. */
export function dimensionsAt(
  result: Result,
  { grain, statistic }: Pick<Piece, "grain" | "statistic">,
): Dimension[] {
  const own = dimensionsOf(result);
  const wanted = grain ?? (statistic === undefined ? undefined : "total");
  const held = own.find((type) => isDateDimension(type));
  const type = wanted === undefined || wanted === "total" ? undefined : (`date.${wanted}` as const);
  if (wanted === undefined || type === held) return own;
  const finest = holdsMonths(result) ? "date.month" : held;
  if (daysOfCells(result) === undefined && !holds(type, finest))
    throw inputError(
      `the result does not hold days, so it cannot be shown by ${wanted}`,
      `Ask get_profile_metrics with the dimension ${type ?? "date.day"}.`,
    );
  if (held !== undefined) return own.flatMap((one) => (one === held ? (type ?? []) : [one]));
  if (type === undefined) return own;
  const breakdown = own.filter((one) => isBreakdown(one));
  return [...own.filter((one) => !isBreakdown(one)), type, ...breakdown];
}

export const holdsDays = (result: Result): boolean =>
  result.days !== undefined || dimensionsOf(result).includes("date.day");

/** Every metric has its days or its months beneath the cells. */
const holdsMonths = (result: Result): boolean =>
  result.cells.metrics.every(
    (metric) => dayColumn(result, metric) !== undefined || gapGrid(result, metric) !== undefined,
  );

/** Days are in every row, weekdays included. Numbers that cannot be added stay withheld. */
function holds(wanted: Dimension | undefined, held: Dimension | undefined): boolean {
  if (wanted === undefined || held === "date.day" || wanted === held) return true;
  const [coarser, finer] = [grainNameOf(wanted), held && grainNameOf(held)];
  return coarser !== undefined && finer !== undefined && holdsWhole(coarser, finer);
}

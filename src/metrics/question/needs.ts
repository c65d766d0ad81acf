/** What a question needs of the API: values by profile and day, and with a breakdown also those of its rows. Pure. */
import { dateDimensionOf, isBreakdown } from "../../catalog/dimensions.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { addDays, lastDayOver, later } from "../../time/days.ts";
import type { Range } from "../../time/grains.ts";
import { segmentsOf } from "../../meaning/segments.ts";
import type { Question } from "./question.ts";

export const profileDays = ["profile", "date.day"] as const satisfies readonly Dimension[];

/** The axes of the values that divide those of profiles and days into the rows of a breakdown; undefined without one. */
export function splitOf({ dimensions }: Pick<Question, "dimensions">): Dimension[] | undefined {
  const breakdown = dimensions.find((type) => isBreakdown(type));
  return breakdown && [...profileDays, breakdown];
}

/**
 * The days that a question needs. Levels without a dimension of time stand at the end of the range, and before each break,
 * where a value is carried for some days: earlier ones are not needed.
 */
export function neededRange(question: Question): Range {
  const { metrics, shown = [], dimensions, start, end, today } = question;
  const areLevels =
    metrics.every(({ kind }) => kind.overDays === "last") &&
    !shown.some(({ isDerived }) => isDerived);
  if (!areLevels || dateDimensionOf(dimensions) !== undefined) return { start, end };
  const over = lastDayOver(start, end, today);
  const ends = metrics.flatMap((metric) => segmentsOf(question, metric).map((side) => side.end));
  const first = [over, ...ends].toSorted()[0] ?? over;
  return { start: later(start, addDays(first, -ourLimits.carriedDays)), end };
}

/** What a question needs of the API: values by profile and day, and with a breakdown also those of its rows. Pure. */
import { isCarried } from "../../../catalog/kinds.ts";
import { dateDimensionOf, isBreakdown } from "../../../catalog/dimensions.ts";
import type { Dimension } from "../../../catalog/dimensions.ts";
import { ourLimits } from "../../../catalog/limits.ts";
import type { EvidenceDays } from "../../../numbers/cells/day-values.ts";
import { required } from "../../../base/errors/tool-error.ts";
import { addDays, dayNumber, lastDayOver, later, type Day } from "../../../base/time/days.ts";
import { windowsOf, type Range } from "../../../base/time/grains.ts";
import { segmentsOf } from "../../../numbers/meaning/segments.ts";
import type { Question } from "./question.ts";

export const profileDays = ["profile", "date.day"] as const satisfies readonly Dimension[];

/** The axes of the values that divide those of profiles and days into the rows of a breakdown; undefined without one. */
export function splitOf({ dimensions }: Pick<Question, "dimensions">): Dimension[] | undefined {
  const breakdown = dimensions.find((type) => isBreakdown(type));
  return breakdown && [...profileDays, breakdown];
}

/**
 * The days of a range that a question needs. Levels without a dimension of time stand at the end of the range, and before
 * each break, where a value is carried for some days: earlier ones are not needed.
 */
export function neededRange(question: Question): Range {
  const { start, end } = question;
  return { start: later(start, firstCarried(question) ?? start), end };
}

/** The first day whose levels are carried to where they stand; undefined for a question of which every day is needed. */
function firstCarried(question: Question): Day | undefined {
  const { metrics, shown = [], dimensions, start, end, today, isCovering } = question;
  const areLevels =
    metrics.every(({ kind }) => isCarried(kind)) && !shown.some(({ isDerived }) => isDerived);
  if (!areLevels || isCovering || dateDimensionOf(dimensions) !== undefined) return undefined;
  const over = lastDayOver(start, end, today);
  const ends = metrics.flatMap((metric) => segmentsOf(question, metric).map((side) => side.end));
  const first = [over, ...ends].toSorted()[0] ?? over;
  return addDays(first, -ourLimits.carriedDays);
}

/**
 * The days to fetch: the needed ones with those of evidence, none before the account's history. `cutFrom` does not depend
 * on the history.
 * @param isSplit for the rows of a breakdown: only levels, which are carried, have evidence there.
 */
export function fetchedRange(
  question: Question,
  isSplit = false,
): Range & { readonly cutFrom: Day } {
  const { metrics, start, end, evidence = noEvidence, historyStart, cutFrom } = question;
  const leadIn = isSplit && !metrics.some(({ kind }) => isCarried(kind)) ? 0 : evidence.leadIn;
  const lead = addDays(start, -leadIn);
  const carried = firstCarried(question);
  const first = later(lead, carried ?? lead);
  return {
    start: later(first, historyStart ?? first),
    end: addDays(end, isSplit || carried !== undefined ? 0 : evidence.after),
    cutFrom: cutFrom ?? first,
  };
}

export const noEvidence: EvidenceDays = { leadIn: 0, after: 0 };

export const hasEvidence = ({ evidence = noEvidence }: Question): boolean =>
  evidence.leadIn + evidence.after > 0;

/** The changes to a question whose days of evidence would take too many requests, or too much memory. */
export const withoutEvidence = { evidence: noEvidence, isEvidenceShort: true } as const;

/**
 * The days of evidence of a range: as many as add no request where the API accepts every size.
 * @param months the most of a request. @param today the first day that is not over: all are (default).
 */
export function evidenceOf(
  { start, end }: Range,
  months: number,
  today: Day | undefined,
): EvidenceDays {
  const requests = ({ leadIn, after }: EvidenceDays): number =>
    windowsOf({ start: addDays(start, -leadIn), end: addDays(end, after) }, months).length;
  const fits = (evidence: EvidenceDays): boolean => requests(evidence) === requests(noEvidence);
  const { leadInDays, daysAfter } = ourLimits;
  const leadIn = required(
    leadInDays.find((days) => fits({ leadIn: days, after: 0 })),
    "a lead-in",
  );
  const over = today === undefined ? daysAfter : dayNumber(today) - 1 - dayNumber(end);
  let after = Math.max(0, Math.min(daysAfter, over));
  while (!fits({ leadIn, after })) after -= 1;
  return { leadIn, after };
}

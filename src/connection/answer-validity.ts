/** Decides how long a cached answer is valid: the API restates recent days, and can fill gaps later. */
import { ourLimits } from "../catalog/limits.ts";

/** When and what was fetched. Times are milliseconds since 1970. */
export interface Fetched {
  readonly fetchedAt: number;
  /** The days ended long enough ago that their numbers do not change any more. */
  readonly isSettled: boolean;
  /** The first fetch that found values missing, of those that followed without an interruption. */
  readonly gapsSince?: number | undefined;
}

const day = 24 * 60 * 60 * 1000;

/** A gap is fetched again so long after it was first seen; then it counts as settled. */
const gapAges = ourLimits.gapDays.map((days) => days * day);

/** Nothing of the answer is expected to change. */
export const isFinal = ({ fetchedAt, isSettled, gapsSince }: Fetched): boolean =>
  isSettled && (gapsSince === undefined || fetchedAt >= gapsSince + (gapAges.at(-1) ?? 0));

/** The end of the time for which the answer is used without asking again. */
export function validUntil({ fetchedAt, isSettled, gapsSince }: Fetched): number {
  if (!isSettled) return fetchedAt + ourLimits.cachedAnswerSeconds * 1000;
  const end = fetchedAt + ourLimits.settledAnswerSeconds * 1000;
  if (gapsSince === undefined) return end;
  const next = gapAges.map((age) => gapsSince + age).find((time) => time > fetchedAt);
  return Math.min(end, next ?? end);
}

/** The end of the time for which the answer is stored: a gap is compared with what was seen before. */
export const storedUntil = ({ fetchedAt, isSettled }: Fetched): number =>
  fetchedAt + (isSettled ? ourLimits.settledAnswerSeconds : ourLimits.cachedAnswerSeconds) * 1000;

/** States whether a reply is complete: a part is never presented as the whole. */
import type { SkippedProfile } from "../../suite/connection/profiles.ts";
import { some } from "../../base/text/words.ts";
import type { ResolvedDates } from "../../base/time/resolve.ts";

export const complete = "Complete.";

/** The coverage of the values in a reply. */
export interface Coverage {
  /** Sentences that give the number of missing values, or say that there are none. */
  readonly statements: readonly string[];
  /** No value is missing. */
  readonly isComplete: boolean;
}

/**
 * Returns sentences for the first line; the notes give the details.
 * @param coverage that of the values; complete (default).
 * @param named how many profiles a call has named; they were not named (default).
 */
export function completeness(
  { end, today }: ResolvedDates,
  skipped: readonly SkippedProfile[],
  { statements, isComplete }: Coverage = { statements: [complete], isComplete: true },
  named?: number,
): string[] {
  const isOver = end < today;
  const names = skipped.map(({ profile }) => profile);
  const countText = named === undefined ? "" : ` (${named - names.length} of ${named} named)`;
  const without = names.length === 0 ? [] : [`Without ${some(names, 3)}${countText}.`];
  const isSaid = !isComplete || (isOver && skipped.length === 0);
  const open = isComplete
    ? `Complete but for days that are not over, ${today} and later.`
    : `Days that are not over: ${today} and later.`;
  return [...without, ...(isSaid ? statements : []), ...(isOver ? [] : [open])];
}

/** Returns a note per reason, with the names of the skipped profiles. */
export function skippedNotes(skipped: readonly SkippedProfile[]): string[] {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const names = skipped
      .filter((skippedProfile) => skippedProfile.reason === reason)
      .map(({ profile }) => profile);
    return `Left out, ${reason}: ${some(names, 20)}.`;
  });
}

/** States whether a reply is complete: a part is never presented as the whole. */
import type { SkippedProfile } from "../connection/profiles.ts";
import { plural, some } from "../text/words.ts";
import type { ResolvedDates } from "../time/resolve.ts";

/**
 * Returns a sentence for the first line; the notes give the details.
 * @param coverage states which values are missing; nothing is (default).
 */
export function completeness(
  { end, today }: ResolvedDates,
  skipped: readonly SkippedProfile[],
  coverage = "Complete.",
): string {
  const isOver = end < today;
  const isCovered = coverage === "Complete.";
  if (skipped.length === 0 && isOver) return coverage;
  const open = isCovered
    ? `Complete but for days that are not over, ${today} and later.`
    : `Days that are not over: ${today} and later.`;
  return [
    skipped.length > 0 && `Without ${plural(skipped.length, "profile")}, named below.`,
    !isCovered && coverage,
    !isOver && open,
  ]
    .filter((text) => text !== false)
    .join(" ");
}

/** Returns a note per reason, with the names of the skipped profiles. */
export function skippedNotes(skipped: readonly SkippedProfile[]): string[] {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const names = skipped.filter((one) => one.reason === reason).map(({ profile }) => profile);
    return `Left out, ${reason}: ${some(names, 20)}.`;
  });
}

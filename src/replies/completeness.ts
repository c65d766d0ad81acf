/** The completeness of a reply: a part is never shown as the whole. */
import type { SkippedProfile } from "../connection/profiles.ts";
import { plural, some } from "../text/words.ts";
import type { ResolvedDates } from "../time/resolve.ts";

/** One sentence for the first line; the notes name what it mentions. */
export function completeness(
  { end, today }: ResolvedDates,
  skipped: readonly SkippedProfile[],
): string {
  const isOver = end < today;
  if (skipped.length === 0 && isOver) return "Complete.";
  return [
    ...(skipped.length === 0 ? [] : [`Without ${plural(skipped.length, "profile")}, named below.`]),
    ...(isOver ? [] : [`Complete but for days that are not over, ${today} and later.`]),
  ].join(" ");
}

/** The skipped profiles, by reason. */
export function skippedNotes(skipped: readonly SkippedProfile[]): string[] {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const names = skipped.filter((one) => one.reason === reason).map(({ profile }) => profile);
    return `Left out, ${reason}: ${some(names, 20)}.`;
  });
}

/** Whether an answer holds all that was asked: a part is never shown as the whole. */
import type { TakenDates } from "../time/asked-dates.ts";
import type { LeftOut } from "../connection/profiles.ts";
import { plural } from "../text/words.ts";

/** One sentence for the first line; what it names is told in the notes. */
export function completeness({ end, today }: TakenDates, leftOut: readonly LeftOut[]): string {
  const isOver = end < today;
  if (leftOut.length === 0 && isOver) return "Complete.";
  return [
    ...(leftOut.length === 0 ? [] : [`Without ${plural(leftOut.length, "profile")}, named below.`]),
    ...(isOver ? [] : [`Complete but for days that are not over, ${today} and later.`]),
  ].join(" ");
}

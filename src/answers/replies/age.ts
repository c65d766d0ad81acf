/** How old the numbers of a result are. */
import type { Fetched } from "../../numbers/cells/fetched.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { plural } from "../../base/text/words.ts";
import type { Note } from "./layout.ts";

/** States the age of values that can still change, where they were fetched long ago: `Numbers of 2 hours ago.` */
export function ageNote(fetched: Fetched | undefined, now: number): Note {
  const { changeable } = fetched ?? {};
  if (changeable === undefined) return false;
  const [oldest, youngest] = [now - changeable.first, now - changeable.last];
  const least = ourLimits.datedAfterSeconds * 1000;
  if (oldest < least) return false;
  const isOneAge = oldest - youngest < least;
  const from = isOneAge ? "" : `${youngest < least ? "now" : ageText(youngest)} to `;
  return `Numbers of ${from}${ageText(oldest)} ago: ask the question again for newer ones.`;
}

const hour = 3_600_000;

const ageText = (age: number): string =>
  age < 48 * hour
    ? plural(Math.round(age / hour), "hour")
    : plural(Math.round(age / (24 * hour)), "day");

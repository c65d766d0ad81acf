/** The pages that the operator's catalogue leaves out of every answer: a list without them knows which they were. */
import { plural } from "../../base/text/words.ts";
import type { Profile } from "../api/records.ts";

const leftOut = new WeakMap<readonly object[], readonly Profile[]>();

/** Returns the list without some pages. */
export function withoutPages(
  list: readonly Profile[],
  pages: ReadonlySet<Profile>,
): readonly Profile[] {
  const left = list.filter((page) => !pages.has(page));
  leftOut.set(left, [...pages]);
  return left;
}

/** The pages that a list lacks because the catalogue leaves them out. */
export const leftOutOf = (list: readonly object[]): readonly Profile[] => leftOut.get(list) ?? [];

/** The pages of several lists, in one. */
export function allPages(lists: Iterable<readonly Profile[]>): readonly Profile[] {
  const pageLists = [...lists];
  const list = pageLists.flat();
  leftOut.set(list, pageLists.flatMap(leftOutOf));
  return list;
}

/** @param list of profiles. */
export function leftOutNotes(list: readonly Profile[]): string[] {
  const { length } = leftOutOf(list);
  const verb = length === 1 ? "is" : "are";
  return length === 0 ? [] : [`${plural(length, "more profile")} ${verb} ${leftOutText}.`];
}

export const leftOutText = "left out by the catalogue of this server";

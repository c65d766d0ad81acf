/** Ranks numbers. Equal numbers share a rank; numbers that are missing or withheld have none. */
import { isNumber } from "../cells/states.ts";

export interface Ranked {
  /** The place of the number in the list. */
  readonly place: number;
  /** From 1, the highest number; undefined without a number to rank by. */
  readonly rank: number | undefined;
}

/** All numbers: those with a rank, the highest first (default), then the others in their order. */
export function inOrder(numbers: readonly number[], order: "desc" | "asc" = "desc"): Ranked[] {
  const descending = numbers.filter(isNumber).toSorted((one, other) => other - one);
  // The first of equal numbers gives all of them their rank.
  const ranks = new Map(descending.map((value, at) => [value, at + 1] as const).toReversed());
  const sign = order === "desc" ? 1 : -1;
  const keyOf = ({ rank }: Ranked): number =>
    rank === undefined ? numbers.length + 1 : sign * rank;
  return numbers
    .map((value, place) => ({ place, rank: ranks.get(value) }))
    .toSorted((one, other) => keyOf(one) - keyOf(other));
}

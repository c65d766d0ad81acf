/** Ranks numbers. Equal numbers share a rank; numbers that are missing or withheld have none. */
import { isNumber } from "./figures.ts";

export interface Ranked {
  /** The place of the number in the list. */
  readonly place: number;
  /** From 1. */
  readonly rank: number;
}

/** The places of all numbers: those with a rank, the highest first (default), then the others in their order. */
export const rankedFirst = (numbers: readonly number[], order?: "desc" | "asc"): number[] => [
  ...new Set([...rankingOf(numbers, order).map(({ place }) => place), ...numbers.keys()]),
];

export function rankingOf(numbers: Iterable<number>, order: "desc" | "asc" = "desc"): Ranked[] {
  const sign = order === "desc" ? 1 : -1;
  const ranked = Array.from(numbers, (value, place) => ({ place, value }))
    .filter(({ value }) => isNumber(value))
    .toSorted((one, other) => sign * (other.value - one.value));
  let rank = 0;
  return ranked.map(({ place, value }, index) => {
    if (ranked[index - 1]?.value !== value) rank = index + 1;
    return { place, rank };
  });
}

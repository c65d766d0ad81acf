/** Ranks numbers. Equal numbers share a rank; numbers that are missing or withheld have none. */
import { isNumber } from "./figures.ts";

export interface Ranked {
  /** The place of the number in the list. */
  readonly place: number;
  /** From 1. */
  readonly rank: number;
}

/** The places of all numbers: those with a rank, the highest first, then the others in their order. */
export function rankedFirst(numbers: readonly number[]): number[] {
  const ranked = rankingOf(numbers).map(({ place }) => place);
  const hasRank = new Set(ranked);
  return [...ranked, ...[...numbers.keys()].filter((place) => !hasRank.has(place))];
}

export function rankingOf(numbers: readonly number[], order: "desc" | "asc" = "desc"): Ranked[] {
  const sign = order === "desc" ? 1 : -1;
  const value = (place: number): number => numbers[place] ?? 0;
  const places = [...numbers.keys()]
    .filter((place) => isNumber(value(place)))
    .toSorted((one, other) => sign * (value(other) - value(one)));
  let rank = 0;
  return places.map((place, index) => {
    const before = places[index - 1];
    if (before === undefined || value(before) !== value(place)) rank = index + 1;
    return { place, rank };
  });
}

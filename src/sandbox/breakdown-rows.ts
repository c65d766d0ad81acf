/** Many rows of a breakdown, such as cities: a page has some of them, which change from day to day. */
import type { SandboxProfile } from "./account.ts";
import { indexOf } from "./calendar.ts";
import { hash } from "./hash.ts";
import type { Numbers } from "./numbers.ts";

/** The rows that a page has on a day at most, and all that it has in the course of time. */
const mostOnDay = 45;
const mostOfPage = 60;

export const rowNames = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `row ${String(place + 1).padStart(4, "0")}`);

/** The numbers of pages that have some of `count` rows: the first of them are the largest. */
export function withRows(numbers: Numbers, count: number): Numbers {
  const places = new Map(rowNames(count).map((name, place) => [name, place]));
  return (profile, metric, day, breakdown) => {
    const place = breakdown === undefined ? undefined : places.get(breakdown);
    if (place === undefined) return numbers(profile, metric, day, breakdown);
    const rank = rankOf(profile, place, day, count);
    const total = rank === undefined ? null : numbers(profile, metric, day, undefined);
    return total === null || rank === undefined ? null : Math.floor(total / (4 * (rank + 4)));
  };
}

/** The place of a row among those that a page has on a day; undefined where it does not have it. */
function rankOf(
  { index }: SandboxProfile,
  place: number,
  day: string,
  count: number,
): number | undefined {
  const [pageRows, shown] = [Math.min(mostOfPage, count), Math.min(mostOnDay, count)];
  const rank = (place + count - (hash(index, count) % count)) % count;
  const first = hash(index, indexOf(day)) % (pageRows - shown + 1);
  return rank >= first && rank < first + shown ? rank - first : undefined;
}

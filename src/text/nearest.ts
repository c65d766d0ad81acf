import { distance } from "fastest-levenshtein";

const mostCompared = 20_000;

/** Returns the `count` names nearest to a text: names that contain it first, then by edit distance. */
export function nearest(text: string, names: readonly string[], count = 3): string[] {
  const wanted = text.toLowerCase().slice(0, 100);
  const scored = names.slice(0, mostCompared).map((name) => {
    const candidate = name.toLowerCase();
    const isPart = candidate.includes(wanted) || wanted.includes(candidate);
    return { name, score: isPart ? 0 : distance(wanted, candidate) };
  });
  return scored
    .toSorted((left, right) => left.score - right.score)
    .slice(0, count)
    .map(({ name }) => name);
}

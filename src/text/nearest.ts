import { distance } from "fastest-levenshtein";

/** The known names nearest to a text: those that contain it first, then by edit distance. */
export function nearest(text: string, names: readonly string[], count = 3): string[] {
  const wanted = text.toLowerCase().slice(0, 100);
  const scored = names.map((name) => {
    const known = name.toLowerCase();
    const isPart = known.includes(wanted) || wanted.includes(known);
    return { name, score: isPart ? 0 : distance(wanted, known) };
  });
  return scored
    .toSorted((left, right) => left.score - right.score)
    .slice(0, count)
    .map(({ name }) => name);
}

/** The names nearest to a text, for errors that suggest what was meant. */
import { distance } from "fastest-levenshtein";

const mostCompared = 20_000;

/** Of the letters of a text, the part in which a name can differ from it. */
const mostDifferent = 1 / 3;

/**
 * Returns the `count` names nearest to a text: those that equal it but for case, spaces and punctuation, those that
 * contain all of its words, those that it begins, and others that differ in a third of its letters; each by edit
 * distance. None where no name is near.
 */
export function nearest(text: string, names: readonly string[], count = 3): string[] {
  const wanted = formOf(text.slice(0, 100));
  const scored = names.slice(0, mostCompared).map((name) => {
    const candidate = formOf(name);
    return { name, rank: rank(wanted, candidate), score: distance(wanted.bare, candidate.bare) };
  });
  return scored
    .filter(({ rank: nameRank, score }) => nameRank < ranks || score <= mostOf(wanted))
    .toSorted((left, right) => left.rank - right.rank || left.score - right.score)
    .slice(0, count)
    .map(({ name }) => name);
}

/** In one or two letters nothing can differ. */
const mostOf = ({ bare }: Form): number =>
  bare.length < 3 ? 0 : Math.max(1, bare.length * mostDifferent);

/** ` (nearest: fans_change, fans_lifetime)`; an empty text where no name is near. */
export function nearestText(text: string, names: readonly string[], count = 3): string {
  const near = nearest(text, names, count);
  return near.length === 0 ? "" : ` (nearest: ${near.join(", ")})`;
}

/**
 * The words of a text, and all its letters and digits; the whole text if it has none. Digits are words of their own, so
 * that `brand14` has those of `Brand 14`.
 */
function formOf(text: string) {
  const lower = text.toLowerCase();
  const words: readonly string[] = lower.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [lower];
  return { bare: words.join(""), words };
}

type Form = ReturnType<typeof formOf>;

/** Names of no rank are near by their letters alone. */
const ranks = 3;

function rank(wanted: Form, candidate: Form): number {
  if (candidate.bare === wanted.bare) return 0;
  if (wanted.words.every((word) => candidate.words.includes(word))) return 1;
  const begins = (text: string, part: string): boolean => part !== "" && text.startsWith(part);
  const isPrefix =
    begins(candidate.bare, wanted.bare) ||
    wanted.words.every((word) =>
      candidate.words.some((candidateWord) => begins(candidateWord, word)),
    );
  return isPrefix ? 2 : ranks;
}

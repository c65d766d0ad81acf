/** How often tests repeat what they do: fewer times in each run than in `npm run test:full`. */

export const isFull = process.env["FULL"] === "1";

export const isCi = process.env["CI"] !== undefined;
/** A run by hand tries fewer combinations than one of CI. */
export const isQuick = !isFull && !isCi;

/** Mutation testing runs the tests once for each change of a line, so that half is enough there. */
const isMutation = process.env["MUTATION"] === "1";

/** A generator that never draws a case proves nothing about it. The few cases of mutation testing can lack one. */
export const leastDrawn = isMutation ? 0 : 1;

export function repetitions(usual: number, full: number): number {
  if (isFull) return full;
  return isMutation ? Math.ceil(usual / 2) : usual;
}

/**
 * Runs of a property that counts the hard cases which it draws: few runs draw the same cases each time, so that none is
 * missing by chance. Where a change of the generator loses one, choose another seed.
 */
export const drawing = (
  usual: number,
  full: number,
  seed: number,
): { readonly numRuns: number; readonly seed?: number } =>
  isFull ? { numRuns: full } : { numRuns: repetitions(usual, full), seed };

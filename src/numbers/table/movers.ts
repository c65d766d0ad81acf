/** The rows that rose, and those that fell: the one list that texts, structured content, references, charts and reports take. */

/**
 * The places of the changes with a sign, the largest first; equal ones in their order.
 * @example moversOf([5, -2, 9, 0], 1) // 2, 0
 */
export const moversOf = (changes: ArrayLike<number>, sign: 1 | -1): number[] =>
  Array.from(changes, (change, place) => ({ change, place }))
    .filter(({ change }) => Number.isFinite(change) && Math.sign(change) === sign)
    .toSorted((left, right) => sign * (right.change - left.change))
    .map(({ place }) => place);

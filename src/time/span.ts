/** The first and the last of some times, in milliseconds since 1970. */
export type Span = readonly [first: number, last: number];

/** Undefined without a time. */
export function spanOf(times: readonly number[]): Span | undefined {
  const [first, ...others] = times;
  if (first === undefined) return undefined;
  return others.reduce<Span>(
    ([least, most], time) => [Math.min(least, time), Math.max(most, time)],
    [first, first],
  );
}

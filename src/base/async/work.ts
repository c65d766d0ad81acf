/** Long work in steps. Whoever runs it decides about pauses ({@link TimeSlice}), so that the work itself stays pure. */

/**
 * Yields wherever the work may pause, at least a few times per 100,000 numbers, and returns its result. Before it makes
 * something large, it yields the bytes.
 */
export type Work<Result> = Generator<number | undefined, Result, undefined>;

/** Does the work of each item, in order. */
export function* each<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => Work<Result>,
): Work<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(yield* work(item, results.length));
    yield;
  }
  return results;
}

/** Does work without a pause. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Does work on first use, once. */
export function once<Result>(make: () => Work<Result>): () => Work<Result> {
  let cache: { readonly result: Result } | undefined;
  return function* first() {
    cache ??= { result: yield* make() };
    return cache.result;
  };
}

/** As {@link once}, but the result is held weakly: it is made again after a garbage collection. */
export function whileInMemory<Result extends object>(make: () => Work<Result>): () => Work<Result> {
  let reference: WeakRef<Result> | undefined;
  return function* weakly() {
    const known = reference?.deref();
    if (known !== undefined) return known;
    const result = yield* make();
    reference = new WeakRef(result);
    return result;
  };
}

/** Work that is done already. */
export function* done<Result>(result: Result): Work<Result> {
  yield;
  return result;
}

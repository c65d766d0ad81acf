/** Grouping of lists: by keys, by number, and in combinations. */

/** Groups a list by a key, in the order in which keys are first seen. `Map.groupBy` needs Node 21. */
export function groupBy<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Pieces of `most` each; the last one may be shorter. */
export function chunks<T>(list: readonly T[], most: number): T[][] {
  const size = Math.max(1, most);
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/** Every combination of an entry of each list, the last list innermost. */
export const combinations = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>(
    (prefixes, list) => prefixes.flatMap((prefix) => list.map((value) => [...prefix, value])),
    [[]],
  );

/** Returns a function that numbers objects, in the order in which it first sees them. */
export function numbering(): (instance: object) => number {
  const numbers = new Map<object, number>();
  return (instance) => {
    const number = numbers.get(instance) ?? numbers.size;
    numbers.set(instance, number);
    return number;
  };
}

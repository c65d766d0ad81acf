/** What was asked lately, by name, for ten minutes; asked twice at once, it is sent once. */
import { LRUCache } from "lru-cache";
import { ourLimits } from "../catalog/limits.ts";

export interface MemoryLimits<Kept> {
  readonly maxBytes: number;
  readonly bytesOf: (kept: Kept) => number;
}

export class Memory<Kept extends object> {
  readonly #kept: LRUCache<string, { readonly value: Kept; readonly until: number }>;
  readonly #underWay = new Map<string, Promise<Kept>>();

  constructor(
    readonly now: () => number,
    limits?: MemoryLimits<Kept>,
  ) {
    this.#kept = new LRUCache({
      max: ourLimits.keptLists,
      ...(limits === undefined
        ? {}
        : {
            maxSize: limits.maxBytes,
            sizeCalculation: ({ value }) => Math.max(1, limits.bytesOf(value)),
          }),
    });
  }

  async get(name: string, ask: () => Promise<Kept>): Promise<Kept> {
    const known = this.#kept.get(name);
    if (known !== undefined && this.now() < known.until) return known.value;
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) {
      const value = await underWay.catch(() => undefined);
      // What another call asks may fail for a reason of its own, such as being cancelled.
      return value ?? this.get(name, ask);
    }
    const asked = ask();
    this.#underWay.set(name, asked);
    try {
      const value = await asked;
      this.#kept.set(name, { value, until: this.now() + ourLimits.listSeconds * 1000 });
      return value;
    } finally {
      if (this.#underWay.get(name) === asked) this.#underWay.delete(name);
    }
  }
}

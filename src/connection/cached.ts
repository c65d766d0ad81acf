/** What was asked lately, by name; asked twice at once, it is sent once. */
import { LRUCache } from "lru-cache";
import { unlessAborted } from "../async/unless-aborted.ts";
import { noCache, type Cache } from "../files/blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";

export interface MemoryOptions<Kept> {
  readonly now: () => number;
  /** What outlives the process. */
  readonly cache?: Cache | undefined;
  readonly seconds: number;
  readonly maxBytes?: number;
  readonly bytesOf?: (kept: Kept) => number;
}

/** What of a call matters here. */
export interface Asking {
  readonly signal: AbortSignal;
  /** Whether what is kept is passed over. */
  readonly fresh?: boolean;
}

interface Entry<Kept> {
  readonly value: Kept;
  readonly until: number;
}

export class Memory<Kept extends object> {
  readonly #kept: LRUCache<string, Entry<Kept>>;
  readonly #cache: Cache;
  readonly #underWay = new Map<string, Promise<Kept>>();

  constructor(
    /** What it is of. */
    readonly kind: string,
    readonly options: MemoryOptions<Kept>,
  ) {
    const { cache = noCache, maxBytes, bytesOf = () => 1 } = options;
    this.#cache = cache;
    this.#kept = new LRUCache({
      max: ourLimits.cachedLists,
      ...(maxBytes === undefined
        ? {}
        : { maxSize: maxBytes, sizeCalculation: ({ value }) => Math.max(1, bytesOf(value)) }),
    });
  }

  /** @throws what asking throws, and what the signal is aborted with. */
  async get(name: string, ask: () => Promise<Kept>, asking: Asking): Promise<Kept> {
    const known = asking.fresh === true ? undefined : await this.#known(name);
    if (known !== undefined) return known;
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) {
      const others = underWay.catch(() => undefined);
      // What another call asks may fail for a reason of its own, such as being cancelled.
      return (await unlessAborted(others, asking.signal)) ?? this.get(name, ask, asking);
    }
    const asked = ask();
    this.#underWay.set(name, asked);
    try {
      const value = await asked;
      await this.#keep(name, value);
      return value;
    } finally {
      if (this.#underWay.get(name) === asked) this.#underWay.delete(name);
    }
  }

  async #known(name: string): Promise<Kept | undefined> {
    const now = this.options.now();
    const entry = this.#kept.get(name);
    if (entry !== undefined && now < entry.until) return entry.value;
    const read = await this.#read(name);
    return read !== undefined && now < read.until ? read.value : undefined;
  }

  async #read(name: string): Promise<Entry<Kept> | undefined> {
    const bytes = await this.#cache.get(`${this.kind} ${name}`);
    if (bytes === undefined) return undefined;
    try {
      const entry: Entry<Kept> = JSON.parse(Buffer.from(bytes).toString());
      this.#kept.set(name, entry);
      return entry;
    } catch {
      return undefined;
    }
  }

  async #keep(name: string, value: Kept): Promise<void> {
    const until = this.options.now() + this.options.seconds * 1000;
    const entry = { value, until };
    this.#kept.set(name, entry);
    await this.#cache.put(`${this.kind} ${name}`, Buffer.from(JSON.stringify(entry)), until);
  }
}

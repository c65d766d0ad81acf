/** A part of the memory budget: values by key, in the order of use. */

/** Memory of an entry beside its value. */
const overhead = 512;

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly used: number;
}

export interface ShelfOptions {
  /** No entry may be larger. */
  readonly maxBytes: number;
  /** Returns a larger number each time. */
  readonly tick: () => number;
  /** Called when the shelf takes or returns bytes. */
  readonly onChange: (bytes: number) => void;
}

export class Shelf<Value extends object | string> {
  readonly maxBytes: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;
  #isClosed = false;

  constructor(private readonly options: ShelfOptions) {
    this.maxBytes = options.maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Marks the entry as used. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, { ...entry, used: this.options.tick() });
    return entry.value;
  }

  /** The most recently used of the values that meet a condition; it is not marked as used. */
  find(isMet: (value: Value) => boolean): Value | undefined {
    return [...this.#entries.values()].findLast(({ value }) => isMet(value))?.value;
  }

  /** @param bytes the approximate memory of the value. A value that is too large is not kept. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (this.#isClosed || bytes > this.maxBytes) return;
    this.#entries.set(key, { value, bytes: bytes + overhead, used: this.options.tick() });
    this.#change(bytes + overhead);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#change(-entry.bytes);
  }

  /** The keys, the most recently used first. */
  keys(): string[] {
    return [...this.#entries.keys()].toReversed();
  }

  clear(): void {
    this.#entries.clear();
    this.#change(-this.#bytes);
  }

  /** Removes everything, and keeps nothing from then on. */
  close(): void {
    this.clear();
    this.#isClosed = true;
  }

  /** The time at which the least recently used entry was used; undefined if the shelf is empty. */
  oldest(): number | undefined {
    const [first] = this.#entries.values();
    return first?.used;
  }

  removeOldest(): void {
    const [key] = this.#entries.keys();
    if (key !== undefined) this.delete(key);
  }

  #change(bytes: number): void {
    this.#bytes += bytes;
    this.options.onChange(bytes);
  }
}

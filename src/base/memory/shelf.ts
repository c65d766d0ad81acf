/** A part of the memory budget: values by key, in the order of use. */

/** Memory of an entry beside its value. */
const overhead = 512;

interface ShelfEntry<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly used: number;
}

export class Shelf<Value extends object | string> {
  /** The least recently used first. */
  readonly #entries = new Map<string, ShelfEntry<Value>>();
  #bytes = 0;
  #isClosed = false;

  /**
   * @param maxBytes no entry may be larger.
   * @param tick returns a larger number each time.
   * @param onChange is called when the shelf takes or returns bytes.
   */
  constructor(
    readonly maxBytes: number,
    private readonly tick: () => number,
    private readonly onChange: (bytes: number) => void,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Marks the entry as used. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, { ...entry, used: this.tick() });
    return entry.value;
  }

  /** @param bytes the approximate memory of the value. A value that is too large is not stored. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (this.#isClosed || bytes > this.maxBytes) return;
    this.#entries.set(key, { value, bytes: bytes + overhead, used: this.tick() });
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

  /** Removes everything, and keeps nothing from then on. */
  close(): void {
    this.#entries.clear();
    this.#change(-this.#bytes);
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
    this.onChange(bytes);
  }
}

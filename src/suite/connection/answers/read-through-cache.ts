/** Answers by name: from memory, from the blob cache, or from the API, with one request for all callers that wait. */
import { SingleFlight } from "../../../base/async/single-flight.ts";
import { noBlobCache, type BlobCache } from "../../../base/files/blob-cache.ts";
import type { Owner } from "../../../base/memory/budget.ts";
import type { Shelf } from "../../../base/memory/shelf.ts";
import { isValid } from "../../../base/time/clock.ts";
import type { CallContext } from "../call-context.ts";

export interface ReadThroughOptions {
  readonly now: () => number;
  /** Outlives the process. */
  readonly cache?: BlobCache | undefined;
  readonly memory: Owner;
  readonly seconds: number;
}

/** The parts of a call that matter here. */
export type Asking = Pick<CallContext, "signal" | "fresh">;

/** Objects take several times the memory of their JSON. */
const bytesPerCharacter = 4;

interface CacheEntry<Value> {
  readonly value: Value;
  readonly until: number;
}

export class ReadThroughCache<Value extends object> {
  readonly #memory: Shelf<CacheEntry<Value>>;
  readonly #blobs: BlobCache;
  readonly #requests = new SingleFlight<Value>();

  /** @param kind distinguishes this cache's names from those of others in the same blob cache. */
  constructor(
    private readonly kind: string,
    private readonly options: ReadThroughOptions,
  ) {
    const { cache = noBlobCache, memory } = options;
    this.#blobs = cache;
    this.#memory = memory.shelf();
  }

  /**
   * @param ask receives a signal that is aborted when nobody waits for the answer any more.
   * @param suffices returns true if a cached answer is enough for a call with `fresh`; no answer is (default).
   * @throws what `ask` throws, or the reason of the signal.
   */
  async get(
    name: string,
    ask: (signal: AbortSignal) => Promise<Value>,
    { signal, fresh = false }: Asking,
    suffices?: (cached: Value) => boolean,
  ): Promise<Value> {
    const cached = fresh && suffices === undefined ? undefined : await this.#cached(name);
    if (cached !== undefined && (!fresh || suffices?.(cached))) return cached;
    return this.#requests.run(name, signal, (shared) => this.#ask(name, ask, shared));
  }

  /** True if a call without `fresh` sends no request for the answer. */
  async has(name: string): Promise<boolean> {
    return (await this.#cached(name)) !== undefined;
  }

  async #ask(
    name: string,
    ask: (signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> {
    const value = await ask(signal);
    const until = this.options.now() + this.#life;
    const entry = { value, until };
    const text = JSON.stringify(entry);
    this.#memory.set(name, entry, text.length * bytesPerCharacter);
    await this.#blobs.put(this.#blobName(name), Buffer.from(text), until);
    return value;
  }

  async #cached(name: string): Promise<Value | undefined> {
    const stored = this.#inMemory(name);
    if (stored !== undefined) return stored;
    const bytes = await this.#blobs.get(this.#blobName(name));
    // Another call may have stored a newer answer in the meantime.
    const newer = this.#inMemory(name);
    if (newer !== undefined || bytes === undefined) return newer;
    const entry: CacheEntry<Value> = JSON.parse(Buffer.from(bytes).toString());
    if (!this.#isUsable(entry)) return undefined;
    this.#memory.set(name, entry, bytes.length * bytesPerCharacter);
    return entry.value;
  }

  #inMemory(name: string): Value | undefined {
    const entry = this.#memory.get(name);
    return entry !== undefined && this.#isUsable(entry) ? entry.value : undefined;
  }

  get #life(): number {
    return this.options.seconds * 1000;
  }

  #isUsable({ until }: CacheEntry<Value>): boolean {
    return isValid(until - this.#life, this.#life, this.options.now());
  }

  #blobName(name: string): string {
    return `${this.kind} ${name}`;
  }
}

/**
 * One bound for the memory of a process: stored results, cached answers, answers that are being read, and what calls make
 * of results. An answer takes a lease while it is read and parsed, and a call for what it makes: stored entries give way,
 * and then leases wait for each other. The oldest lease never waits, so that one always proceeds.
 */
import { Shelf } from "./shelf.ts";

/** Memory for an answer that is being read, or for what a call makes. */
export interface Lease {
  /** Takes more bytes, and waits for them where others must return theirs first. @throws the reason of the signal. */
  grow(bytes: number, signal: AbortSignal): Promise<void>;
  release(): void;
}

/** One of those who share the budget: whoever uses more than a fair share gives way first. */
export interface Owner {
  shelf<Value extends object | string>(): Shelf<Value>;
  /** The bytes of the whole budget. */
  readonly maxBytes: number;
  /** Counts bytes that the owner takes, or returns (negative), beside its shelves. */
  count(bytes: number): void;
  /** Removes the owner with all its entries. Work that is under way can keep nothing more. */
  dismiss(): void;
}

type Evictable = Pick<Shelf<object>, "bytes" | "close" | "oldest" | "removeOldest">;

export class MemoryBudget {
  readonly #owners = new Set<Evictable[]>();
  /** The oldest first, each with the bytes that it holds. */
  readonly #leases = new Set<{ size: number }>();
  readonly #waiting = new Set<() => void>();
  #used = 0;
  #time = 0;

  constructor(readonly maxBytes: number) {}

  /** The bytes in use. */
  get used(): number {
    return this.#used;
  }

  owner(): Owner {
    const shelves: Evictable[] = [];
    let counted = 0;
    const count = (bytes: number): void => {
      counted += bytes;
      this.#change(bytes);
    };
    this.#owners.add(shelves);
    return {
      maxBytes: this.maxBytes,
      count,
      shelf: <Value extends object | string>() => {
        const tick = (): number => (this.#time += 1);
        const shelf = new Shelf<Value>(this.maxBytes / 2, tick, (bytes) => this.#change(bytes));
        shelves.push(shelf);
        return shelf;
      },
      dismiss: () => {
        for (const shelf of shelves) shelf.close();
        count(-counted);
        this.#owners.delete(shelves);
      },
    };
  }

  lease(): Lease {
    const lease = { size: 0 };
    this.#leases.add(lease);
    return {
      grow: async (bytes, signal) => {
        signal.throwIfAborted();
        while (!this.#isFree(bytes, lease)) {
          await this.#release(signal);
          signal.throwIfAborted();
        }
        // Nothing is removed for a lease that has to wait.
        this.#shrink(this.maxBytes - bytes);
        lease.size += bytes;
        this.#change(bytes);
      },
      release: () => {
        this.#leases.delete(lease);
        this.#used -= lease.size;
        lease.size = 0;
        for (const look of this.#waiting) look();
      },
    };
  }

  /**
   * The oldest lease never waits, so that leases cannot wait for each other. The others leave half of the memory to it, and
   * a quarter to stored entries.
   */
  #isFree(bytes: number, lease: object): boolean {
    const [oldest, ...laterLeases] = this.#leases;
    const taken = laterLeases.reduce((sum, { size }) => sum + size, bytes);
    const leased = taken + (oldest?.size ?? 0);
    return oldest === lease || (taken <= this.maxBytes * 0.5 && leased <= this.maxBytes * 0.75);
  }

  /** Waits until a lease has returned its bytes, or the signal is aborted. */
  #release(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        this.#waiting.delete(look);
        signal.removeEventListener("abort", look);
        resolve();
      };
      this.#waiting.add(look);
      signal.addEventListener("abort", look, { once: true });
    });
  }

  #change(bytes: number): void {
    this.#used += bytes;
    if (bytes > 0) this.#shrink(this.maxBytes);
  }

  /** Removes what was used longest ago, of the owners who use at least a fair share. */
  #shrink(maxBytes: number): void {
    while (this.#used > maxBytes) {
      const owners = [...this.#owners].map((shelves) => ({
        shelves: shelves.filter(({ bytes }) => bytes > 0),
        bytes: shelves.reduce((sum, { bytes }) => sum + bytes, 0),
      }));
      const using = owners.filter(({ bytes }) => bytes > 0);
      const share = using.reduce((sum, { bytes }) => sum + bytes, 0) / using.length;
      const [oldest] = using
        .filter(({ bytes }) => bytes >= share)
        .flatMap(({ shelves }) => shelves)
        .toSorted((left, right) => (left.oldest() ?? 0) - (right.oldest() ?? 0));
      if (oldest === undefined) return;
      oldest.removeOldest();
    }
  }
}

/** A cache of bytes by name that outlives the process. It never fails: what cannot be stored or read is a miss. */
import { noLineLog, type LineLog } from "./line-log.ts";

/** Neither has line breaks. */
export interface BlobName {
  readonly name: string;
  /** A short text about the entry. */
  readonly head: string;
}

export interface BlobCache {
  get(name: string): Promise<Uint8Array | undefined>;
  /**
   * @param until milliseconds since 1970.
   * @param head empty (default).
   */
  put(name: string, bytes: Uint8Array, until: number, head?: string): Promise<void>;
  /** Entries whose names have this prefix and that have not expired, in no particular order. */
  list(prefix: string): Promise<BlobName[]>;
  /** A log beside the entries. */
  log(name: string): LineLog;
}

export const noBlobCache: BlobCache = {
  get: async () => undefined,
  put: async () => {},
  list: async () => [],
  log: () => noLineLog,
};

/** The part of a cache that belongs to one credential. */
export function cacheOf(cache: BlobCache, credential: string): BlobCache {
  const own = `${credential} `;
  return {
    get: (name) => cache.get(own + name),
    put: (name, bytes, until, head) => cache.put(own + name, bytes, until, head),
    list: async (prefix) =>
      (await cache.list(own + prefix)).map(({ name, head }) => ({
        name: name.slice(own.length),
        head,
      })),
    log: (name) => cache.log(own + name),
  };
}

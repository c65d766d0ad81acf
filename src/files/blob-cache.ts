/** A cache of bytes by name that outlives the process. It never fails: what cannot be stored or read is a miss. */
export interface BlobCache {
  get(name: string): Promise<Uint8Array | undefined>;
  /** @param until milliseconds since 1970. */
  put(name: string, bytes: Uint8Array, until: number): Promise<void>;
  /** Names with this prefix that have not expired, in no particular order. */
  list(prefix: string): Promise<string[]>;
}

export const noBlobCache: BlobCache = {
  get: async () => undefined,
  put: async () => {},
  list: async () => [],
};

/** The part of a cache that belongs to one credential. */
export function cacheOf(cache: BlobCache, credential: string): BlobCache {
  const own = `${credential} `;
  return {
    get: (name) => cache.get(own + name),
    put: (name, bytes, until) => cache.put(own + name, bytes, until),
    list: async (prefix) => (await cache.list(own + prefix)).map((name) => name.slice(own.length)),
  };
}

/** A cache of bytes by name that outlives the process. What rejects is a miss: see {@link cacheOf}. */

/** Neither has line breaks. */
export interface BlobName {
  readonly name: string;
  /** A short text about the entry. */
  readonly head: string;
}

export interface BlobCache {
  get(name: string): Promise<Uint8Array | undefined>;
  has(name: string): Promise<boolean>;
  /**
   * @param until milliseconds since 1970.
   * @param head empty (default).
   */
  put(name: string, bytes: Uint8Array, until: number, head?: string): Promise<void>;
  /**
   * Returns a function that lists the entries with this prefix that were put since its last call, by any process, the
   * oldest first; its first call lists all that have not expired. An entry can be listed more than once.
   */
  follow(prefix: string): () => Promise<BlobName[]>;
}

export const noBlobCache: BlobCache = {
  get: async () => undefined,
  has: async () => false,
  put: async () => {},
  follow: () => async () => [],
};

/** The part of a cache that belongs to one credential, which is found out first. Without one, nothing is stored. */
export function cacheOfLogin(cache: BlobCache, identity: () => Promise<string>): BlobCache {
  const own = (): Promise<BlobCache> =>
    identity().then(
      (credential) => cacheOf(cache, credential),
      () => noBlobCache,
    );
  return {
    get: async (name) => (await own()).get(name),
    has: async (name) => (await own()).has(name),
    put: async (name, bytes, until, head) => (await own()).put(name, bytes, until, head),
    follow: (prefix) => async () => (await own()).follow(prefix)(),
  };
}

/** The part of a cache that belongs to one credential. It never fails: what cannot be stored or read is a miss. */
export function cacheOf(cache: BlobCache, credential: string): BlobCache {
  const own = `${credential} `;
  return {
    get: (name) => cache.get(own + name).catch(() => undefined),
    has: (name) => cache.has(own + name).catch(() => false),
    put: (name, bytes, until, head) => cache.put(own + name, bytes, until, head).catch(() => {}),
    follow: (prefix) => {
      const list = cache.follow(own + prefix);
      return async () => {
        const names = await list().catch(() => []);
        return names.map(({ name, head }) => ({ name: name.slice(own.length), head }));
      };
    },
  };
}

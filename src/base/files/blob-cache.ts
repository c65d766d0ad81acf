/** A cache of bytes by name that outlives the process. What rejects is a miss: see {@link cacheOf}. */

/** None has line breaks. */
export interface BlobName {
  readonly name: string;
  /** A short text about the entry. */
  readonly head: string;
  /** The text after a tab in the head. It can be long, so it is decoded on demand. */
  readonly detail: () => string;
}

export interface Blobs {
  get(name: string): Promise<Uint8Array | undefined>;
  has(name: string): Promise<boolean>;
  /**
   * @param until milliseconds since 1970.
   * @param head with its detail after a tab; empty (default).
   */
  put(name: string, bytes: Uint8Array, until: number, head?: string): Promise<void>;
}

/** Its entries can be followed. */
export interface BlobCache extends Blobs {
  /**
   * Returns a function that passes on the entries with this prefix that were put since its last call, by any process,
   * the oldest first; its first call passes on all that have not expired. An entry can be passed on more than once, and
   * while another method reads.
   */
  follow(prefix: string, onEntry: (entry: BlobName) => void): () => Promise<void>;
}

export const noBlobCache: BlobCache = {
  get: async () => undefined,
  has: async () => false,
  put: async () => {},
  follow: () => async () => {},
};

/** The part of a cache that belongs to one credential, which is found out first. Without one, nothing is stored. */
export function cacheOfLogin(cache: BlobCache, identity: () => Promise<string>): Blobs {
  const resolveCache = (): Promise<BlobCache> =>
    identity().then(
      (credential) => cacheOf(cache, credential),
      () => noBlobCache,
    );
  return {
    get: async (name) => (await resolveCache()).get(name),
    has: async (name) => (await resolveCache()).has(name),
    put: async (name, bytes, until, head) => (await resolveCache()).put(name, bytes, until, head),
  };
}

/** The part of a cache that belongs to one credential. It never fails: what cannot be stored or read is a miss. */
export function cacheOf(cache: BlobCache, credential: string): BlobCache {
  const credentialPrefix = `${credential} `;
  return {
    get: (name) => cache.get(credentialPrefix + name).catch(() => undefined),
    has: (name) => cache.has(credentialPrefix + name).catch(() => false),
    put: (name, bytes, until, head) =>
      cache.put(credentialPrefix + name, bytes, until, head).catch(() => {}),
    follow: (prefix, onEntry) => {
      const passOn = cache.follow(credentialPrefix + prefix, ({ name, ...entry }) =>
        onEntry({ ...entry, name: name.slice(credentialPrefix.length) }),
      );
      return () => passOn().catch(() => {});
    },
  };
}

/** What is kept beyond the process: bytes by name. A miss is never an error. */
export interface Cache {
  get(name: string): Promise<Uint8Array | undefined>;
  /** @param until milliseconds since 1970. */
  put(name: string, bytes: Uint8Array, until: number): Promise<void>;
}

export const noCache: Cache = {
  get: async () => undefined,
  put: async () => {},
};

/** The part of a cache that is one credential's. */
export const cacheOf = (cache: Cache, credential: string): Cache => ({
  get: (name) => cache.get(`${credential} ${name}`),
  put: (name, bytes, until) => cache.put(`${credential} ${name}`, bytes, until),
});

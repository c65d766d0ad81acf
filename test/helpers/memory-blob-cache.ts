import type { BlobCache, BlobName } from "../../src/files/blob-cache.ts";

interface Entry {
  readonly bytes: Uint8Array;
  readonly until: number;
}

/** A blob cache in this process. */
export function memoryBlobCache(now: () => number): BlobCache {
  const entries = new Map<string, Entry>();
  const put: (BlobName & { readonly until: number })[] = [];
  return {
    async get(name) {
      const entry = entries.get(name);
      return entry !== undefined && now() < entry.until ? entry.bytes : undefined;
    },
    async has(name) {
      return now() < (entries.get(name)?.until ?? 0);
    },
    async put(name, bytes, until, head = "") {
      entries.set(name, { bytes: Uint8Array.from(bytes), until });
      put.push({ name, head, until });
    },
    follow(prefix) {
      let seen = 0;
      return async () => {
        const unseen = put.slice(seen);
        seen = put.length;
        return unseen
          .filter(({ name, until }) => name.startsWith(prefix) && now() < until)
          .map(({ name, head }) => ({ name, head }));
      };
    },
  };
}

/** The names of a cache's entries, sorted. */
export async function namesOf(cache: BlobCache, prefix: string): Promise<string[]> {
  const names = (await cache.follow(prefix)()).map(({ name }) => name);
  return [...new Set(names)].toSorted();
}

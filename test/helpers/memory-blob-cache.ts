import type { BlobCache } from "../../src/base/files/blob-cache.ts";

interface Entry {
  readonly bytes: Uint8Array;
  readonly until: number;
}

/** A blob cache in this process. */
export function memoryBlobCache(now: () => number): BlobCache {
  const entries = new Map<string, Entry>();
  const put: { readonly name: string; readonly head: string; readonly until: number }[] = [];
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
    follow(prefix, onEntry) {
      let seen = 0;
      return async () => {
        const unseen = put.slice(seen);
        seen = put.length;
        for (const { name, head: text, until } of unseen) {
          const [head = "", detail = ""] = text.split("\t");
          if (name.startsWith(prefix) && now() < until)
            onEntry({ name, head, detail: () => detail });
        }
      };
    },
  };
}

/** The names of a cache's entries, sorted. */
export async function namesOf(cache: BlobCache, prefix: string): Promise<string[]> {
  const names = new Set<string>();
  await cache.follow(prefix, ({ name }) => names.add(name))();
  return [...names].toSorted();
}

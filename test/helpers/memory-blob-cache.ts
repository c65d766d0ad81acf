import type { BlobCache } from "../../src/files/blob-cache.ts";

/** A blob cache in this process. */
export function memoryBlobCache(now: () => number): BlobCache {
  const entries = new Map<string, { readonly bytes: Uint8Array; readonly until: number }>();
  const current = (name: string): Uint8Array | undefined => {
    const entry = entries.get(name);
    return entry !== undefined && now() < entry.until ? entry.bytes : undefined;
  };
  return {
    get: async (name) => current(name),
    async put(name, bytes, until) {
      entries.set(name, { bytes: Uint8Array.from(bytes), until });
    },
    list: async (prefix) =>
      [...entries.keys()].filter((name) => name.startsWith(prefix) && current(name) !== undefined),
  };
}

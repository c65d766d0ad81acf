import type { BlobCache } from "../../src/files/blob-cache.ts";
import type { LineLog } from "../../src/files/line-log.ts";

interface Entry {
  readonly bytes: Uint8Array;
  readonly until: number;
  readonly head: string;
}

/** A blob cache in this process. */
export function memoryBlobCache(now: () => number): BlobCache {
  const entries = new Map<string, Entry>();
  const logs = new Map<string, string[]>();
  const current = (name: string): Entry | undefined => {
    const entry = entries.get(name);
    return entry !== undefined && now() < entry.until ? entry : undefined;
  };
  return {
    get: async (name) => current(name)?.bytes,
    async put(name, bytes, until, head = "") {
      entries.set(name, { bytes: Uint8Array.from(bytes), until, head });
    },
    list: async (prefix) =>
      [...entries.keys()].flatMap((name) => {
        const entry = name.startsWith(prefix) ? current(name) : undefined;
        return entry === undefined ? [] : [{ name, head: entry.head }];
      }),
    log: (name) => memoryLog(logs, name),
  };
}

function memoryLog(logs: Map<string, string[]>, name: string): LineLog {
  let read = 0;
  return {
    bytes: 0,
    async read() {
      const lines = logs.get(name)?.slice(read);
      read += lines?.length ?? 0;
      return lines;
    },
    async append(line) {
      logs.set(name, [...(logs.get(name) ?? []), line]);
    },
    async replace(lines) {
      logs.set(name, [...lines]);
    },
  };
}

/** The names of a cache's entries, sorted. */
export const namesOf = async (cache: BlobCache, prefix: string): Promise<string[]> =>
  (await cache.list(prefix)).map(({ name }) => name).toSorted();

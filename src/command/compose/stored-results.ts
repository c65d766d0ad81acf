/** Results that other processes can read: of the next call from the terminal, or of another node. */
import type { Environment } from "../../suite/credentials/settings.ts";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import { ToolError, required } from "../../base/errors/tool-error.ts";
import { cacheOfLogin, noBlobCache, type Blobs } from "../../base/files/blob-cache.ts";
import { FileBlobCache } from "../../base/files/file-blob-cache.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { StoredNetworks } from "../../questions/networks/stored.ts";
import { StoredMetrics } from "../../answers/results/stored.ts";
import { StoredPosts } from "../../questions/posts/stored.ts";
import type { StoredResult } from "../../answers/replies/reply.ts";
import type { ResultArchive } from "../../answers/replies/result-store.ts";
import { cacheFolder } from "./folders.ts";

const day = 24 * 60 * 60 * 1000;

/** By the name under which a result is stored. A release that stores it in another form has another name for it. */
const kinds = {
  "metrics 4": StoredMetrics,
  "networks 4": StoredNetworks,
  "posts 3": StoredPosts,
} as const;

export function entryOf(result: StoredResult): string {
  const match = Object.entries(kinds).find(([, kind]) => result instanceof kind);
  const [name] = required(match, "the kind of a result");
  return `${name} ${result.id}`;
}

/** The result of an entry; undefined for one that another version of the program, or of Node.js, may have written. */
export function restoredFrom(entry: string, bytes: Uint8Array): StoredResult | undefined {
  const [, id = ""] = / (\S+)$/.exec(entry) ?? [];
  const match = Object.entries(kinds).find(([name]) => entry === `${name} ${id}`);
  return match && orUndefined(() => match[1].restore(id, bytes));
}

/** Stores each result and chart for a day. */
export function archiveIn(cache: Blobs): ResultArchive {
  const until = (): number => Date.now() + day;
  return {
    put: (result) => cache.put(entryOf(result), result.serialize(), until()),
    has: (result) => cache.has(entryOf(result)),
    async get(id) {
      for (const name of Object.keys(kinds)) {
        const bytes = await cache.get(`${name} ${id}`);
        if (bytes !== undefined) return restoredFrom(`${name} ${id}`, bytes);
      }
      return undefined;
    },
    putChart: (id, origin) =>
      cache.put(`chart ${id}`, Buffer.from(JSON.stringify(origin)), until()),
    async getChart(id) {
      const bytes = await cache.get(`chart ${id}`);
      return bytes && JSON.parse(Buffer.from(bytes).toString());
    },
    charts: () => import("../../answers/charts/draw.ts"),
  };
}

/** @param identity of the login whose calls these are, limited to labels: other calls do not find its results. */
export function archiveOfCalls(
  environment: Environment,
  identity: () => Promise<string>,
  labels: readonly string[],
): ResultArchive {
  try {
    const options = { folder: cacheFolder(environment), maxBytes: ourLimits.cacheBytes };
    const cache = new FileBlobCache({ ...options, now: Date.now });
    return archiveIn(
      cacheOfLogin(cache, async () => `results ${JSON.stringify([await identity(), ...labels])}`),
    );
  } catch (error) {
    // Without a home folder nothing is stored.
    if (error instanceof ToolError) return archiveIn(noBlobCache);
    throw error;
  }
}

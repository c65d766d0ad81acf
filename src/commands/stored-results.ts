/** Results of calls from the terminal, which the next call can read: each call is a process of its own. */
import type { Environment } from "../credentials/environment.ts";
import { ToolError } from "../errors/tool-error.ts";
import { cacheOf, noBlobCache, type BlobCache } from "../files/blob-cache.ts";
import { FileBlobCache } from "../files/file-blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";
import { StoredComparison } from "../metrics/reply/comparison/stored.ts";
import { StoredMetrics } from "../metrics/reply/stored.ts";
import { StoredPosts } from "../posts/stored.ts";
import type { StoredResult } from "../replies/reply.ts";
import { cacheFolder } from "./folders.ts";

const day = 24 * 60 * 60 * 1000;

/** By the name under which a result is stored. */
const kinds = {
  metrics: StoredMetrics,
  comparison: StoredComparison,
  posts: StoredPosts,
} as const;

function cacheIn(environment: Environment): BlobCache {
  try {
    const options = { folder: cacheFolder(environment), maxBytes: ourLimits.cacheBytes };
    return cacheOf(new FileBlobCache({ ...options, now: Date.now }), "results");
  } catch (error) {
    // Without a home folder nothing is stored.
    if (error instanceof ToolError) return noBlobCache;
    throw error;
  }
}

/** Stores a result for a day. */
export async function storeResult(environment: Environment, result: StoredResult): Promise<void> {
  const found = Object.entries(kinds).find(([, kind]) => result instanceof kind);
  if (found === undefined) return;
  const name = `${found[0]} ${result.id}`;
  await cacheIn(environment).put(name, result.serialize(), Date.now() + day);
}

/** The result of an earlier call; undefined if it is not stored. */
export async function restoreResult(
  environment: Environment,
  id: string,
): Promise<StoredResult | undefined> {
  const cache = cacheIn(environment);
  for (const [name, kind] of Object.entries(kinds)) {
    const bytes = await cache.get(`${name} ${id}`);
    if (bytes !== undefined) return kind.restore(id, bytes);
  }
  return undefined;
}

/** The links to files of an HTTP server: of this process, or of all nodes. */
import { randomBytes } from "node:crypto";
import { FileLinks, type FileLinkParts } from "../exports/file-links.ts";
import type { MemoryBudget } from "../memory/budget.ts";
import { Secret } from "../secrets/secret.ts";

/** @param shared what nodes share in Redis. @param address of the server, once it listens. */
export function fileLinksOf(
  memory: MemoryBudget,
  shared: Pick<FileLinkParts, "key" | "store"> | undefined,
  address: () => string,
): FileLinks {
  const key = new Secret(randomBytes(32).toString("base64url"));
  return new FileLinks({ ...(shared ?? { key, store: storeIn(memory) }), address, now: Date.now });
}

/** Files in the memory of the process, which are removed when it is needed. */
function storeIn(memory: MemoryBudget): FileLinkParts["store"] {
  const shelf = memory.owner().shelf<Uint8Array>();
  return {
    get: async (id) => shelf.get(id),
    has: async (id) => shelf.get(id) !== undefined,
    put: async (id, content) => shelf.set(id, content, content.length),
  };
}

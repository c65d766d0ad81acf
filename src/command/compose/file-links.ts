/** The files behind links of an HTTP server without Redis: in its memory, the files of each caller apart. */
import { randomBytes } from "node:crypto";
import type { FileStore } from "../../answers/exports/file-links.ts";
import type { MemoryBudget } from "../../base/memory/budget.ts";
import type { Shelf } from "../../base/memory/shelf.ts";
import { Secret } from "../../base/secrets/secret.ts";

export function filesInMemory(memory: MemoryBudget, now: () => number): FileStore {
  const key = new Secret(randomBytes(32).toString("base64url"));
  /** By caller: whoever uses more than a fair share of the memory gives way first. */
  const shelves = new Map<string, Shelf<Uint8Array>>();
  return {
    key: async () => key,
    put: async (caller, id, content, until) => {
      const shelf = shelves.get(caller) ?? memory.owner().shelf<Uint8Array>();
      shelves.set(caller, shelf);
      shelf.set(id, content, content.length);
      setTimeout(() => shelf.delete(id), until - now()).unref();
      return shelf.get(id) !== undefined;
    },
    get: async (id) => {
      for (const shelf of shelves.values()) {
        const content = shelf.get(id);
        if (content !== undefined) return content;
      }
      return undefined;
    },
  };
}

/** Stores results by id, in memory. Removes the least recently used first. */
import type { StoredResult } from "./reply.ts";
import { LRUCache } from "lru-cache";
import { ourLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";

/** Memory of a result in addition to its rows. */
const overhead = 4096;

export class ResultStore {
  readonly #results: LRUCache<string, StoredResult>;

  constructor(readonly maxBytes: number = ourLimits.storedResultBytes) {
    this.#results = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes + overhead,
    });
  }

  /**
   * Stores a result under a new id.
   * @throws ToolError `limit_exceeded` if the result does not fit in the memory for results.
   */
  add<Stored extends StoredResult>(make: (id: string) => Stored): Stored {
    const stored = make(newId());
    if (stored.bytes + overhead > this.maxBytes) {
      const [size, limit] = [stored.bytes, this.maxBytes].map((bytes) =>
        Math.ceil(bytes / 2 ** 20),
      );
      const problem = `this result takes ${size} MiB, but the memory for results is ${limit} MiB`;
      throw new ToolError("limit_exceeded", problem);
    }
    this.#results.set(stored.id, stored);
    return stored;
  }

  /** Returns the ids of the stored results, the latest first. */
  ids(): string[] {
    return [...this.#results.keys()];
  }

  /** @throws ToolError `not_found` for an id that is not stored. */
  get(id: string): StoredResult {
    const stored = this.#results.get(id);
    if (stored !== undefined) return stored;
    throw new ToolError(
      "not_found",
      `no result ${JSON.stringify(id.slice(0, 40))} is stored (results are removed when newer ones need the memory, and when the server stops)`,
      "Ask the question again; the reply ends with a new result id.",
    );
  }
}

/** Letters and digits that cannot be confused. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ";

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `r${Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("")}`;
}

/** Stores results by id, in memory; the least recently used leave first. */
import type { StoredResult } from "./reply.ts";
import { LRUCache } from "lru-cache";
import { ourLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";

/** A result's own memory, beside its rows. */
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
   * @throws ToolError `limit_exceeded` for one that does not fit the memory for results.
   */
  add<Stored extends StoredResult>(make: (id: string) => Stored): Stored {
    const stored = make(newId());
    if (stored.bytes + overhead > this.maxBytes) {
      const [bytes, most] = [stored.bytes, this.maxBytes].map((count) =>
        Math.ceil(count / 2 ** 20),
      );
      throw new ToolError(
        "limit_exceeded",
        `this result takes ${bytes} MiB, and the memory for results is ${most} MiB`,
      );
    }
    this.#results.set(stored.id, stored);
    return stored;
  }

  /** Ids of the stored results, the latest first. */
  ids(): string[] {
    return [...this.#results.keys()];
  }

  /** @throws ToolError `not_found` for an id that is not stored, or no longer. */
  get(id: string): StoredResult {
    const stored = this.#results.get(id);
    if (stored !== undefined) return stored;
    throw new ToolError(
      "not_found",
      `no result ${JSON.stringify(id.slice(0, 40))} is stored (results leave when newer ones need the memory, and when the server stops)`,
      "Ask the question again; the reply ends with a new result id.",
    );
  }
}

/** Letters and digits that are not mistaken for each other. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ";

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `r${Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("")}`;
}

/** Keeps results by id, the least recently used out first. */
import { LRUCache } from "lru-cache";
import { ToolError } from "../errors/tool-error.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { PostsResult } from "../posts/rows.ts";
import type { Result } from "../cells/result.ts";

export type KeptResult = Result | PostsResult;

export class ResultStore {
  readonly #kept: LRUCache<string, KeptResult>;

  constructor(readonly maxBytes: number = ourLimits.keptResultBytes) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (result) => bytesOf(result) + 4096,
    });
  }

  /**
   * Keeps a result under a new id.
   * @throws ToolError `limit_exceeded` for one that the memory for results cannot hold.
   */
  keep(result: Omit<Result, "id">): Result;
  keep(result: Omit<PostsResult, "id">): PostsResult;
  keep(result: Omit<Result, "id"> | Omit<PostsResult, "id">): KeptResult {
    if (result.kind === "metrics") checkFits(result.cells.values.length, this.maxBytes);
    else if (result.bytes > this.maxBytes) throw tooManyPosts();
    const kept = { ...result, id: newId() };
    this.#kept.set(kept.id, kept);
    return kept;
  }

  /** Ids of what is kept, the latest first. */
  ids(): string[] {
    return [...this.#kept.keys()];
  }

  /** @throws ToolError `not_found` for an id that is not kept, or no longer. */
  get(id: string): KeptResult {
    const result = this.#kept.get(id);
    if (result !== undefined) return result;
    throw new ToolError(
      "not_found",
      `no result ${JSON.stringify(id.slice(0, 40))} is kept here (results leave when newer ones need the memory, and when the server stops)`,
      "Ask again what was asked; the answer ends with a new result id.",
    );
  }
}

const bytesOf = (result: Omit<Result, "id"> | Omit<PostsResult, "id">): number =>
  result.kind === "metrics" ? result.cells.values.byteLength : result.bytes;

const tooManyPosts = (): ToolError =>
  new ToolError(
    "limit_exceeded",
    "these posts take more memory than there is for results",
    "Ask for fewer posts or fields in one call.",
  );

/** @throws ToolError `limit_exceeded` where so many numbers cannot be kept. */
export function checkFits(numbers: number, maxBytes: number): void {
  const most = Math.floor(maxBytes / Float64Array.BYTES_PER_ELEMENT) - 1024;
  if (numbers <= most) return;
  throw new ToolError("limit_exceeded", `${numbers} numbers are more than can be kept (${most})`);
}

/** Letters and digits that are not mistaken for each other. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ";

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `r${Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("")}`;
}

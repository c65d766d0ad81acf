/** Stores results by id, in memory, of which the least recently used are removed first. */
import { ourLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { MemoryBudget, Owner } from "../memory/budget.ts";
import type { Shelf } from "../memory/shelf.ts";
import type { StoredChart } from "./chart.ts";
import type { Reply, StoredResult } from "./reply.ts";

/** Memory of a result in addition to its rows. */
const overhead = 4096;

/** A reply, its text without the cost of its call, and what it was made from. */
export interface StoredReply {
  readonly reply: Reply;
  /** The text before the cost, and after it. */
  readonly before: string;
  readonly after: string;
  /** Names the answers. */
  readonly from: string;
  readonly profiles: readonly object[];
}

export class ResultStore {
  readonly maxBytes: number;
  /** Texts of pieces of these results. */
  readonly pieces: Shelf<string>;
  /** Replies that show these results, by what was asked. */
  readonly replies: Shelf<StoredReply>;
  readonly #owner: Owner;
  readonly #results: Shelf<StoredResult>;
  readonly #charts: Shelf<StoredChart>;

  constructor(memory: MemoryBudget) {
    this.#owner = memory.owner();
    this.#results = this.#owner.shelf();
    this.pieces = this.#owner.shelf();
    this.replies = this.#owner.shelf();
    this.#charts = this.#owner.shelf();
    this.maxBytes = Math.min(this.#results.maxBytes, ourLimits.storedResultBytes);
  }

  /**
   * Stores a result under a new id.
   * @throws ToolError `limit_exceeded` if the result does not fit in the memory for results.
   */
  add<Stored extends StoredResult>(make: (id: string) => Stored): Stored {
    const stored = make(newId("r"));
    const bytes = stored.bytes + overhead;
    if (bytes > this.maxBytes) {
      const [size, limit] = [stored.bytes, this.maxBytes].map((one) => Math.ceil(one / 2 ** 20));
      const problem = `this result takes ${size} MiB, but the memory for results is ${limit} MiB`;
      throw new ToolError("limit_exceeded", problem);
    }
    this.#results.set(stored.id, stored, bytes);
    return stored;
  }

  /** Stores a result of another process under its own id. */
  restore(stored: StoredResult): void {
    this.#results.set(stored.id, stored, stored.bytes + overhead);
  }

  /** Stores a chart under a new id. */
  addChart(make: (id: string) => StoredChart): StoredChart {
    const chart = make(newId("c"));
    this.#charts.set(chart.id, chart, chart.bytes + overhead);
    return chart;
  }

  /** @throws ToolError `not_found` for an id that is not stored. */
  chart(id: string): StoredChart {
    const chart = this.#charts.get(id);
    if (chart !== undefined) return chart;
    throw new ToolError(
      "not_found",
      `no chart ${JSON.stringify(id.slice(0, 40))} is stored`,
      "Call chart_result again; its reply ends with the URI of a new chart.",
    );
  }

  /** Removes everything, for a caller who does not return. */
  dispose(): void {
    this.#owner.dismiss();
  }

  /** Returns the ids of the stored results, the latest first. */
  ids(): string[] {
    return this.#results.keys();
  }

  /** Returns the ids of the stored charts, the latest first. */
  chartIds(): string[] {
    return this.#charts.keys();
  }

  has(id: string): boolean {
    return this.#results.get(id) !== undefined;
  }

  /** @throws ToolError `not_found` for an id that is not stored. */
  get(id: string): StoredResult {
    const stored = this.#results.get(id);
    if (stored !== undefined) return stored;
    throw new ToolError(
      "not_found",
      `no result ${JSON.stringify(id.slice(0, 40))} is stored (results are removed when newer ones need the memory, and when the server stops)`,
      "Ask the question again; the reply ends with the URI of a new result.",
    );
  }
}

/** Letters and digits that cannot be confused. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ";

function newId(kind: "r" | "c"): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${kind}${Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("")}`;
}

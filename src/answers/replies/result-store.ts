/** Stores results by id, in memory, of which the least recently used are removed first; and in an archive, if there is one. */
import type { TimeSlice } from "../../base/async/time-slice.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import type { MemoryBudget, Owner } from "../../base/memory/budget.ts";
import type { Shelf } from "../../base/memory/shelf.ts";
import type { Chart, ChartOrigin, StoredChart } from "./chart.ts";
import { partSeparator, resultIdIn } from "./links.ts";
import { pieceNamed } from "./piece-id.ts";
import { namedPiece, withBeside } from "./stored-piece.ts";
import type { Reply, StoredResult } from "./reply.ts";

/** Stores results and charts beyond the process, for one caller. No method rejects: what cannot be stored is not found later. */
export interface ResultArchive {
  put(result: StoredResult): Promise<void>;
  /** Returns false if the archive does not have the result, or has lost it. */
  has(result: StoredResult): Promise<boolean>;
  get(id: string): Promise<StoredResult | undefined>;
  putChart(id: string, origin: ChartOrigin): Promise<void>;
  getChart(id: string): Promise<ChartOrigin | undefined>;
  /** The code that draws charts, which is loaded on demand. */
  charts(): Promise<{
    readonly storedChart: (id: string, chart: Chart, origin: ChartOrigin) => StoredChart;
  }>;
}

/** Memory of a result in addition to its rows. */
const overhead = 4096;

export class ResultStore {
  readonly maxBytes: number;
  readonly #owner: Owner;
  readonly #results: Shelf<StoredResult>;
  readonly #charts: Shelf<StoredChart>;

  /** @param archive stores results beyond this process. */
  constructor(
    memory: MemoryBudget,
    private readonly archive?: ResultArchive,
  ) {
    this.#owner = memory.owner();
    this.#results = this.#owner.shelf();
    this.#charts = this.#owner.shelf();
    this.maxBytes = Math.min(this.#results.maxBytes, ourLimits.storedResultBytes);
  }

  /**
   * Stores a result under a new id.
   * @throws ToolError `limit_exceeded` if the result does not fit in the memory for results.
   */
  add<Stored extends StoredResult>(make: (id: string) => Stored, id = newResultId()): Stored {
    const stored = make(id);
    const bytes = stored.bytes + overhead;
    if (bytes > this.maxBytes) {
      const [size, limit] = [stored.bytes, this.maxBytes].map((byteCount) =>
        Math.ceil(byteCount / 2 ** 20),
      );
      const problem = `this result takes ${size} MiB, but the memory for results is ${limit} MiB`;
      throw new ToolError("limit_exceeded", problem);
    }
    this.#results.set(stored.id, stored, bytes);
    return stored;
  }

  /** Stores a result in the place of one that it extends. @throws as `add`. */
  async replace<Stored extends StoredResult>(stored: Stored): Promise<Stored> {
    this.add(() => stored, stored.id);
    await this.archive?.put(stored);
    return stored;
  }

  /** Removes a result that no reply shows. */
  remove(id: string): void {
    this.#results.delete(id);
  }

  /** Puts the result of a reply in the archive if the archive does not have it, or has lost it; and its chart. */
  async keep({ result: shown, chart }: Pick<Reply, "result" | "chart">): Promise<void> {
    const result = shown && (await this.#fullResult(shown.id));
    if (result !== undefined && (await this.archive?.has(result)) === false)
      await this.archive?.put(result);
    if (chart !== undefined) await this.archive?.putChart(chart.id, chart.origin);
  }

  /** Stores a chart under a new id. */
  addChart(make: (id: string) => StoredChart): StoredChart {
    const chart = make(newId("c"));
    this.#charts.set(chart.id, chart, chart.bytes + overhead);
    return chart;
  }

  /** The chart, from the archive if this process does not hold it; undefined for an id that is not stored. */
  async findChart(id: string, slice: TimeSlice): Promise<StoredChart | undefined> {
    const localChart = this.#charts.get(id);
    if (localChart !== undefined) return localChart;
    const origin = await this.archive?.getChart(id);
    const result = origin && (await this.find(origin.result));
    if (origin === undefined || result === undefined || !this.archive) return undefined;
    const { storedChart } = await this.archive.charts();
    const chart = storedChart(id, await slice.run(result.chart(origin.request)), origin);
    this.#charts.set(id, chart, chart.bytes + overhead);
    return chart;
  }

  /** @throws ToolError `not_found` for an id that is not stored. */
  async chart(id: string, slice: TimeSlice): Promise<StoredChart> {
    const chart = await this.findChart(id, slice);
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

  /** The result, from the archive if this process does not hold it; undefined for an id that is not stored. */
  async find(id: string): Promise<StoredResult | undefined> {
    const [, ...parts] = id.split(partSeparator, ourLimits.resultIdParts + 1);
    if (id.length > ourLimits.resultIdLength || parts.length === ourLimits.resultIdParts)
      return undefined;
    const fullResult = await this.#fullResult(id);
    let stored = fullResult;
    for (const name of parts)
      stored = stored && (stored.part?.(name) ?? (await this.#piece(stored, name)));
    return stored;
  }

  /** The piece that a part of an id names, with the result beside it. */
  async #piece(stored: StoredResult, name: string): Promise<StoredResult | undefined> {
    const beside = pieceNamed(name)?.beside;
    if (beside === undefined) return namedPiece(stored, name);
    const companion = await this.find(resultIdIn(beside));
    return companion && namedPiece(withBeside(stored, companion), name);
  }

  /** The result that an id, or that of a part, begins with. */
  async #fullResult(name: string): Promise<StoredResult | undefined> {
    const [id = ""] = name.split(partSeparator);
    const localResult = this.#results.get(id);
    if (localResult !== undefined && localResult.mayGrow !== true) return localResult;
    const stored = await this.archive?.get(id);
    if (stored === undefined || (localResult !== undefined && localResult.bytes >= stored.bytes))
      return localResult;
    this.#results.set(id, stored, stored.bytes + overhead);
    return stored;
  }

  /** @throws ToolError `not_found` for an id that is not stored. */
  async get(id: string): Promise<StoredResult> {
    const stored = await this.find(id);
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

export const newResultId = (): string => newId("r");

function newId(kind: "r" | "c"): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${kind}${Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("")}`;
}

/** A comparison in the result store. */
import type { Dimension } from "../../../catalog/dimensions.ts";
import { once, whileInMemory, type Work } from "../../../async/work.ts";
import { compare, type Comparison } from "../../../meaning/comparison.ts";
import { csvParts } from "../../../replies/csv.ts";
import type { Chart, ChartRequest } from "../../../replies/chart.ts";
import type { Piece, Reply, StoredResult } from "../../../replies/reply.ts";
import type { Table } from "../../../replies/table.ts";
import { comparisonCsv, comparisonTable } from "../../../tables/comparison/csv.ts";
import { comparedChart } from "../chart.ts";
import { comparisonPiece } from "./piece.ts";
import { StoredMetrics } from "../stored.ts";

/** The first line of the serialised comparison, as JSON. Both sides follow it. */
interface Head {
  readonly dimensions: readonly Dimension[];
  readonly fetchedAt: number;
  readonly isExplained: boolean;
  /** Bytes of the later side. */
  readonly length: number;
}

export class StoredComparison implements StoredResult {
  readonly bytes: number;
  readonly compared = whileInMemory(() => compare(this.comparison, this.dimensions));
  readonly csv = whileInMemory(() => comparisonCsv(this.comparison, this.compared()));
  readonly csvParts = once(() => csvParts(this.csv()));
  readonly #sides: readonly [StoredMetrics, StoredMetrics];

  constructor(
    readonly id: string,
    readonly comparison: Comparison,
    readonly dimensions: readonly Dimension[],
    /** When both sides were complete, in milliseconds since 1970. */
    readonly fetchedAt: number,
  ) {
    const { now, before } = comparison;
    this.#sides = [new StoredMetrics(id, now, fetchedAt), new StoredMetrics(id, before, fetchedAt)];
    this.bytes = this.#sides[0].bytes + this.#sides[1].bytes;
  }

  *table(mostCells?: number): Work<Table> {
    return yield* comparisonTable(this.comparison, yield* this.compared(), { mostCells });
  }

  /** The later range. */
  about(): ReturnType<StoredMetrics["about"]> {
    return this.#sides[0].about();
  }

  piece(piece: Piece, maxTokens: number): Work<Reply> {
    return comparisonPiece(this, piece, maxTokens);
  }

  chart(asked: ChartRequest): Work<Chart> {
    return comparedChart(this.comparison, this.dimensions, asked);
  }

  serialize(): Uint8Array {
    const [now, before] = [this.#sides[0].serialize(), this.#sides[1].serialize()];
    const head = JSON.stringify({
      dimensions: this.dimensions,
      fetchedAt: this.fetchedAt,
      isExplained: this.comparison.isExplained === true,
      length: now.length,
    });
    return Buffer.concat([Buffer.from(`${head}\n`), now, before]);
  }

  /** @param bytes as `serialize` wrote them. */
  static restore(id: string, bytes: Uint8Array): StoredComparison {
    const content = Buffer.from(bytes);
    const end = content.indexOf("\n");
    const { dimensions, fetchedAt, isExplained, length }: Head = JSON.parse(
      content.toString("utf8", 0, end),
    );
    const start = end + 1;
    const { result: now } = StoredMetrics.restore(id, content.subarray(start, start + length));
    const { result: before } = StoredMetrics.restore(id, content.subarray(start + length));
    return new StoredComparison(id, { now, before, isExplained }, dimensions, fetchedAt);
  }
}

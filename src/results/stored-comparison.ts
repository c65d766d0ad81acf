/** A comparison in the result store. */
import { joinFetched, type Fetched } from "../cells/fetched.ts";
import { deserialize, serialize } from "node:v8";
import type { Dimension } from "../catalog/dimensions.ts";
import { whileInMemory, type Work } from "../async/work.ts";
import { packResult, unpackResult } from "../cells/packed-result.ts";
import type { Comparison } from "../cells/result.ts";
import { compare } from "../table/compare.ts";
import type { Chart, ChartRequest } from "../replies/chart.ts";
import type { Piece, Reply, StoredResult } from "../replies/reply.ts";
import type { Csv } from "../replies/csv.ts";
import { comparedCsv } from "../report/comparison/csv.ts";
import { comparedChart } from "./chart.ts";
import { comparisonPiece } from "./comparison-piece.ts";
import { StoredMetrics } from "./stored.ts";

export class StoredComparison implements StoredResult {
  readonly bytes: number;
  readonly compared = whileInMemory(() => compare(this.comparison, this.dimensions));
  readonly csv = whileInMemory(() => this.#csv());
  readonly #sides: readonly [StoredMetrics, StoredMetrics];

  constructor(
    readonly id: string,
    readonly comparison: Comparison,
    readonly dimensions: readonly Dimension[],
  ) {
    const { now, before } = comparison;
    this.#sides = [new StoredMetrics(id, now), new StoredMetrics(id, before)];
    this.bytes = this.#sides[0].bytes + this.#sides[1].bytes;
  }

  get fetched(): Fetched | undefined {
    return joinFetched(this.#sides.map(({ fetched }) => fetched));
  }

  *#csv(): Work<Csv> {
    return comparedCsv(this.comparison, yield* this.compared());
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
    const { comparison, dimensions } = this;
    const { now, before, question } = comparison;
    const packed = [now, before, ...(question === undefined ? [] : [question])].map(packResult);
    return serialize({ packed, dimensions });
  }

  /** @param bytes as `serialize` wrote them. @throws Error for others. */
  static restore(id: string, bytes: Uint8Array): StoredComparison {
    const { packed, dimensions } = deserialize(bytes);
    const [now, before, question] = packed.map(unpackResult);
    return new StoredComparison(id, { now, before, question }, dimensions);
  }
}

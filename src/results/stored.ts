/** A metrics result in the result store. */
import type { Fetched } from "../cells/fetched.ts";
import { deserialize, serialize } from "node:v8";
import { whileInMemory, type Work } from "../async/work.ts";
import { packResult, unpackResult } from "../cells/packed-result.ts";
import type { Result } from "../cells/result.ts";
import type { Csv } from "../replies/csv.ts";
import type { Chart, ChartRequest } from "../replies/chart.ts";
import { aboutOf, type Reply, type Piece, type StoredResult } from "../replies/reply.ts";
import { foldEach } from "../table/combine.ts";
import { fold } from "../table/statistic.ts";
import { csvOf, wideCsv, wideDimension } from "../report/rows.ts";
import { metricsChart } from "./chart.ts";
import { metricsPiece } from "./piece.ts";

export class StoredMetrics implements StoredResult {
  readonly bytes: number;
  readonly csv = whileInMemory(() => this.#csv());

  constructor(
    readonly id: string,
    readonly result: Result,
  ) {
    const { days, split } = result;
    const lists = [days, split].flatMap((held) => held?.lists ?? []);
    const rows = days.profiles.length + (split?.breakdown?.rows.length ?? 0);
    this.bytes = lists.reduce((sum, list) => sum + list.byteLength, rows * bytesOfRow);
  }

  get fetched(): Fetched | undefined {
    return this.result.fetched;
  }

  *#csv(): Work<Csv> {
    const { result } = this;
    return csvOf(result, yield* foldEach(result, result.dimensions, fold));
  }

  *wideCsv(): Work<Csv | undefined> {
    const { result } = this;
    const across = wideDimension(result);
    if (across === undefined) return undefined;
    return wideCsv(result, yield* foldEach(result, result.dimensions, fold), across);
  }

  /** Only of rows by which posts can be grouped too. */
  about(): ReturnType<typeof aboutOf> | undefined {
    const types = this.result.dimensions;
    const isAlike = types.every((type) => ["profile", "date.day", "date.month"].includes(type));
    return isAlike ? aboutOf("Metrics", this.result, this.result.names.profile) : undefined;
  }

  *piece(piece: Piece, maxTokens: number): Work<Reply> {
    // The rows of some profiles or days are copied, for the piece and for the population of its ranks.
    if (piece.profiles !== undefined || piece.dateStart !== undefined) yield this.bytes * 2;
    return yield* metricsPiece(this, piece, maxTokens);
  }

  chart(asked: ChartRequest): Work<Chart> {
    return metricsChart(this.result, {}, asked);
  }

  pieceChart(piece: Piece, asked: ChartRequest): Work<Chart> {
    return metricsChart(this.result, piece, asked);
  }

  serialize(): Uint8Array {
    return serialize(packResult(this.result));
  }

  /** @param bytes as `serialize` wrote them. @throws Error for others. */
  static restore(id: string, bytes: Uint8Array): StoredMetrics {
    return new StoredMetrics(id, unpackResult(deserialize(bytes)));
  }
}

/** The approximate memory of a row and its name. */
const bytesOfRow = 100;

/** A metrics result in the result store. */
import { lazily } from "../../async/lazily.ts";
import type { Cells } from "../../cells/cells.ts";
import type { Result } from "../../cells/result.ts";
import { csvBlocks, csvParts, type CsvPart } from "../../replies/csv.ts";
import type { Reply, Piece, StoredResult } from "../../replies/reply.ts";
import type { Table } from "../../replies/table.ts";
import { metricsCsv } from "../../tables/csv.ts";
import { metricsTable } from "../../tables/rows.ts";
import { metricsPiece } from "./piece.ts";

export class StoredMetrics implements StoredResult {
  readonly bytes: number;
  readonly csvParts = lazily(() => csvParts(metricsCsv(this.result)));

  constructor(
    readonly id: string,
    readonly result: Result,
    /** When the result was complete, in milliseconds since 1970. */
    readonly fetchedAt: number,
  ) {
    this.bytes = result.cells.values.byteLength;
  }

  csv(part?: CsvPart): AsyncIterable<string> {
    return csvBlocks(metricsCsv(this.result), part);
  }

  table(): Table {
    return metricsTable(this.result);
  }

  piece(piece: Piece, maxTokens: number): Reply {
    return metricsPiece(this, piece, maxTokens);
  }

  cells(): Cells {
    return this.result.cells;
  }

  /** The length of the head, the head as JSON, the numbers as they are in memory. */
  serialize(): Uint8Array {
    const { cells, names, ...rest } = this.result;
    const { axes, metrics, values } = cells;
    const entries = Object.entries(names).map(([type, map]) => [type, [...(map ?? [])]]);
    const head = Buffer.from(
      JSON.stringify({ ...rest, axes, metrics, names: entries, fetchedAt: this.fetchedAt }),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    const numbers = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    return Buffer.concat([length, head, numbers]);
  }

  /** @param bytes as `serialize` wrote them. */
  static restore(id: string, bytes: Uint8Array): StoredMetrics {
    const content = Buffer.from(bytes);
    const end = 4 + content.readUInt32LE(0);
    const { axes, metrics, names, fetchedAt, ...rest } = JSON.parse(
      content.toString("utf8", 4, end),
    );
    const values = new Float64Array(new Uint8Array(content.subarray(end)).buffer);
    const maps = names.map(([type, entries]: [string, [string, string][]]) => [
      type,
      new Map(entries),
    ]);
    const cells = { axes, metrics, values };
    return new StoredMetrics(id, { ...rest, cells, names: Object.fromEntries(maps) }, fetchedAt);
  }
}

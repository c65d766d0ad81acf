/** A metrics result in the result store. */
import { decodeGrid, encodeGrid } from "../../cells/encode.ts";
import { lazily } from "../../async/lazily.ts";
import type { Cells } from "../../cells/cells.ts";
import type { Result } from "../../cells/result.ts";
import { csvBlocks, csvParts, type CsvPart } from "../../replies/csv.ts";
import type { Reply, Piece, StoredResult } from "../../replies/reply.ts";
import type { Table } from "../../replies/table.ts";
import { metricsCsv } from "../../tables/csv.ts";
import { metricsTable } from "../../tables/rows.ts";
import { metricsPiece } from "./piece.ts";

type Head = Omit<Result, "cells" | "names"> & {
  readonly grid: Omit<Cells, "values">;
  readonly names: readonly (readonly [string, readonly (readonly [string, string])[]])[];
  readonly fetchedAt: number;
};

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

  serialize(): Uint8Array {
    const { cells, names, ...rest } = this.result;
    const { values, ...grid } = cells;
    const entries = Object.entries(names).map(([type, map]) => [type, [...(map ?? [])]]);
    return encodeGrid({ ...rest, grid, names: entries, fetchedAt: this.fetchedAt }, values);
  }

  /** @param bytes as `serialize` wrote them. */
  static restore(id: string, bytes: Uint8Array): StoredMetrics {
    const { head, values } = decodeGrid(bytes);
    const { grid, names, fetchedAt, ...rest }: Head = JSON.parse(head);
    const maps = Object.fromEntries(names.map(([type, entries]) => [type, new Map(entries)]));
    return new StoredMetrics(id, { ...rest, cells: { ...grid, values }, names: maps }, fetchedAt);
  }
}

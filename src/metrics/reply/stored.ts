/** A metrics result in the result store. */
import { decodeGrid, encodeGrid } from "../../cells/encode.ts";
import { lazily } from "../../async/lazily.ts";
import type { Cells } from "../../cells/cells.ts";
import type { LabelRows, Result } from "../../cells/result.ts";
import { csvBlocks, csvParts, type Csv, type CsvPart } from "../../replies/csv.ts";
import type { Chart, ChartRequest } from "../../replies/chart.ts";
import type { Reply, Piece, StoredResult } from "../../replies/reply.ts";
import type { Table } from "../../replies/table.ts";
import { metricsCsv } from "../../tables/csv.ts";
import { metricsTable } from "../../tables/rows.ts";
import { wideCsv } from "../../tables/wide-csv.ts";
import { metricsChart } from "./chart.ts";
import { metricsPiece } from "./piece.ts";

type Entries<Value> = readonly (readonly [string, Value])[];
type Grid = Omit<Cells, "values">;

/** The values of the cells come first, then those of the days, unless they are the same. */
type Head = Omit<Result, "cells" | "days" | "names" | "labels"> & {
  readonly grid: Grid;
  readonly days: Grid | "cells" | undefined;
  readonly names: Entries<Entries<string>>;
  readonly labels:
    | (Omit<LabelRows, "placesOf"> & { readonly placesOf: Entries<readonly number[]> })
    | undefined;
  readonly fetchedAt: number;
};

export class StoredMetrics implements StoredResult {
  readonly bytes: number;
  readonly #csv = lazily(() => metricsCsv(this.result));
  readonly csvParts = lazily(() => csvParts(this.#csv()));

  constructor(
    readonly id: string,
    readonly result: Result,
    /** When the result was complete, in milliseconds since 1970. */
    readonly fetchedAt: number,
  ) {
    const { cells, days } = result;
    const below = days === undefined || days === cells ? 0 : days.values.byteLength;
    this.bytes = cells.values.byteLength + below;
  }

  csv(part?: CsvPart): AsyncIterable<string> {
    return csvBlocks(this.#csv(), part);
  }

  wideCsv(): Csv | undefined {
    return wideCsv(this.result);
  }

  table(): Table {
    return metricsTable(this.result);
  }

  piece(piece: Piece, maxTokens: number): Reply {
    return metricsPiece(this, piece, maxTokens);
  }

  chart(asked: ChartRequest): Chart {
    return metricsChart(this.result, asked);
  }

  cells(): Cells {
    return this.result.cells;
  }

  serialize(): Uint8Array {
    const { cells, days, names, labels, ...rest } = this.result;
    const { values, ...grid } = cells;
    const own = days === undefined || days === cells ? undefined : days;
    const below = own && { axes: own.axes, metrics: own.metrics };
    const head = {
      ...rest,
      grid,
      days: days === cells ? "cells" : below,
      names: Object.entries(names).map(([type, map]) => [type, [...(map ?? [])]]),
      labels: labels && { ...labels, placesOf: [...labels.placesOf] },
      fetchedAt: this.fetchedAt,
    };
    return encodeGrid(head, own === undefined ? values : joined(values, own.values));
  }

  /** @param bytes as `serialize` wrote them. */
  static restore(id: string, bytes: Uint8Array): StoredMetrics {
    const { head, numbers } = decodeGrid(bytes);
    const values = new Float64Array(numbers);
    const { grid, days, names, labels, fetchedAt, ...rest }: Head = JSON.parse(head);
    const maps = Object.fromEntries(names.map(([type, entries]) => [type, new Map(entries)]));
    const length = grid.axes.reduce((count, { rows }) => count * rows.length, grid.metrics.length);
    const cells = { ...grid, values: values.slice(0, length) };
    const below =
      days === undefined || days === "cells"
        ? undefined
        : { ...days, values: values.slice(length) };
    const result = {
      ...rest,
      cells,
      days: days === "cells" ? cells : below,
      names: maps,
      ...(labels === undefined
        ? {}
        : { labels: { ...labels, placesOf: new Map(labels.placesOf) } }),
    };
    return new StoredMetrics(id, result, fetchedAt);
  }
}

function joined(one: Float64Array, other: Float64Array): Float64Array {
  const both = new Float64Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

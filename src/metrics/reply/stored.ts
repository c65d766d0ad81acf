/** A metrics result in the result store. */
import { decodeGrid, encodeGrid } from "../../cells/encode.ts";
import { once, whileInMemory, type Work } from "../../async/work.ts";
import { cellCount, type Cells } from "../../cells/cells.ts";
import { dimensionsOf } from "../../cells/select.ts";
import type { LabelRows, Result } from "../../cells/result.ts";
import { csvParts, type Csv } from "../../replies/csv.ts";
import type { Chart, ChartRequest } from "../../replies/chart.ts";
import { aboutOf, type Reply, type Piece, type StoredResult } from "../../replies/reply.ts";
import type { Table } from "../../replies/table.ts";
import { metricsCsv } from "../../tables/csv.ts";
import { metricsTable } from "../../tables/rows.ts";
import { wideCsv } from "../../tables/wide-csv.ts";
import { metricsChart } from "./chart.ts";
import { metricsPiece } from "./piece.ts";

type Entries<Value> = readonly (readonly [string, Value])[];
type Grid = Omit<Cells, "values">;

/** The values of the cells come first, then those of the days, unless they are the same, then the sums. */
type Head = Omit<Result, "cells" | "days" | "sums" | "names" | "labels"> & {
  readonly grid: Grid;
  readonly days: Grid | "cells" | undefined;
  readonly sums: Grid | undefined;
  readonly names: Entries<Entries<string>>;
  readonly labels:
    | (Omit<LabelRows, "placesOf"> & { readonly placesOf: Entries<readonly number[]> })
    | undefined;
  readonly fetchedAt: number;
};

export class StoredMetrics implements StoredResult {
  readonly bytes: number;
  readonly csv = whileInMemory(() => metricsCsv(this.result));
  readonly csvParts = once(() => csvParts(this.csv()));

  constructor(
    readonly id: string,
    readonly result: Result,
    /** When the result was complete, in milliseconds since 1970. */
    readonly fetchedAt: number,
  ) {
    const grids = gridsOf(result);
    const numbers = grids.reduce((sum, { values }) => sum + values.byteLength, 0);
    const rows = grids.flatMap(({ axes }) => axes).reduce((sum, axis) => sum + axis.rows.length, 0);
    this.bytes = numbers + rows * bytesOfRow;
  }

  wideCsv(): Work<Csv | undefined> {
    return wideCsv(this.result);
  }

  table(mostCells?: number): Work<Table> {
    return metricsTable(this.result, mostCells);
  }

  /** Only of rows by which posts can be grouped too. */
  about(): ReturnType<typeof aboutOf> | undefined {
    const types = dimensionsOf(this.result);
    const isAlike = types.every((type) => ["profile", "date.day", "date.month"].includes(type));
    return isAlike ? aboutOf("Metrics", this.result, this.result.names.profile) : undefined;
  }

  piece(piece: Piece, maxTokens: number): Work<Reply> {
    return metricsPiece(this, piece, maxTokens);
  }

  chart(asked: ChartRequest): Work<Chart> {
    return metricsChart(this.result, asked);
  }

  serialize(): Uint8Array {
    const { cells, days, sums, names, labels, ...rest } = this.result;
    const head = {
      ...rest,
      grid: withoutValues(cells),
      days: days === cells ? "cells" : days && withoutValues(days),
      sums: sums && withoutValues(sums),
      names: Object.entries(names).map(([type, map]) => [type, [...(map ?? [])]]),
      labels: labels && { ...labels, placesOf: [...labels.placesOf] },
      fetchedAt: this.fetchedAt,
    };
    return encodeGrid(head, ...gridsOf(this.result).map(({ values }) => values));
  }

  /** @param bytes as `serialize` wrote them. */
  static restore(id: string, bytes: Uint8Array): StoredMetrics {
    const { head, numbers } = decodeGrid(bytes);
    const values = new Float64Array(numbers);
    const { grid, days, sums, names, labels, fetchedAt, ...rest }: Head = JSON.parse(head);
    const maps = Object.fromEntries(names.map(([type, entries]) => [type, new Map(entries)]));
    let from = 0;
    const read = (one: Grid): Cells => {
      const end = from + cellCount(one.axes, one.metrics.length);
      const own = values.slice(from, end);
      from = end;
      return { ...one, values: own };
    };
    const cells = read(grid);
    const result = {
      ...rest,
      cells,
      days: days === "cells" ? cells : days && read(days),
      sums: sums && read(sums),
      names: maps,
      labels: labels && { ...labels, placesOf: new Map(labels.placesOf) },
    };
    return new StoredMetrics(id, result, fetchedAt);
  }
}

/** The approximate memory of a row and its name. */
const bytesOfRow = 100;

/** The grids of a result, each once. */
const gridsOf = ({ cells, days, sums }: Result): Cells[] => [
  ...new Set([cells, days, sums].filter((one) => one !== undefined)),
];

const withoutValues = ({ axes, metrics }: Cells): Grid => ({ axes, metrics });

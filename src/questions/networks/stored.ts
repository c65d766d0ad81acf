/** The results of several networks under one id: each is a part of it, named by its network. */
import { joinFetched, type Fetched } from "../../numbers/cells/fetched.ts";
import { deserialize, serialize } from "node:v8";
import { each, whileInMemory, type Work } from "../../base/async/work.ts";
import { inputError, type ToolError } from "../../base/errors/tool-error.ts";
import { tableCsv, type Csv } from "../../answers/replies/csv.ts";
import { partSeparator } from "../../answers/replies/links.ts";
import type { Piece, Reply, StoredResult } from "../../answers/replies/reply.ts";
import type { NetworkResult } from "./part.ts";
import { sharesOfNetworks } from "./shares.ts";
import { gapsOfNetworks } from "./gaps.ts";
import type { TableCell } from "../../answers/replies/table.ts";
import { StoredMetrics } from "../../answers/results/stored.ts";

interface SerializedPart extends Pick<NetworkResult, "network"> {
  readonly bytes: Uint8Array;
}

export class StoredNetworks implements StoredResult {
  readonly bytes: number;
  readonly csv = whileInMemory(() => this.#csv());

  constructor(
    readonly id: string,
    readonly parts: readonly NetworkResult[],
  ) {
    this.bytes = parts.reduce((sum, { stored }) => sum + stored.bytes, 0);
  }

  /** A row of a part has a row for each metric, with all columns. */
  get csvBound(): number {
    return 3 * this.parts.reduce((sum, { stored }) => sum + stored.csvBound, 0);
  }

  get fetched(): Fetched | undefined {
    return joinFetched(this.parts.map(({ stored }) => stored.fetched));
  }

  part(name: string): StoredResult | undefined {
    return this.parts.find(({ network }) => network === name)?.stored;
  }

  /** A row for each metric of each row of each network. */
  *#csv(): Work<Csv> {
    const lists = yield* each(this.parts, function* linesOf({ network, stored }) {
      return linesOfCsv(yield* stored.csv(), network);
    });
    const lines = lists.flat();
    const columns = [...new Set(lines.flatMap((line) => [...line.keys()]))];
    const ordered = columns.toSorted((left, right) => placeOf(left) - placeOf(right));
    const rows = lines.map((line) => ordered.map((column) => line.get(column) ?? null));
    return yield* tableCsv({ columns: ordered, rows });
  }

  piece(piece: Piece, maxTokens: number): Work<Reply> {
    if (piece.view === "gaps") return gapsOfNetworks(this, this.parts, piece, maxTokens);
    if (piece.view === "shares") return sharesOfNetworks(this, this.parts, piece, maxTokens);
    throw this.#severalError();
  }

  #severalError(): ToolError {
    return inputError(
      `result ${this.id} holds the results of several networks`,
      `Name one of them: ${this.parts.map(({ stored }) => stored.id).join(", ")}; view gaps and view shares are of all.`,
    );
  }

  chart(): never {
    throw this.#severalError();
  }

  serialize(): Uint8Array {
    const parts = this.parts.map(({ network, stored }) => ({ network, bytes: stored.serialize() }));
    return serialize(parts);
  }

  /** @param bytes as `serialize` wrote them. @throws Error for others. */
  static restore(id: string, bytes: Uint8Array): StoredNetworks {
    const parts: readonly SerializedPart[] = deserialize(bytes);
    const restored = parts.map(({ network, bytes: partBytes }) => ({
      network,
      stored: StoredMetrics.restore(`${id}${partSeparator}${network}`, partBytes),
    }));
    return new StoredNetworks(id, restored);
  }
}

/** Columns before the numbers, and the number without a suffix. */
const first = ["network", "date.", "profile_label", "metric", "now"];
const placeOf = (column: string): number => {
  const place = first.findIndex((name) => column.startsWith(name));
  return place === -1 ? first.length : place;
};

/** A line for each metric of each row. */
function linesOfCsv(csv: Csv, network: string): Map<string, TableCell>[] {
  const { columns, numbers = [], rowCount } = csv;
  const dimensions = columns.slice(0, columns.length - numbers.length);
  const metrics = new Set(numbers.map(({ metric }) => metric));
  return [...csv.cells(0, rowCount)].flatMap((row) =>
    Array.from(metrics, (name) => {
      const cells = numbers.flatMap(({ metric, number }, at) =>
        metric === name ? [[number, row[dimensions.length + at] ?? null] as const] : [],
      );
      const keys = dimensions.map((type, at) => [type, row[at] ?? null] as const);
      return new Map<string, TableCell>([
        ["network", network],
        ...keys,
        ["metric", name],
        ...cells,
      ]);
    }),
  );
}

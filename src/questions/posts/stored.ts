/** A posts result in the result store. */
import { deserialize, serialize } from "node:v8";
import type { Work } from "../../base/async/work.ts";
import type { Fetched } from "../../numbers/cells/fetched.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { tableCsv, type Csv } from "../../answers/replies/csv.ts";
import type { Reply, Piece, StoredResult } from "../../answers/replies/reply.ts";
import type { Chart, ChartRequest } from "../../answers/replies/chart.ts";
import { StoredMetrics } from "../../answers/results/stored.ts";
import { pieceChart, postsPiece, undrawnError } from "./piece.ts";
import { tableOf } from "./posts-text.ts";
import type { PostsResult } from "./rows.ts";

export class StoredPosts implements StoredResult {
  readonly bytes: number;

  constructor(
    readonly id: string,
    readonly result: PostsResult,
    /** Metrics that a piece shows beside the posts. */
    readonly beside?: StoredMetrics | undefined,
  ) {
    this.bytes = result.bytes;
  }

  /** Another node, or another call, may have added posts. */
  get mayGrow(): boolean {
    return this.result.part !== undefined;
  }

  get fetched(): Fetched | undefined {
    return this.beside?.fetched;
  }

  /** @throws ToolError `invalid_input` for what is no whole result of metrics. */
  withBeside(storedResult: StoredResult): StoredPosts {
    if (storedResult instanceof StoredMetrics)
      return new StoredPosts(this.id, this.result, storedResult);
    throw inputError(
      "beside takes a whole result of metrics",
      "Give the id of a reply of get_profile_metrics for one network (of all networks: the id with ~facebook), and that of the posts as result.",
    );
  }

  csv(): Work<Csv> {
    return tableCsv(tableOf(this.result));
  }

  piece(piece: Piece, maxTokens: number): Work<Reply> {
    return postsPiece(this, piece, maxTokens);
  }

  /** @throws ToolError `invalid_input`: only groups of posts are drawn. */
  chart(): never {
    throw undrawnError();
  }

  pieceChart(piece: Piece, request: ChartRequest): Work<Chart> {
    return pieceChart(this, piece, request);
  }

  serialize(): Uint8Array {
    return serialize(this.result);
  }

  /** @param bytes as `serialize` wrote them. @throws Error for others. */
  static restore(id: string, bytes: Uint8Array): StoredPosts {
    return new StoredPosts(id, deserialize(bytes));
  }
}

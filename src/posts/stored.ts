/** A posts result in the result store. */
import { deserialize, serialize } from "node:v8";
import type { Work } from "../async/work.ts";
import { tableCsv, type Csv } from "../replies/csv.ts";
import { aboutOf, type Reply, type Piece, type StoredResult } from "../replies/reply.ts";
import type { Chart, ChartRequest } from "../replies/chart.ts";
import { pieceChart, postsPiece, undrawnError } from "./piece.ts";
import { tableOf } from "./posts-text.ts";
import type { PostsResult } from "./rows.ts";

export class StoredPosts implements StoredResult {
  readonly bytes: number;

  constructor(
    readonly id: string,
    readonly result: PostsResult,
  ) {
    this.bytes = result.bytes;
  }

  /** Another node, or another call, may have added posts. */
  get mayGrow(): boolean {
    return this.result.part !== undefined;
  }

  csv(): Work<Csv> {
    return tableCsv(tableOf(this.result));
  }

  /** Only of all posts of these days. */
  about(): ReturnType<typeof aboutOf> | undefined {
    const { part, filter, profileNames } = this.result;
    const areAll = part === undefined && filter === undefined;
    return areAll ? aboutOf("Posts", this.result, profileNames) : undefined;
  }

  piece(piece: Piece, maxTokens: number): Work<Reply> {
    return postsPiece(this, piece, maxTokens);
  }

  /** @throws ToolError `invalid_input`: only groups of posts are drawn. */
  chart(): never {
    throw undrawnError();
  }

  pieceChart(piece: Piece, asked: ChartRequest): Work<Chart> {
    return pieceChart(this, piece, asked);
  }

  serialize(): Uint8Array {
    return serialize(this.result);
  }

  /** @param bytes as `serialize` wrote them. @throws Error for others. */
  static restore(id: string, bytes: Uint8Array): StoredPosts {
    return new StoredPosts(id, deserialize(bytes));
  }
}

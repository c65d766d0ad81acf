/** A posts result in the result store. */
import { done, once, type Work } from "../async/work.ts";
import { csvParts, tableCsv, type Csv } from "../replies/csv.ts";
import { aboutOf, type Reply, type Piece, type StoredResult } from "../replies/reply.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Table } from "../replies/table.ts";
import { postsPiece } from "./slice.ts";
import { tableOf } from "./posts-text.ts";
import type { PostsResult } from "./rows.ts";

export class StoredPosts implements StoredResult {
  readonly bytes: number;
  readonly csvParts = once(() => csvParts(this.csv()));

  constructor(
    readonly id: string,
    readonly result: PostsResult,
  ) {
    this.bytes = result.bytes;
  }

  csv(): Work<Csv> {
    return tableCsv(this.table());
  }

  table(): Work<Table> {
    return done(tableOf(this.result));
  }

  /** Only of all posts of these days. */
  about(): ReturnType<typeof aboutOf> | undefined {
    const { isPart, profileNames } = this.result;
    return isPart === true ? undefined : aboutOf("Posts", this.result, profileNames);
  }

  piece(piece: Piece, maxTokens: number): Work<Reply> {
    return postsPiece(this, piece, maxTokens);
  }

  /** @throws ToolError `invalid_input`: posts are no numbers over time. */
  chart(): never {
    throw inputError(
      "this is a result of posts, and charts show metrics",
      "Ask get_profile_metrics, and draw its result; read_result with group_by groups posts in a table.",
    );
  }

  serialize(): Uint8Array {
    const { profileNames, ...rest } = this.result;
    return Buffer.from(JSON.stringify({ ...rest, profileNames: [...profileNames] }));
  }

  /** @param bytes as `serialize` wrote them. */
  static restore(id: string, bytes: Uint8Array): StoredPosts {
    const { profileNames, rows, ...rest } = JSON.parse(Buffer.from(bytes).toString());
    // JSON writes a missing cell as null.
    const cells = rows.map((row: unknown[]) => row.map((cell) => cell ?? undefined));
    return new StoredPosts(id, { ...rest, rows: cells, profileNames: new Map(profileNames) });
  }
}

/** A posts result in the result store. */
import { done, once, type Work } from "../async/work.ts";
import { csvParts, type Csv, lineEnd, textCell } from "../replies/csv.ts";
import type { Reply, Piece, StoredResult } from "../replies/reply.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Table } from "../replies/table.ts";
import { postsPiece } from "./slice.ts";
import { tableOf } from "./posts-text.ts";
import type { PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";
import { profileColumn } from "./columns.ts";

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
    return done(postsCsv(this.result));
  }

  wideCsv(): Work<undefined> {
    return done(undefined);
  }

  table(): Work<Table> {
    return done(tableOf(this.result));
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

  cells(): undefined {
    return undefined;
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

/** Adds the column `profile_name` after the column of the profile's id. */
function postsCsv(result: PostsResult): Csv {
  const { columns, rows, profileNames } = result;
  const profile = profileColumn(result);
  const header = columns.flatMap(({ name }, column) =>
    column === profile ? [textCell(name), "profile_name"] : [textCell(name)],
  );
  const lineOf = (row: readonly PostCell[]): string => {
    const cells = row.flatMap((value, column) =>
      column === profile
        ? [cellText(value), textCell(profileNames.get(String(value)) ?? "")]
        : [cellText(value)],
    );
    return cells.join(",") + lineEnd;
  };
  return {
    header: header.join(",") + lineEnd,
    rowCount: rows.length,
    lines: (from, to) => rows.slice(from, to).map(lineOf),
    widths: () => (row) => {
      const line = lineOf(rows[row] ?? []);
      return { bytes: Buffer.byteLength(line), escaped: Buffer.byteLength(JSON.stringify(line)) };
    },
  };
}

/** A missing value is empty; a list is its minified JSON. */
function cellText(value: PostCell): string {
  if (value === undefined) return "";
  if (typeof value === "string") return textCell(value);
  return Array.isArray(value) ? textCell(JSON.stringify(value)) : String(value);
}

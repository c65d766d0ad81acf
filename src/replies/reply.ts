/** What a tool returns: text that stands alone, and the stored result behind it. */
import type { Cells } from "../cells/cells.ts";
import { internalError, ToolError } from "../errors/tool-error.ts";
import type { CsvPart } from "./csv.ts";
import type { Table } from "./table.ts";

export interface Reply {
  readonly text: string;
  /** The rows that the text shows, made only for clients of structured content. */
  readonly table: () => Table;
  /** The result behind the text. */
  readonly result?: StoredResult;
  /** Continues after the last row. */
  readonly cursor?: string | undefined;
}

/** A result as the result store holds it, whatever it is a result of. */
export interface StoredResult {
  readonly id: string;
  /** The approximate memory that it takes. */
  readonly bytes: number;
  /** RFC 4180 text in blocks, the header first: all rows, or those of one part. */
  csv(part?: CsvPart): AsyncIterable<string>;
  /** Parts of whole rows, each small enough for one message. A small result is one part. */
  csvParts(): readonly CsvPart[];
  /** All rows, for programs. */
  table(): Table;
  /** @throws ToolError `invalid_input` for what the result does not hold. */
  piece(piece: Piece, maxTokens: number): Reply;
  /** The grid of numbers; undefined for a result that is not one. */
  cells(): Cells | undefined;
  /** The result as bytes that another process can restore. */
  serialize(): Uint8Array;
}

/** The arguments of read_result: some rows and columns of a result, at a grain of time, ranked. */
export interface Piece {
  /** Ids or exact names. */
  readonly profiles?: readonly string[] | undefined;
  /** Metrics, or fields of posts. */
  readonly metrics?: readonly string[] | undefined;
  /** `YYYY-MM-DD`, both included. */
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
  readonly grain?: "day" | "week" | "month" | "total" | undefined;
  readonly sortBy?: string | undefined;
  readonly order?: "asc" | "desc" | undefined;
  readonly top?: number | undefined;
  readonly offset?: number | undefined;
}

/** The error itself if it is a tool error; anything else is a defect, whose internal words are not shown. */
export const asToolError = (error: unknown): ToolError =>
  error instanceof ToolError ? error : internalError("this server failed internally", error);

export const errorText = (error: unknown): string => asToolError(error).message;

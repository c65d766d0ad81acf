/** The return value of a tool: its content as data, and the stored result that it shows. */
import type { Work } from "../../base/async/work.ts";
import type { Fetched } from "../../numbers/cells/fetched.ts";
import { redact } from "../../base/secrets/redact.ts";
import { internalError, ToolError, inputError } from "../../base/errors/tool-error.ts";
import type { Chart, ChartRequest, StoredChart } from "./chart.ts";
import type { Csv } from "./csv.ts";
import type { Figures } from "./figures.ts";
import type { Content } from "./layout.ts";
import { applies, options, resultKinds, type ResultKindName } from "../../catalog/options.ts";
import { argumentName, type PieceArguments } from "./piece-id.ts";

export interface Reply {
  readonly content: Content;
  /** Makes the rows that the text shows, for programs. */
  readonly csv: () => Work<Csv>;
  /** The numbers that the text shows, by the names of references. */
  readonly figures?: () => Work<Figures>;
  /** The number of all rows, where an offset skips some. */
  readonly total?: number;
  /** The stored result that the text shows. */
  readonly result?: StoredResult;
  /** A cursor that continues after the last row. */
  readonly cursor?: string | undefined;
  /** The chart that the text describes. */
  readonly chart?: StoredChart | undefined;
}

/** A result of any kind in the result store. */
export interface StoredResult {
  readonly id: string;
  /** The approximate memory that it takes. */
  readonly bytes: number;
  csv(): Work<Csv>;
  /** The most bytes of the CSV, where they are known without making it. */
  readonly csvBound?: number;
  /** A row per day, and a column per row of the other dimension; at these dimensions only, and not of comparisons. */
  wideCsv?(): Work<Csv | undefined>;
  /** @throws ToolError `invalid_input` if the piece names something that the result does not contain. */
  piece(piece: Piece, maxTokens: number): Work<Reply>;
  /** @throws ToolError `invalid_input` if the result cannot be drawn so. */
  chart(request: ChartRequest): Work<Chart>;
  /** Draws a piece; without it, pieces are not drawn. @throws ToolError `invalid_input` if it cannot be drawn so. */
  pieceChart?(piece: Piece, request: ChartRequest): Work<Chart> | undefined;
  /** When the oldest and the newest of its numbers were fetched. */
  readonly fetched?: Fetched | undefined;
  /** True for a result that may have more rows elsewhere. */
  readonly mayGrow?: boolean;
  /** The results that this one consists of. It has no piece then. */
  readonly parts?: readonly { readonly stored: StoredResult }[];
  /** The result with another, whose numbers its pieces have `beside` its own. @throws ToolError `invalid_input` for another kind. */
  withBeside?(companion: StoredResult): StoredResult;
  /** A result that is made of this one, by the part of its id after the separator. */
  part?(name: string): StoredResult | undefined;
  /** The result as bytes that another process can restore. */
  serialize(): Uint8Array;
}

/** The arguments of read_result, which select, fold and rank rows and columns of a result. */
export type Piece = PieceArguments;

/** @throws ToolError `invalid_input` for an argument that does not apply to the kind of result. */
export function checkOptions(piece: Piece, kind: ResultKindName): void {
  const names = Object.entries({ ...piece, view: undefined, [`view ${piece.view}`]: true }).flatMap(
    ([name, value]) => (value === undefined || value === false ? [] : [argumentName(name)]),
  );
  const wrong = options.find((option) => names.includes(option) && !applies(option, kind));
  const { why, advice } = resultKinds[kind];
  if (wrong !== undefined) throw inputError(`${wrong} ${why}`, advice(wrong));
}

/** Returns a tool error unchanged. Any other error is a defect, whose internal text is not shown. */
export const asToolError = (error: unknown): ToolError =>
  error instanceof ToolError ? error : internalError("this server failed internally", error);

/** The code and the problem, without the advice. */
export function problemText(error: unknown): string {
  const { code, problem } = asToolError(error);
  return redact(`${code}: ${problem}`);
}

export const errorText = (error: unknown): string => redact(asToolError(error).message);

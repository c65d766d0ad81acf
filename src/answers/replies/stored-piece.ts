/**
 * Pieces of stored results, as results. The id of a piece holds the arguments that make it, so nothing more is stored.
 */
import { whileInMemory, type Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { ageNote } from "./age.ts";
import type { Chart, ChartRequest } from "./chart.ts";
import { partSeparator } from "./links.ts";
import { pieceName, pieceNamed } from "./piece-id.ts";
import type { Piece, Reply, StoredResult } from "./reply.ts";

/** A piece of a result as a result of its own, which is made anew whenever it is read. */
class StoredPiece implements StoredResult {
  readonly bytes = 0;
  readonly csv = whileInMemory(() => this.make());

  constructor(
    readonly id: string,
    readonly fullResult: StoredResult,
    private readonly pieceArguments: Piece,
    private readonly make: Reply["csv"] = function* csv() {
      return yield* (yield* fullResult.piece(pieceArguments, ourLimits.maxAnswerTokens)).csv();
    },
  ) {}

  /** The arguments of this piece, where others do not take their place. */
  with(piece: Piece): { readonly fullResult: StoredResult; readonly piece: Piece } {
    const overrides = Object.entries(piece).filter(([, value]) => value !== undefined);
    return {
      fullResult: this.fullResult,
      piece: { ...this.pieceArguments, ...Object.fromEntries(overrides) },
    };
  }

  piece(piece: Piece, maxTokens: number): Work<Reply> {
    return this.fullResult.piece(this.with(piece).piece, maxTokens);
  }

  /** @throws ToolError `invalid_input` for a piece of a result whose pieces are not drawn. */
  chart(request: ChartRequest): Work<Chart> {
    const chart = this.fullResult.pieceChart?.(this.pieceArguments, request);
    if (chart !== undefined) return chart;
    throw inputError(
      "a piece of this result is not drawn",
      `Call chart_result with the whole result, ${this.fullResult.id}, and the metrics and top that you need.`,
    );
  }

  serialize(): Uint8Array {
    return this.fullResult.serialize();
  }
}

interface PieceSettings {
  readonly maxTokens: number;
  readonly now: number;
  /** The result that the piece names with `beside`. */
  readonly beside?: StoredResult | undefined;
}

/** Of posts. The pieces of other results refuse the argument. */
export const withBeside = (stored: StoredResult, companion: StoredResult): StoredResult =>
  stored.withBeside?.(companion) ?? stored;

/**
 * Reads a piece of a result, or of a piece. Its first line says how old the numbers are.
 * @param options `now`: milliseconds since 1970.
 * @throws ToolError `invalid_input` if the result lacks what the piece names.
 */
export function* readPiece(
  stored: StoredResult,
  pieceArguments: Piece,
  { maxTokens, now, beside }: PieceSettings,
): Work<Reply> {
  const { fullResult: baseResult, piece } =
    stored instanceof StoredPiece
      ? stored.with(pieceArguments)
      : { fullResult: stored, piece: pieceArguments };
  const fullResult = beside === undefined ? baseResult : withBeside(baseResult, beside);
  const pieceReply = yield* fullResult.piece(piece, maxTokens);
  const cost = [ageNote(fullResult.fetched, now), ...(pieceReply.content.cost ?? [])];
  const reply = { ...pieceReply, content: { ...pieceReply.content, cost } };
  const name = pieceName(piece);
  if (name === undefined) {
    const note = "The arguments are too long for an address: this CSV is that of the whole result.";
    const links = [note, ...(reply.content.links ?? [])];
    return { ...reply, content: { ...reply.content, links }, result: fullResult };
  }
  if (name === "") return { ...reply, result: fullResult };
  const result = new StoredPiece(
    `${fullResult.id}${partSeparator}${name}`,
    fullResult,
    piece,
    reply.csv,
  );
  return { ...reply, content: { ...reply.content, links: [`result://${result.id}.csv`] }, result };
}

/** The piece of a result that a part of an id names; undefined for any other text. */
export function namedPiece(result: StoredResult, name: string): StoredPiece | undefined {
  const piece = pieceNamed(name);
  return piece && new StoredPiece(`${result.id}${partSeparator}${name}`, result, piece);
}

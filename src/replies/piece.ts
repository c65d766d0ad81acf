/** Reads pieces of stored results, with a cache: agents whose context was cut request the same piece again. */
import { ourLimits } from "../catalog/limits.ts";
import type { Reply, Piece } from "./reply.ts";
import type { ResultStore } from "./result-store.ts";

/** @throws ToolError `not_found` for an id that is not stored, `invalid_input` if the result lacks what the piece names. */
export async function readPiece(
  results: ResultStore,
  id: string,
  piece: Piece,
  maxTokens: number,
): Promise<Reply> {
  const stored = await results.get(id);
  const name = JSON.stringify([id, piece, maxTokens]);
  const text = results.pieces.get(name);
  if (text !== undefined) {
    return { text, result: stored, table: () => stored.piece(piece, maxTokens).table() };
  }
  const reply = stored.piece(piece, maxTokens);
  if (name.length < ourLimits.cachedPieceKeyLength) {
    results.pieces.set(name, reply.text, (name.length + reply.text.length) * 2);
  }
  return reply;
}

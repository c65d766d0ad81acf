/** Reads pieces of stored results, with a cache: agents whose context was cut request the same piece again. */
import { LRUCache } from "lru-cache";
import { ourLimits } from "../catalog/limits.ts";
import type { Reply, Piece, StoredResult } from "./reply.ts";

/** Texts by stored result. Results and their pieces do not change. */
const texts = new WeakMap<StoredResult, LRUCache<string, string>>();

/** @throws ToolError `invalid_input` if the piece names something that the result does not contain. */
export function readPiece(stored: StoredResult, piece: Piece, maxTokens: number): Reply {
  const cache = texts.get(stored) ?? new LRUCache<string, string>({ max: ourLimits.cachedPieces });
  texts.set(stored, cache);
  const name = JSON.stringify([piece, maxTokens]);
  const text = cache.get(name);
  if (text !== undefined) {
    return { text, result: stored, table: () => stored.piece(piece, maxTokens).table() };
  }
  const reply = stored.piece(piece, maxTokens);
  if (name.length < ourLimits.cachedPieceKeyLength) cache.set(name, reply.text);
  return reply;
}

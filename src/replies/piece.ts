/** A piece of a kept result as an answer, whatever the result holds. */
import { LRUCache } from "lru-cache";
import { ourLimits } from "../catalog/limits.ts";
import type { KeptResult } from "./result-store.ts";
import type { CoarseGrain } from "../meaning/coarsen.ts";
import type { Ranking, Slice } from "../metrics/reply/slice.ts";
import type { Answer } from "./reply.ts";
import { metricsPiece } from "../metrics/reply/piece.ts";
import { postsPiece } from "../posts/piece.ts";

export interface Piece {
  readonly slice: Slice;
  readonly ranking: Ranking;
  readonly grain: CoarseGrain | "day" | undefined;
}

/** What a result does not lose by being read: it does not change, so neither do its pieces. */
const shown = new WeakMap<KeptResult, LRUCache<string, Pick<Answer, "text" | "links">>>();

/**
 * The same piece asked again, as agents do whose context was cut, is not made again.
 * @throws ToolError `invalid_input` for what the result does not hold.
 */
export function readKept(kept: KeptResult, piece: Piece, maxTokens: number): Answer {
  const pieces = shown.get(kept) ?? new LRUCache({ max: ourLimits.keptPieces });
  shown.set(kept, pieces);
  const name = JSON.stringify([piece, maxTokens]);
  const known = pieces.get(name);
  if (known !== undefined) {
    return { ...known, result: kept, table: () => read(kept, piece, maxTokens).table() };
  }
  const answer = read(kept, piece, maxTokens);
  if (name.length < ourLimits.keptPieceName)
    pieces.set(name, { text: answer.text, links: answer.links ?? [] });
  return answer;
}

const read = (kept: KeptResult, piece: Piece, maxTokens: number): Answer =>
  kept.kind === "metrics"
    ? metricsPiece(kept, piece, maxTokens)
    : postsPiece(kept, piece, maxTokens);

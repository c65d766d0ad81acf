/** A piece of a kept result as an answer, whatever the result holds. */
import type { KeptResult } from "../../results/store.ts";
import type { CoarseGrain } from "../../table/coarsen.ts";
import type { Ranking, Slice } from "../../table/slice.ts";
import type { Answer } from "../answer.ts";
import { metricsPiece } from "./metrics-piece.ts";
import { postsPiece } from "./posts-piece.ts";

export interface Piece {
  readonly slice: Slice;
  readonly ranking: Ranking;
  readonly grain: CoarseGrain | "day" | undefined;
}

/** @throws ToolError `invalid_input` for what the result does not hold. */
export const readKept = (kept: KeptResult, piece: Piece, maxTokens: number): Answer =>
  kept.kind === "metrics"
    ? metricsPiece(kept, piece, maxTokens)
    : postsPiece(kept, piece, maxTokens);

/** Reads pieces of stored results, with a cache: agents whose context was cut request the same piece again. */
import { ourLimits } from "../catalog/limits.ts";
import { replyText } from "./layout.ts";
import type { Reply, Piece } from "./reply.ts";
import type { ReplyServices } from "./services.ts";

/** @throws ToolError `not_found` for an id that is not stored, `invalid_input` if the result lacks what the piece names. */
export async function readPiece(
  { results, slice }: Pick<ReplyServices, "results" | "slice">,
  id: string,
  piece: Piece,
  maxTokens: number,
): Promise<Reply> {
  const stored = await results.get(id);
  const name = JSON.stringify([id, piece, maxTokens]);
  const content = results.pieces.get(name);
  if (content !== undefined) {
    return {
      content,
      result: stored,
      *table() {
        return yield* (yield* stored.piece(piece, maxTokens)).table();
      },
    };
  }
  const reply = await slice.run(stored.piece(piece, maxTokens));
  if (name.length < ourLimits.cachedPieceKeyLength) {
    results.pieces.set(name, reply.content, (name.length + replyText(reply.content).length) * 2);
  }
  return reply;
}

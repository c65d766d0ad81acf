/** Reads pieces of stored results, with a cache: agents whose context was cut request the same piece again. */
import { ourLimits } from "../catalog/limits.ts";
import { partSeparator } from "./links.ts";
import { replyText } from "./layout.ts";
import { pieceName } from "./piece-id.ts";
import type { Piece, Reply } from "./reply.ts";
import type { ReplyServices } from "./services.ts";
import { rowsOf, StoredPiece } from "./stored-piece.ts";

/** @throws ToolError `not_found` for an id that is not stored, `invalid_input` if the result lacks what the piece names. */
export async function readPiece(
  { results, slice }: Pick<ReplyServices, "results" | "slice">,
  id: string,
  asked: Piece,
  maxTokens: number,
): Promise<Reply> {
  const stored = await results.get(id);
  const { whole, piece } =
    stored instanceof StoredPiece ? stored.with(asked) : { whole: stored, piece: asked };
  const name = JSON.stringify([whole.id, piece, maxTokens]);
  const cached = results.pieces.get(name);
  const reply =
    cached === undefined
      ? await slice.run(whole.piece(piece, maxTokens))
      : { content: cached, table: rowsOf(whole, piece) };
  if (cached === undefined && name.length < ourLimits.cachedPieceKeyLength) {
    const { content } = reply;
    results.pieces.set(name, content, (name.length + replyText(content).length) * 2);
  }
  const own = pieceName(piece);
  if (own === undefined) {
    const note = "The arguments are too long for an address: this CSV is that of the whole result.";
    const links = [note, ...(reply.content.links ?? [])];
    return { ...reply, content: { ...reply.content, links }, result: whole };
  }
  if (own === "") return { ...reply, result: whole };
  const result = new StoredPiece(`${whole.id}${partSeparator}${own}`, whole, piece, reply.table);
  return { ...reply, content: { ...reply.content, links: [`result://${result.id}.csv`] }, result };
}

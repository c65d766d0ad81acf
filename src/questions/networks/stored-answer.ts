/** The numbers and the words of a stored result, for reports. */
import { each, type Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import type { Figures } from "../../answers/replies/figures.ts";
import type { Content } from "../../answers/replies/layout.ts";
import type { Piece, Reply, StoredResult } from "../../answers/replies/reply.ts";
import { readPiece } from "../../answers/replies/stored-piece.ts";
import { networkFigures } from "./figures.ts";

export interface StoredAnswer {
  readonly content: Content;
  readonly figures: Figures;
  /** The piece; the whole where no argument chooses one. */
  readonly result: StoredResult;
}

/** @throws ToolError `invalid_input` for a reply without numbers by name. */
export function figuresIn({ figures }: Pick<Reply, "figures">): Work<Figures> {
  if (figures !== undefined) return figures();
  throw inputError(
    "this reply lists days or profiles, and has no numbers that references can name",
    "Leave out the views gaps and outliers, and group_by of profiles.",
  );
}

/** A piece of a result; of all networks, the numbers and cautions of each. @throws ToolError `invalid_input` */
export function* storedAnswer(storedResult: StoredResult, piece: Piece = {}): Work<StoredAnswer> {
  if (storedResult.parts === undefined) {
    const options = { maxTokens: ourLimits.maxAnswerTokens, now: Date.now() };
    const reply = yield* readPiece(storedResult, piece, options);
    const { content, result = storedResult } = reply;
    return { content, figures: yield* figuresIn(reply), result };
  }
  const parts = yield* each(storedResult.parts, ({ stored }) => storedAnswer(stored, piece));
  const cautions = parts.flatMap(({ content, figures: { network } }) =>
    [...(content.coverage ?? []), ...(content.cautions ?? [])].map(
      (note) => typeof note === "string" && note !== "" && `${network}: ${note}`,
    ),
  );
  const figures = networkFigures(parts.map((part) => part.figures));
  return { content: { subject: "", cautions }, figures, result: storedResult };
}

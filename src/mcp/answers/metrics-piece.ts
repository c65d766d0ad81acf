/** A piece of a kept result as an answer: sliced, ranked, at the grain that was asked. */
import { rowKey, type Axis } from "../../api/metrics-answer.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import { ToolError } from "../../catalog/errors.ts";
import type { Result } from "../../results/result.ts";
import { coarsen, heldApart } from "../../table/coarsen.ts";
import { rank, slice } from "../../table/slice.ts";
import type { Answer } from "../answer.ts";
import type { Piece } from "./piece.ts";
import { answerOf } from "./metrics-shown.ts";

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function metricsPiece(
  kept: Result,
  { slice: wanted, ranking, grain }: Piece,
  maxTokens: number,
): Answer {
  const { result: finest, note } = rank(slice(kept, wanted), ranking);
  const shown = grain === undefined || grain === "day" ? finest : coarsen(finest, grain);
  const holdsDays = finest.cells.axes.some(({ type }) => type === "date.day");
  if (shown === undefined || (grain === "day" && !holdsDays)) {
    throw new ToolError(
      "invalid_input",
      `the result does not hold days, so it cannot be shown by ${grain}`,
      "Ask get_profile_metrics with the dimension date.day.",
    );
  }
  const apart = shown === finest ? [] : heldApart(finest);
  const starred = shown !== finest && shown.cells.axes.some(hasStar);
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(starred ? [`A star marks a ${grain} that the range cuts.`] : []),
    ...(apart.length === 0
      ? []
      : [`Left missing by ${grain}, since days may not be put together: ${apart.join(", ")}.`]),
  ];
  const state = `A piece of result ${kept.id}; no request sent.`;
  return answerOf({ finest, shown, state, notes, kept }, maxTokens);
}

const hasStar = ({ type, rows }: Axis): boolean =>
  isDateDimension(type) && rows.some((row) => rowKey(row).endsWith("*"));

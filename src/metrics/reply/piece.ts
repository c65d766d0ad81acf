/** A piece of a stored metrics result as a reply: sliced, ranked, at a grain of time. */
import { isDateDimension } from "../../catalog/dimensions.ts";
import { rowKey, type Axis } from "../../cells/axis.ts";
import type { Result } from "../../cells/result.ts";
import { inputError } from "../../errors/tool-error.ts";
import { coarsen } from "../../meaning/coarsen.ts";
import { notCombinableOverDays } from "../../meaning/combine.ts";
import type { Reply, Piece, StoredResult } from "../../replies/reply.ts";
import type { Note } from "../../tables/notes.ts";
import { rank, ranksTime } from "./rank.ts";
import { resultReply } from "./result-reply.ts";
import { slice } from "./slice.ts";

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function metricsPiece(
  stored: StoredResult & { readonly result: Result },
  piece: Piece,
  maxTokens: number,
): Reply {
  const { result } = stored;
  const { grain } = piece;
  // Any metric of the result can rank it, also one that the piece does not show.
  const sliced = slice(result, { ...piece, metrics: undefined });
  const folded = atGrain(sliced, grain);
  const isFolded = folded !== sliced;
  // Rows of time are ranked at the grain that is shown; other rows are ranked with all their days.
  const first = isFolded && ranksTime(sliced) ? folded : sliced;
  const ranked = rank(first, piece, piece.metrics?.[0]);
  const finest = onlyMetrics(ranked.result, piece);
  const shown = first === folded ? finest : atGrain(finest, grain);
  const withheld = isFolded ? notCombinableOverDays(onlyMetrics(sliced, piece)) : [];
  const notes = [
    ranked.note,
    clippedNote(result, piece),
    ...result.remarks,
    isFolded && shown.cells.axes.some(hasStar) && `A star marks a ${grain} that the range cuts.`,
    withheld.length > 0 &&
      `Not shown by ${grain}, because their days cannot be combined: ${withheld.join(", ")}. Grain day shows them.`,
  ];
  const state = `A piece of result ${stored.id}; no request sent.`;
  return resultReply({ finest, shown, state, notes, stored }, maxTokens);
}

const onlyMetrics = (result: Result, { metrics }: Piece): Result => slice(result, { metrics });

/** The result at the grain; the same result where it is at that grain already. */
function atGrain(result: Result, grain: Piece["grain"]): Result {
  const type = result.cells.axes.find((axis) => isDateDimension(axis.type))?.type;
  const isAlready = grain === "total" ? type === undefined : type === `date.${grain}`;
  if (grain === undefined || isAlready) return result;
  const folded = grain === "day" ? undefined : coarsen(result, grain);
  if (folded !== undefined) return folded;
  throw inputError(
    `the result does not hold days, so it cannot be shown by ${grain}`,
    "Ask get_profile_metrics with the dimension date.day.",
  );
}

/** Says which days the result holds, where the piece goes beyond them. */
const clippedNote = ({ start, end }: Result, { dateStart, dateEnd }: Piece): Note =>
  ((dateStart ?? start) < start || (dateEnd ?? end) > end) &&
  `The result holds ${start} to ${end} only.`;

const hasStar = ({ type, rows }: Axis): boolean =>
  isDateDimension(type) && rows.some((row) => rowKey(row).endsWith("*"));

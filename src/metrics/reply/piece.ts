/** A piece of a kept result as an answer: sliced, ranked, at the grain that was asked. */
import { invalidInput } from "../../errors/tool-error.ts";
import { rowKey, type Axis } from "../../cells/axis.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import type { Result } from "../../cells/result.ts";
import { coarsen, heldApart } from "../../meaning/coarsen.ts";
import { rank, ranksTime, slice, type Ranked, type Slice } from "./slice.ts";
import type { Answer } from "../../replies/reply.ts";
import { answerOf } from "./shown.ts";
import type { Piece } from "../../replies/piece.ts";

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function metricsPiece(
  kept: Result,
  { slice: wanted, ranking, grain }: Piece,
  maxTokens: number,
): Answer {
  // Any metric that is held may rank, although it is not shown.
  const sliced = slice(kept, { ...wanted, metrics: undefined });
  const folded = atGrain(sliced, grain);
  const isFolded = folded !== sliced;
  // Where rows of time are ranked, they are ranked as they are shown: days of other rows belong to them.
  const first = isFolded && ranksTime(sliced) ? folded : sliced;
  const ranked = rank(first, ranking, wanted.metrics?.[0]);
  const finest = onlyMetrics(ranked.result, wanted);
  const shown = first === folded ? finest : atGrain(finest, grain);
  const apart = isFolded ? heldApart(onlyMetrics(sliced, wanted)) : [];
  const notes = [
    ...noteOf(ranked),
    ...clippedNotes(kept, wanted),
    ...(kept.remarks ?? []),
    ...(isFolded && shown.cells.axes.some(hasStar)
      ? [`A star marks a ${grain} that the range cuts.`]
      : []),
    ...(apart.length === 0
      ? []
      : [
          `Left missing by ${grain}, since their days may not be put together: ${apart.join(", ")}. The grain day shows them.`,
        ]),
  ];
  const state = `A piece of result ${kept.id}; no request sent.`;
  return answerOf({ finest, shown, state, notes, kept }, maxTokens);
}

const onlyMetrics = (result: Result, { metrics }: Slice): Result => slice(result, { metrics });
const noteOf = ({ note }: Ranked): string[] => (note === undefined ? [] : [note]);

/** The result by the grain; itself, where it is so already. */
function atGrain(result: Result, grain: Piece["grain"]): Result {
  const held = result.cells.axes.find(({ type }) => isDateDimension(type))?.type;
  const isSo = grain === "total" ? held === undefined : held === `date.${grain}`;
  if (grain === undefined || isSo) return result;
  const folded = grain === "day" ? undefined : coarsen(result, grain);
  if (folded !== undefined) return folded;
  throw invalidInput(
    `the result does not hold days, so it cannot be shown by ${grain}`,
    "Ask get_profile_metrics with the dimension date.day.",
  );
}

/** Days that were asked for beyond those that the result holds. */
function clippedNotes({ start, end }: Result, { dateStart, dateEnd }: Slice): string[] {
  const isBeyond = (dateStart ?? start) < start || (dateEnd ?? end) > end;
  return isBeyond ? [`The result holds ${start} to ${end} only.`] : [];
}

const hasStar = ({ type, rows }: Axis): boolean =>
  isDateDimension(type) && rows.some((row) => rowKey(row).endsWith("*"));

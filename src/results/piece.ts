/** A piece of a stored metrics result as a reply: sliced, ranked, at a grain of time, as a statistic. */
import { each, type Work } from "../async/work.ts";
import type { Result } from "../cells/result.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Reply, Piece, StoredResult } from "../replies/reply.ts";
import type { Note } from "../replies/layout.ts";
import { reportOf } from "./report.ts";
import { csvOf } from "../tables/rows.ts";
import { dimensionsAt } from "./dimensions-at.ts";
import { isListed, listedView } from "./listed-view.ts";
import { namedRatios } from "./ratios.ts";
import { checkForm, checkStatistic, foldOf, isSpecial } from "./form.ts";
import { readStatistics, statisticCoverageNotes, statisticNote } from "./form.ts";
import { slice } from "./slice.ts";
import { pieceCost, textReply } from "./text.ts";

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function* metricsPiece(
  stored: StoredResult & { readonly result: Result },
  asked: Piece,
  maxTokens: number,
): Work<Reply> {
  const { piece, add } = namedRatios(asked);
  const whole = yield* add(stored.result);
  const { view } = piece;
  const statistics = readStatistics(piece.statistic);
  if (piece.groupBy !== undefined)
    throw inputError(
      "group_by applies to posts, and this is a result of metrics",
      "Leave it out; ask get_profile_metrics for other dimensions.",
    );
  if (isListed(view))
    return yield* listedView(stored, slice(whole, piece), { ...piece, view }, maxTokens);
  const { of = "day" } = piece;
  const dimensions = dimensionsAt(whole, piece);
  checkForm(piece, dimensions);
  // Any metric of the result can rank it, also one that the piece does not show.
  const sliced = slice(whole, { ...piece, metrics: undefined });
  const result = slice(sliced, { metrics: piece.metrics });
  for (const statistic of statistics) checkStatistic(result, statistic);
  const { dateStart, dateEnd } = piece;
  const population = slice(whole, { dateStart, dateEnd });
  const coverageNotes =
    of === "day"
      ? yield* each(statistics, (statistic) =>
          statisticCoverageNotes(result, dimensions, statistic),
        )
      : [];
  const fold = foldOf(piece, population);
  const isSelected = piece.profiles !== undefined;
  const shown = {
    result,
    held: sliced,
    dimensions,
    fold,
    table: yield* fold(result, dimensions),
    // A piece of some profiles has the ranks of all; any metric can rank it.
    population: isSelected || piece.sortBy !== undefined ? population : undefined,
    sorting: { ...piece, isNamed: isSelected },
    isStatistic: isSpecial(piece, dimensions),
  };
  const report = yield* reportOf(shown);
  const frame = {
    cost: [pieceCost()],
    cautions: [
      clippedNote(whole, piece),
      ...whole.remarks,
      statisticNote(result, statistics, of),
      ...coverageNotes.flat(),
    ],
    stored,
    *csv() {
      return csvOf(result, shown.table, yield* report.rows());
    },
  };
  return yield* textReply(report, frame, maxTokens);
}

/** Says which days the result holds, where the piece goes beyond them. */
const clippedNote = ({ start, end }: Result, { dateStart, dateEnd }: Piece): Note =>
  ((dateStart ?? start) < start || (dateEnd ?? end) > end) &&
  `The result holds ${start} to ${end} only.`;

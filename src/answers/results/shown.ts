/** Makes the table of a question, or of a piece of a result, with the rules that choose and rank its lines. */
import type { Work } from "../../base/async/work.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { attempt, passed } from "../../base/errors/joined.ts";
import type { Piece } from "../replies/reply.ts";
import { foldEach } from "../../numbers/table/combine.ts";
import { lineDimensions, type Shown, type Sorting } from "../report/shown.ts";
import { timeDimension } from "../report/view.ts";
import { dimensionsAt } from "./dimensions-at.ts";
import { checkForm, checkStatistic, foldOf, isSpecial, readStatistics } from "./form.ts";
import { heldNames, slice } from "./slice.ts";

/**
 * @param fullResult the rows of the question, with the ratios that the piece names.
 * @param sorting that of the piece (default).
 * @param foldAs how numbers are folded, where that is not how a reply has them.
 * @throws ToolError `invalid_input` for what the result does not hold, and for arguments that cannot be combined.
 */
export function* shownOf(
  fullResult: Result,
  piece: Piece,
  sorting: Sorting = { ...piece, isNamed: piece.profiles !== undefined },
  foldAs: (fold: Shown["fold"]) => Shown["fold"] = (fold) => fold,
): Work<Shown> {
  const dimensions = dimensionsAt(fullResult, piece);
  checkForm(piece, dimensions);
  // Any metric of the result can rank it, also one that the piece does not show.
  const selection = passed(
    attempt(() => slice(fullResult, { ...piece, metrics: undefined })),
    attempt(() => piece.metrics && heldNames(fullResult, piece.metrics)),
  );
  const result = slice(selection, { metrics: piece.metrics });
  const means = piece.window === undefined ? [] : (["mean"] as const);
  for (const name of [...readStatistics(piece.statistic), ...means])
    checkStatistic(result, name, piece.of);
  const { dateStart, dateEnd } = piece;
  const population = slice(fullResult, { dateStart, dateEnd });
  const fold = foldAs(foldOf(piece, population));
  const table = yield* foldEach(result, dimensions, fold);
  const isTimed = timeDimension(table) !== undefined;
  const lines = isTimed ? yield* foldEach(result, lineDimensions({ dimensions }), fold) : table;
  const isSelected = piece.profiles !== undefined;
  return {
    result,
    source: selection,
    dimensions,
    fold,
    table,
    lines,
    // A piece of some profiles has the ranks of all; any metric can rank it.
    population: isSelected || piece.sortBy !== undefined ? population : undefined,
    sorting,
    isStatistic: isSpecial(piece, dimensions),
  };
}

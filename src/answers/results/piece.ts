/** A piece of a stored metrics result as a reply: sliced, ranked, at a grain of time, as a statistic. */
import type { Work } from "../../base/async/work.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { checkOptions, type Reply, type Piece, type StoredResult } from "../replies/reply.ts";
import type { Note } from "../replies/layout.ts";
import { reportOf } from "./report.ts";
import { closureNote } from "../report/answer.ts";
import { csvOf } from "../report/rows.ts";
import { isListed, listedView } from "./listed-view.ts";
import { namedRatios } from "./ratios.ts";
import {
  foldOf,
  readStatistics,
  statisticCoverageNotes,
  statisticNote,
  throughoutNotes,
  windowNote,
} from "./form.ts";
import { goalPiece, type Goals } from "./goal.ts";
import { labelGroups } from "./label-groups.ts";
import { shownOf } from "./shown.ts";
import { slice } from "./slice.ts";
import { pieceCost, textReply } from "./text.ts";

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function* metricsPiece(
  stored: StoredResult & Conditions & Goals & { readonly result: Result },
  pieceArguments: Piece,
  maxTokens: number,
): Work<Reply> {
  const { piece, add } = namedRatios(pieceArguments, stored.result.network);
  const fullResult = yield* add(stored.result);
  const { view } = piece;
  if (isListed(view))
    return yield* listedView(stored, slice(fullResult, piece), { ...piece, view }, maxTokens);
  if (piece.groupBy !== undefined) {
    const { profiles, metrics, dateStart, dateEnd } = piece;
    const result = slice(fullResult, { profiles, metrics, dateStart, dateEnd });
    const table = foldOf(piece, fullResult)(result, ["profile"]);
    const remarks = [...result.remarks, ...conditionNotes(stored, piece)];
    return yield* labelGroups(stored, { result: { ...result, remarks }, table }, piece, maxTokens);
  }
  if (piece.goal !== undefined)
    return yield* goalPiece(stored, fullResult, { ...piece, goal: piece.goal }, maxTokens);
  return yield* reportPiece(stored, fullResult, piece, maxTokens);
}

/** @param fullResult the rows of the question, with the ratios that the piece names. */
function* reportPiece(
  stored: StoredResult & Conditions,
  fullResult: Result,
  piece: Piece,
  maxTokens: number,
): Work<Reply> {
  checkOptions(piece, "metrics");
  const { view, of = "day" } = piece;
  const shown = yield* shownOf(fullResult, piece);
  const { result, dimensions } = shown;
  const statistics = readStatistics(piece.statistic);
  const coverageNotes =
    of === "day" ? statistics.map((name) => statisticCoverageNotes(result, dimensions, name)) : [];
  const report = yield* reportOf(shown);
  const frame = {
    cost: [pieceCost()],
    cautions: [
      clippedNote(fullResult, piece),
      ...conditionNotes(stored, piece),
      ...fullResult.remarks,
      statisticNote(result, statistics, of),
      windowNote(piece),
      ...(statistics.length > 0 || piece.window !== undefined
        ? throughoutNotes(result, dimensions)
        : []),
      ...coverageNotes.flat(),
      view === "shares" && closureNote(result, dimensions),
    ],
    stored,
    *csv() {
      return csvOf(result, shown.table, yield* report.rows());
    },
  };
  return yield* textReply(report, frame, maxTokens);
}

/** A stored result with the conditions of its question. */
export interface Conditions {
  readonly where: readonly string[];
}

/** Names the conditions of the question that do not hold for a piece of other days, grains or statistics. */
export function conditionNotes({ where: conditions }: Conditions, { where = [] }: Piece): string[] {
  const left = conditions.filter((text) => !where.includes(text)).join(" and ");
  return left === "" ? [] : [`Not applied: ${left} is about the rows of the question.`];
}

/** Says which days the result holds, where the piece goes beyond them. */
const clippedNote = ({ start, end }: Result, { dateStart, dateEnd }: Piece): Note =>
  ((dateStart ?? start) < start || (dateEnd ?? end) > end) &&
  `The result holds ${start} to ${end} only.`;

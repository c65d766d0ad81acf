/** A piece of stored posts as a reply or a chart, without a request. */
import type { Work } from "../../base/async/work.ts";
import { inputError, type ToolError } from "../../base/errors/tool-error.ts";
import type { Chart, ChartRequest } from "../../answers/replies/chart.ts";
import {
  checkOptions,
  type Piece,
  type Reply,
  type StoredResult,
} from "../../answers/replies/reply.ts";
import type { StoredMetrics } from "../../answers/results/stored.ts";
import { plural } from "../../base/text/words.ts";
import { joinMetrics, metricNumbers } from "./beside.ts";
import { postsChart } from "./chart.ts";
import { isOrdered } from "./group-names.ts";
import { groupedPosts, type GroupedBy } from "./grouped.ts";
import { postsSubject, shownPosts } from "./posts-text.ts";
import type { PostsResult } from "./rows.ts";
import { isTotalOf, selectPosts, withColumns, type SelectedPosts } from "./slice.ts";
import { splitBy } from "./split.ts";

interface StoredPiece extends StoredResult {
  readonly result: PostsResult;
  /** Metrics to show beside the posts. */
  readonly beside?: StoredMetrics | undefined;
}

/** @throws ToolError `invalid_input` */
export function* postsPiece(
  stored: StoredPiece,
  pieceArguments: Piece,
  maxTokens: number,
): Work<Reply> {
  const piece = withGroups(pieceArguments);
  const chosen = chosenPosts(stored, piece);
  const { ranked, offset, selected, metrics, sortBy, notes } = chosen;
  const count = ranked.rows.length;
  const cost = [
    `${count} of ${plural(stored.result.rows.length, "post")} of a stored result; no request sent.`,
  ];
  const coverage = [stored.result.part];
  const grouped = groupedBy(chosen, piece);
  if (grouped !== undefined) {
    const frame = { subject: postsSubject(ranked), coverage, cost, cautions: notes };
    return yield* groupedPosts(
      { ...grouped, best: { ...piece, sortBy }, stored, frame },
      maxTokens,
    );
  }
  // A list of a comparison is of the later range.
  const shown = (postsResult: PostsResult): PostsResult => {
    const posts = { ...postsResult, before: undefined };
    return metrics === undefined ? posts : withColumns(posts, metrics);
  };
  const [result, fullResult] = [shown(ranked), shown(selected)];
  return yield* shownPosts(
    { result, fullResult, stored, coverage, cost, notes, offset },
    maxTokens,
  );
}

/** Posts stand beside metrics in groups: by day (default). */
const withGroups = (piece: Piece): Piece =>
  piece.beside === undefined ? piece : { ...piece, groupBy: piece.groupBy ?? "day" };

interface ChosenPosts extends SelectedPosts {
  readonly beside?: GroupedBy["beside"];
}

/** The posts of a piece; of the profiles that the metrics beside them have. */
function chosenPosts({ result, beside: storedMetrics }: StoredPiece, piece: Piece): ChosenPosts {
  if (piece.beside === undefined || storedMetrics === undefined) return selectPosts(result, piece);
  checkOptions(piece, result.before === undefined ? "posts beside metrics" : "compared posts");
  const metricNames = storedMetrics.result.metrics.map(({ name }) => name);
  const isHeld = (name: string): boolean => metricNames.includes(name);
  const isField = (name: string): boolean => result.columns.some((column) => column.name === name);
  const ofPosts = piece.metrics?.filter((name) => isField(name) || !isHeld(name));
  const chosen = selectPosts(result, {
    ...piece,
    metrics: ofPosts?.length === 0 ? undefined : ofPosts,
  });
  const joined = joinMetrics(result, chosen.selected, storedMetrics);
  const named = piece.metrics?.filter(isHeld) ?? [];
  const names = named.length === 0 ? metricNames : named;
  return {
    ...chosen,
    ranked: joined.posts,
    selected: joined.posts,
    beside: (parts) => metricNumbers(joined, names, parts),
  };
}

/** The groups of a piece; undefined for a piece that lists posts. */
function groupedBy(
  { ranked, selected, metrics, beside }: ChosenPosts,
  piece: Piece,
): GroupedBy | undefined {
  const { groupBy, split, view, sortBy, order, top, best } = piece;
  const totalGrouping = isTotalOf(ranked, piece) ? "" : undefined;
  const by = split === undefined ? (groupBy ?? totalGrouping) : splitBy(ranked, groupBy);
  return by === undefined
    ? undefined
    : {
        result: ranked,
        fullResult: selected,
        groupBy: by,
        metrics,
        areShares: view === "shares",
        beside,
        // With `best` or `top`, the order chooses posts.
        sorting: (top ?? best) === undefined ? { sortBy, order } : {},
      };
}

/** Draws the groups of a piece. @throws ToolError `invalid_input` for a piece without groups. */
export function* pieceChart(
  stored: StoredPiece,
  pieceArguments: Piece,
  request: ChartRequest,
): Work<Chart> {
  const piece = withGroups({
    ...pieceArguments,
    metrics: request.metrics ?? pieceArguments.metrics,
  });
  const chosen = chosenPosts(stored, piece);
  const grouped = groupedBy(chosen, piece);
  if (grouped === undefined || grouped.groupBy === "") throw undrawnError();
  const sorting = isOrdered(grouped.groupBy) ? {} : grouped.sorting;
  return yield* postsChart({ ...grouped, sorting, said: chosen.said }, request);
}

export const undrawnError = (): ToolError =>
  inputError(
    "posts are not drawn one by one",
    "Call read_result with group_by, such as type or weekday, and chart_result with the id of that reply; or draw a result of get_profile_metrics.",
  );

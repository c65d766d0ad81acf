/** A piece of stored posts as a reply or a chart, without a request. */
import type { Work } from "../async/work.ts";
import { inputError, type ToolError } from "../errors/tool-error.ts";
import type { Chart, ChartRequest } from "../replies/chart.ts";
import type { Piece, Reply, StoredResult } from "../replies/reply.ts";
import { plural } from "../text/words.ts";
import { postsChart } from "./chart.ts";
import { groupedPosts } from "./grouped.ts";
import { postsSubject, shownPosts } from "./posts-text.ts";
import type { PostsResult } from "./rows.ts";
import { selectPosts, withColumns } from "./slice.ts";

type Stored = StoredResult & { readonly result: PostsResult };

/** @throws ToolError `invalid_input` */
export function* postsPiece(stored: Stored, piece: Piece, maxTokens: number): Work<Reply> {
  const { groupBy: by, view } = piece;
  const { ranked, offset, selected, metrics, sortBy, notes } = selectPosts(stored.result, piece);
  const count = ranked.rows.length;
  const cost = [
    `${count} of ${plural(stored.result.rows.length, "post")} of a stored result; no request sent.`,
  ];
  const coverage = [stored.result.part];
  if (by !== undefined) {
    const frame = { subject: postsSubject(ranked), coverage, cost, cautions: notes };
    const areShares = view === "shares";
    const isSelection = count < stored.result.rows.length;
    const grouped = {
      result: ranked,
      whole: selected,
      groupBy: by,
      metrics,
      areShares,
      best: { ...piece, sortBy },
      isSelection,
      stored,
      frame,
    };
    return yield* groupedPosts(grouped, maxTokens);
  }
  const shown = (posts: PostsResult): PostsResult =>
    metrics === undefined ? posts : withColumns(posts, metrics);
  const [result, whole] = [shown(ranked), shown(selected)];
  return yield* shownPosts({ result, whole, stored, coverage, cost, notes, offset }, maxTokens);
}

/** Draws the groups of a piece. @throws ToolError `invalid_input` for a piece without groups. */
export function* pieceChart(stored: Stored, piece: Piece, asked: ChartRequest): Work<Chart> {
  const metrics = asked.metrics ?? piece.metrics;
  const { ranked, metrics: named, said } = selectPosts(stored.result, { ...piece, metrics });
  if (piece.groupBy === undefined) throw undrawnError();
  const areShares = piece.view === "shares";
  const drawn = { result: ranked, by: piece.groupBy, areShares, said };
  return yield* postsChart(drawn, { ...asked, metrics: named });
}

export const undrawnError = (): ToolError =>
  inputError(
    "posts are not drawn one by one",
    "Call read_result with group_by, such as type or weekday, and chart_result with the id of that reply; or draw a result of get_profile_metrics.",
  );

/** A piece of kept posts as an answer. */
import { invalidInput } from "../errors/tool-error.ts";
import type { PostsResult } from "./rows.ts";
import { rankPosts, slicePosts } from "./slice.ts";
import { plural } from "../text/words.ts";
import type { Answer } from "../replies/reply.ts";
import type { Piece } from "../replies/piece.ts";
import { shownPosts } from "./shown.ts";

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function postsPiece(
  kept: PostsResult,
  { slice, ranking, grain }: Piece,
  maxTokens: number,
): Answer {
  if (grain !== undefined) {
    throw invalidInput(
      `a result of posts has a row per post, and no ${grain}`,
      "Leave grain out; get_profile_metrics gives days, weeks and months.",
    );
  }
  // Any field that is held may rank, although it is not shown.
  const { metrics, ...rows } = slice;
  const { result: ranked, note } = rankPosts(slicePosts(kept, rows), ranking);
  const result = slicePosts(ranked, { metrics });
  const all = kept.rows.length;
  const state = `${result.rows.length} of ${plural(all, "post")} of result ${kept.id}; no request sent.`;
  const { dateStart, dateEnd } = slice;
  const isCut = dateStart !== undefined || dateEnd !== undefined;
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...kept.remarks,
    ...(isCut
      ? [`Only posts created from ${dateStart ?? "the first"} to ${dateEnd ?? "the last"} in UTC.`]
      : []),
  ];
  const empty =
    result.rows.length === 0 ? ["No post of the result is so: ask for more of it."] : [];
  return shownPosts({ result, kept, state, notes: [...empty, ...notes] }, maxTokens);
}

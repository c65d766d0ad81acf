/** A piece of stored posts as a reply. */
import { invalidInput } from "../errors/tool-error.ts";
import type { Reply, Piece, StoredResult } from "../replies/reply.ts";
import { plural } from "../text/words.ts";
import { shownPosts } from "./shown.ts";
import type { PostsResult } from "./rows.ts";
import { rankPosts, slicePosts } from "./slice.ts";

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function postsPiece(
  stored: StoredResult & { readonly result: PostsResult },
  piece: Piece,
  maxTokens: number,
): Reply {
  const { grain, metrics, dateStart, dateEnd } = piece;
  if (grain !== undefined) {
    throw invalidInput(
      `a result of posts has a row per post, and no ${grain}`,
      "Leave grain out; get_profile_metrics gives days, weeks and months.",
    );
  }
  // Any field of the result can rank it, also one that the piece does not show.
  const whole = slicePosts(stored.result, { ...piece, metrics: undefined });
  const { result: ranked, note } = rankPosts(whole, piece);
  const result = slicePosts(ranked, { metrics });
  const all = stored.result.rows.length;
  const state = `${result.rows.length} of ${plural(all, "post")} of result ${stored.id}; no request sent.`;
  const isCut = dateStart !== undefined || dateEnd !== undefined;
  const notes = [
    ...(result.rows.length === 0 ? ["No post of the result matches: ask for more of it."] : []),
    ...(note === undefined ? [] : [note]),
    ...stored.result.remarks,
    ...(isCut
      ? [`Only posts created from ${dateStart ?? "the first"} to ${dateEnd ?? "the last"} in UTC.`]
      : []),
  ];
  return shownPosts({ result, stored, state, notes }, maxTokens);
}

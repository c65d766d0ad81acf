/** The reply to a posts question. */
import { completeness } from "../replies/completeness.ts";
import type { SkippedProfile } from "../connection/profiles.ts";
import { shownPosts } from "./shown.ts";
import type { StoredPosts } from "./stored.ts";
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import type { ResolvedDates } from "../time/resolve.ts";
import type { Walked } from "./walk.ts";
import type { PostsQuestion } from "./question.ts";
import { cell, plural } from "../text/words.ts";
import type { Reply } from "../replies/reply.ts";

export interface PostsReply {
  readonly stored: StoredPosts;
  readonly question: PostsQuestion;
  readonly walked: Walked;
  readonly dates: ResolvedDates;
  readonly skipped: readonly SkippedProfile[];
  /** The reply starts with the first post. */
  readonly isFirst: boolean;
  readonly cursor: string | undefined;
  readonly spent: string;
  readonly notes: readonly string[];
}

export function postsReply(parts: PostsReply, maxTokens: number): Reply {
  const { stored, question, walked, cursor, spent, notes } = parts;
  const { result } = stored;
  const passesNames =
    question.fields !== undefined && postEndpointOf(question.network).fields === undefined;
  const shown = {
    result,
    stored,
    state: `${orderOf(question)}. ${stateOf(parts)} ${spent}`,
    notes: [
      ...(result.rows.length === 0 ? [emptyNote(parts)] : []),
      ...notes,
      ...(walked.doubled === 0
        ? []
        : [`The API returned ${plural(walked.doubled, "post")} twice; each is listed once.`]),
      ...(passesNames
        ? ["Field names were passed on as given: the API's specification does not list them."]
        : []),
    ],
    ...(cursor === undefined
      ? {}
      : { goOn: `To continue, repeat the call with the same arguments and cursor ${cursor}` }),
  };
  return { ...shownPosts(shown, maxTokens), cursor };
}

function orderOf({ sort }: PostsQuestion): string {
  if (sort === undefined) return "in the API's order";
  const [up, down] = sort.field === "created_time" ? ["oldest", "newest"] : ["lowest", "highest"];
  return `by ${cell(sort.field)}, ${sort.order === "asc" ? up : down} first`;
}

/** A part is never shown as the whole. */
function stateOf({ walked, isFirst, cursor, dates, skipped }: PostsReply): string {
  const complete = completeness(dates, skipped);
  const count = plural(walked.posts.length, "post");
  const ofThese = "sums and averages are over the posts listed here.";
  if (cursor === undefined && isFirst)
    return complete === "Complete."
      ? `Complete: ${count}.`
      : `${count}, no more follow. ${complete}`;
  if (cursor === undefined) return `${count}, the last ones: ${ofThese}`;
  const more =
    walked.remaining === undefined ? "more may follow" : `${walked.remaining} more follow`;
  return `${count}, ${more}: ${ofThese}`;
}

/** The likely causes in order, and the next call to try. */
function emptyNote({ question: { filter }, isFirst }: PostsReply): string {
  if (!isFirst) return "No posts follow.";
  const causes = [
    ...(filter === undefined ? [] : [`no post passes the filter on ${filter.field}`]),
    "nothing was published in these days",
    "the profile was connected later",
  ];
  return `No posts. Likely causes, the likeliest first: ${causes.join("; ")}. Try ${filter === undefined ? "" : "without the filter, or "}with period last_90_days; list_profiles shows the profiles.`;
}

/** Statements on a list of posts: its order, the part of the posts that it has, and the cost of the others. */
import type { PostsRequest } from "../../suite/api/posts.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { postEndpointOf } from "../../catalog/post-endpoints.ts";
import { completeness, skippedNotes } from "../../answers/replies/completeness.ts";
import type { Note } from "../../answers/replies/layout.ts";
import { cell, plural } from "../../base/text/words.ts";
import { unfinishedNotes } from "../../base/time/resolve.ts";
import type { PostsCall } from "./call.ts";
import type { Pages } from "./pages.ts";
import type { PostsQuestion } from "./question.ts";

export function orderOf({ sort }: PostsQuestion): string {
  if (sort === undefined) return "in the API's order";
  const [up, down] = sort.field === "created_time" ? ["oldest", "newest"] : ["lowest", "highest"];
  return `by ${cell(sort.field)}, ${sort.order === "asc" ? up : down} first`;
}

/** Never presents a part as the whole. */
export function stateOf(call: PostsCall, pages: Pages): string[] {
  const { input, dates } = call;
  const { posts, profiles, skipped } = pages;
  const named = input.profiles && profiles.length + skipped.length;
  const listed = listedBefore(call);
  const total = listed + posts.length;
  const which = posts.length === 1 ? `post ${total}` : `posts ${listed + 1} to ${total}`;
  const shown = listed === 0 || posts.length === 0 ? [] : [`Shown: ${which}.`];
  const part = partText(call, pages);
  if (part !== undefined) return [part, ...shown];
  const count = plural(total, "post");
  const vanished = vanishedText(call, pages);
  const coverage =
    vanished === undefined ? undefined : { statements: [vanished], isComplete: false };
  const isComplete = skipped.length === 0 && vanished === undefined && dates.end < dates.today;
  return isComplete
    ? [`Complete: ${count}.`, ...shown]
    : [`${count}, no more follow.`, ...shown, ...completeness(dates, skipped, coverage, named)];
}

/** The number of posts that vanished in this call and in those before it. */
export const vanishedIn = ({ earlier }: PostsCall, { vanished }: Pages): number =>
  vanished + (earlier?.vanished ?? 0);

/** True if the result that a cursor continues was not stored any more, in this call or an earlier one. */
export const lacksFirst = ({ cursor, earlier }: PostsCall): boolean =>
  cursor !== undefined && (earlier === undefined || earlier.lacksFirst === true);

/** Says which part of the posts the result has; undefined where no posts follow it, and none before it are missing. */
export function partText(call: PostsCall, pages: Pages): string | undefined {
  const { posts, next, remaining } = pages;
  if (!lacksFirst(call)) return next && `Only ${partOf(call, pages)}.`;
  const count = plural(listedBefore(call) + posts.length, "post");
  const more = remaining === undefined ? "more may follow" : `${remaining} more follow`;
  const after = next === undefined ? "no more follow" : more;
  return `Only ${count}: those before them are not stored any more, and ${after}.`;
}

export function vanishedText(call: PostsCall, pages: Pages): string | undefined {
  const vanished = vanishedIn(call, pages);
  return vanished === 0 ? undefined : `${plural(vanished, "post")} vanished between pages.`;
}

const listedBefore = ({ cursor, earlier }: PostsCall): number =>
  earlier === undefined || cursor === undefined ? 0 : cursor.listed;

/** `the best 5000 of 8132 by interactions: averages are too high; the others take 7 requests`. */
function partOf(call: PostsCall, { posts, remaining, sent }: Pages): string {
  const { input, question, request } = call;
  const { sort } = question;
  const listed = listedBefore(call) + posts.length;
  const totalText = remaining === undefined ? "" : ` of ${listed + remaining}`;
  const which = `${partWord(sort)} ${listed}${totalText}`;
  const isRanked = sort !== undefined && sort.field !== "created_time";
  const by = isRanked ? ` by ${cell(sort.field)}` : "";
  const effect = isRanked
    ? `averages are too ${sort.order === "desc" ? "high" : "low"}`
    : "sums and averages are over these";
  const cost = remaining === undefined ? "" : `; ${costOf(request, listed, remaining)}`;
  const stop =
    posts.length < input.limit
      ? `; the call stopped after ${plural(sent, "request")}, and the same call again goes on from there`
      : "";
  return `${which}${by}: ${effect}${cost}${stop}`;
}

/** The requests of the other posts; of all posts, where a larger limit has larger pages. */
function costOf({ network, pageSize }: PostsRequest, listed: number, remaining: number): string {
  const { maxPageSize } = postEndpointOf(network);
  const takes = (count: number): string =>
    `take ${plural(Math.ceil(count / maxPageSize), "request")}`;
  const total = listed + remaining;
  return pageSize === maxPageSize || total > ourLimits.postsPerAnswer
    ? `the others ${takes(remaining)}`
    : `all ${takes(total)} with limit ${total}`;
}

function partWord(sort: PostsQuestion["sort"]): string {
  if (sort === undefined) return "the first";
  if (sort.field === "created_time") return sort.order === "desc" ? "the newest" : "the oldest";
  return sort.order === "desc" ? "the best" : "the lowest";
}

/** The likely causes in order, and the next call to try. */
export function emptyNote({ question: { filter }, cursor }: PostsCall): string {
  if (cursor !== undefined) return "No posts follow.";
  const filtered = filter === undefined ? "" : `no post passes the filter on ${filter.field}; `;
  return `No posts. Likely causes, the likeliest first: ${filtered}nothing was published in these days; the profile was connected later. Try ${filter === undefined ? "" : "without the filter, or "}with period last_90_days; list_profiles shows the profiles.`;
}

/** Notes on the profiles, the days and the pages of a call. */
export function notesOn(call: PostsCall, pages: Pages): Note[] {
  const { chosenBy, dates, profiles } = call;
  const { doubled, vanished, sent, skipped } = pages;
  return [
    chosenBy !== undefined && `${chosenBy}.`,
    ...skippedNotes(skipped),
    ...unfinishedNotes(dates, profiles),
    sent < pages.pages &&
      "Some pages come from the cache, at most 15 minutes old: newer posts are not in this reply.",
    doubled > 0 && `The API returned ${plural(doubled, "post")} twice; each is listed once.`,
    vanished > 0 &&
      `An earlier page counted ${plural(vanished, "post")} that later pages did not return: posts were deleted meanwhile, and others may be missing here. Ask again with fresh: true.`,
  ];
}

/** Answers a question about posts, for every network with a post endpoint: call, pages, rows, reply. */
import type { Work } from "../async/work.ts";
import type { PostsRequest } from "../api/posts.ts";
import { ourLimits } from "../catalog/limits.ts";
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import { profileNames } from "../connection/names.ts";
import { required } from "../errors/tool-error.ts";
import { completeness, skippedNotes } from "../replies/completeness.ts";
import type { Reply } from "../replies/reply.ts";
import { emptiedText, type ReplyServices } from "../replies/services.ts";
import type { JsonObject } from "../text/json.ts";
import { cell, plural } from "../text/words.ts";
import { unfinishedNotes } from "../time/resolve.ts";
import { openCall, type PostsCall, type PostsInput } from "./call.ts";
import { withLocalTimes } from "./columns.ts";
import { fingerprintOf, writeCursor } from "./cursor.ts";
import { joinPosts } from "./joined.ts";
import { fetchPages, type Pages } from "./pages.ts";
import { orderOf as comparisonOf } from "./parts.ts";
import { shownPosts, type ShownPosts } from "./posts-text.ts";
import type { PostsQuestion } from "./question.ts";
import { postsTable } from "./rows.ts";
import { StoredPosts } from "./stored.ts";

export { checkPosts } from "./call.ts";

export async function answerPosts(input: PostsInput, services: ReplyServices): Promise<Reply> {
  const call = await openCall(input, services);
  const pages = await fetchPages(call, services);
  const stored = await storePosts(call, pages, services);
  const spent = await call.api.spent();
  return services.slice.run(postsReply(call, pages, stored, spent, services));
}

/**
 * Stores the posts, after those before the cursor. Where another call has continued from there, the result is another.
 * @throws ToolError `limit_exceeded` if the posts do not fit in the memory for results.
 */
async function storePosts(
  call: PostsCall,
  pages: Pages,
  { results, slice }: Pick<ReplyServices, "results" | "slice">,
): Promise<StoredPosts> {
  const { question, request, connection, cursor, earlier } = call;
  const { network, showsIds, fields } = question;
  const { fields: specified } = postEndpointOf(network);
  const { posts, next } = pages;
  const isLost = cursor !== undefined && earlier === undefined;
  const part = isLost ? lostText(posts.length) : next && `${partOf(call, pages)}.`;
  const stated = part === undefined ? undefined : `Part of the posts: ${part}`;
  const result = {
    network,
    start: request.start,
    end: request.end,
    profileCount: pages.profiles.length,
    showsIds,
    profileNames: profileNames(pages.profiles),
    isPart: next !== undefined || isLost || question.filter !== undefined,
    question: fingerprintOf(request),
    part: stated,
    remarks: [...connection.remarks, ...remarksOn(call, pages), ...[call.cut ?? []].flat()],
    ...(await slice.run(postsTable(posts, fields, specified))),
  };
  const zones = new Map(
    pages.profiles.flatMap(({ id, timezone }) => (timezone === undefined ? [] : [[id, timezone]])),
  );
  const local = withLocalTimes(result, zones);
  if (cursor === undefined || earlier === undefined)
    return results.add((id) => new StoredPosts(id, local));
  const { listed } = cursor;
  const all = joinPosts(earlier, listed, local, specified);
  return earlier.rows.length === listed
    ? results.replace(new StoredPosts(cursor.result, all))
    : results.add((id) => new StoredPosts(id, all));
}

const lostText = (count: number): string =>
  `it has ${plural(count, "post")}, and those before them are not stored any more.`;

/** @param spent the cost of the call, and the requests that are left. */
function* postsReply(
  call: PostsCall,
  pages: Pages,
  stored: StoredPosts,
  spent: readonly string[],
  { results, settings, emptied }: ReplyServices,
): Work<Reply> {
  const { input, question, request, dates } = call;
  const { posts, next, sent, isMerged, doubled, vanished } = pages;
  const period = input.dates.period ?? call.cursor?.period;
  const listed = stored.result.rows.length;
  const { start, end } = dates;
  const cursor =
    next && writeCursor(request, next, { start, end, period, result: stored.id, listed });
  const passesNames =
    question.fields !== undefined && postEndpointOf(question.network).fields === undefined;
  const shown: ShownPosts = {
    result: stored.result,
    stored,
    top: input.top,
    from: listed - posts.length,
    order: orderOf(question),
    coverage: [emptiedText({ emptied }, call.profiles.length), call.cut, ...stateOf(call, pages)],
    cost: spent,
    notes: [
      posts.length === 0 && emptyNote(call),
      input.top !== undefined &&
        input.top < posts.length &&
        `The first ${input.top} of ${plural(posts.length, "post")} are shown; totals cover all ${listed}. read_result gives the others.`,
      ...remarksOn(call, pages),
      sent < pages.pages &&
        "Some pages come from the cache, at most 15 minutes old: newer posts are not in this reply.",
      doubled > 0 && `The API returned ${plural(doubled, "post")} twice; each is listed once.`,
      vanished > 0 &&
        `An earlier page counted ${plural(vanished, "post")} that later pages did not return: posts were deleted meanwhile, and others may be missing here. Ask again with fresh: true.`,
      isMerged &&
        question.sort === undefined &&
        isOutOfOrder(posts) &&
        "The posts are merged from parts of the profiles, each in the API's order, which is not that of time.",
      passesNames &&
        "Field names were passed on as given: the API's specification does not list them.",
      results.beside(stored),
    ],
    goOn:
      cursor !== undefined &&
      `To continue, repeat the call with the same arguments and cursor ${cursor}`,
  };
  return { ...(yield* shownPosts(shown, settings.maxAnswerTokens)), cursor };
}

function isOutOfOrder(posts: readonly JsonObject[]): boolean {
  const compare = comparisonOf(undefined);
  return posts.some((post, at) => at > 0 && compare(required(posts[at - 1], "a post"), post) > 0);
}

/** Notes that hold for every piece of the result. */
const remarksOn = ({ dates }: PostsCall, { skipped }: Pages): string[] => [
  ...skippedNotes(skipped),
  ...unfinishedNotes(dates),
];

function orderOf({ sort }: PostsQuestion): string {
  if (sort === undefined) return "in the API's order";
  const [up, down] = sort.field === "created_time" ? ["oldest", "newest"] : ["lowest", "highest"];
  return `by ${cell(sort.field)}, ${sort.order === "asc" ? up : down} first`;
}

/** Never presents a part as the whole. */
function stateOf(call: PostsCall, pages: Pages): string[] {
  const { input, cursor, earlier, dates } = call;
  const { posts, next, profiles, skipped, vanished } = pages;
  const named = input.profiles && profiles.length + skipped.length;
  if (cursor !== undefined && earlier === undefined) {
    const after = next === undefined ? "no more follow" : moreOf(pages);
    return [`Part of the result: ${lostText(posts.length).slice(0, -1)}; ${after}.`];
  }
  const listed = listedBefore(call);
  const all = listed + posts.length;
  const shown = listed === 0 || posts.length === 0 ? [] : [`Shown: posts ${listed + 1} to ${all}.`];
  if (next !== undefined) return [`Only ${partOf(call, pages)}.`, ...shown];
  const count = plural(all, "post");
  const coverage =
    vanished > 0
      ? { statements: [`${plural(vanished, "post")} vanished between pages.`], isComplete: false }
      : undefined;
  const isComplete = skipped.length === 0 && vanished === 0 && dates.end < dates.today;
  return isComplete
    ? [`Complete: ${count}.`, ...shown]
    : [`${count}, no more follow.`, ...shown, ...completeness(dates, skipped, coverage, named)];
}

const listedBefore = ({ cursor, earlier }: PostsCall): number =>
  earlier === undefined || cursor === undefined ? 0 : cursor.listed;

/** `the best 5000 of 8132 by interactions: averages are too high; the others take 7 requests`. */
function partOf(call: PostsCall, { posts, remaining, sent }: Pages): string {
  const { input, question, request } = call;
  const { sort } = question;
  const listed = listedBefore(call) + posts.length;
  const all = remaining === undefined ? "" : ` of ${listed + remaining}`;
  const which = `${partWord(sort)} ${listed}${all}`;
  const isRanked = sort !== undefined && sort.field !== "created_time";
  const by = isRanked ? ` by ${cell(sort.field)}` : "";
  const effect = isRanked
    ? `averages are too ${sort.order === "desc" ? "high" : "low"}`
    : "sums and averages are over these";
  const cost = remaining === undefined ? "" : `; ${costOf(request, listed, remaining)}`;
  const stop =
    posts.length < input.limit ? `; the call stopped after ${plural(sent, "request")}` : "";
  return `${which}${by}: ${effect}${cost}${stop}`;
}

/** Small pages take more requests than those of a call that asks for all posts. */
function costOf({ network, pageSize }: PostsRequest, listed: number, remaining: number): string {
  const { maxPageSize } = postEndpointOf(network);
  const takes = (count: number): string =>
    `take ${plural(Math.ceil(count / maxPageSize), "request")}`;
  const all = listed + remaining;
  return pageSize === maxPageSize || all > ourLimits.postsPerAnswer
    ? `the others ${takes(remaining)}`
    : `all ${takes(all)} with limit ${all}`;
}

function partWord(sort: PostsQuestion["sort"]): string {
  if (sort === undefined) return "the first";
  if (sort.field === "created_time") return sort.order === "desc" ? "the newest" : "the oldest";
  return sort.order === "desc" ? "the best" : "the lowest";
}

const moreOf = ({ remaining }: Pages): string =>
  remaining === undefined ? "more may follow" : `${remaining} more follow`;

/** The likely causes in order, and the next call to try. */
function emptyNote({ question: { filter }, cursor }: PostsCall): string {
  if (cursor !== undefined) return "No posts follow.";
  const filtered = filter === undefined ? "" : `no post passes the filter on ${filter.field}; `;
  return `No posts. Likely causes, the likeliest first: ${filtered}nothing was published in these days; the profile was connected later. Try ${filter === undefined ? "" : "without the filter, or "}with period last_90_days; list_profiles shows the profiles.`;
}

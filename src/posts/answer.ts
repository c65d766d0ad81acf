/** Answers a question about posts, for every network with a post endpoint: call, pages, rows, reply. */
import type { Work } from "../async/work.ts";
import type { PostsRequest } from "../api/posts.ts";
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import { profileNames } from "../connection/names.ts";
import { required } from "../errors/tool-error.ts";
import { completeness, skippedNotes } from "../replies/completeness.ts";
import type { Reply } from "../replies/reply.ts";
import { emptiedText, type ReplyServices } from "../replies/services.ts";
import type { JsonObject } from "../text/json.ts";
import { cell, plural } from "../text/words.ts";
import { unfinishedNotes, type ResolvedDates } from "../time/resolve.ts";
import { openCall, type PostsCall, type PostsInput } from "./call.ts";
import { withLocalTimes } from "./columns.ts";
import { writeCursor } from "./cursor.ts";
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

/** @throws ToolError `limit_exceeded` if the posts do not fit in the memory for results. */
async function storePosts(
  { question, request, dates, connection, cursor }: PostsCall,
  pages: Pages,
  { results, slice }: Pick<ReplyServices, "results" | "slice">,
): Promise<StoredPosts> {
  const { network, showsIds, fields } = question;
  const { posts, next } = pages;
  const part = `The result is a part of the posts: ${partOf(question, request, pages)}.`;
  const result = {
    network,
    start: request.start,
    end: request.end,
    profileCount: pages.profiles.length,
    showsIds,
    profileNames: profileNames(pages.profiles),
    isPart: next !== undefined || cursor !== undefined || question.filter !== undefined,
    remarks: [
      ...connection.remarks,
      ...remarksOn(dates, pages),
      ...(next === undefined ? [] : [part]),
    ],
    ...(await slice.run(postsTable(posts, fields, postEndpointOf(network).fields))),
  };
  const zones = new Map(
    pages.profiles.flatMap(({ id, timezone }) => (timezone === undefined ? [] : [[id, timezone]])),
  );
  const local = withLocalTimes(result, zones);
  return results.add((id) => new StoredPosts(id, local));
}

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
  const cursor = next === undefined ? undefined : writeCursor(request, next, period);
  const passesNames =
    question.fields !== undefined && postEndpointOf(question.network).fields === undefined;
  const shown: ShownPosts = {
    result: stored.result,
    stored,
    top: input.top,
    order: orderOf(question),
    coverage: [emptiedText({ emptied }, call.profiles.length), ...stateOf(call, pages)],
    cost: spent,
    notes: [
      posts.length === 0 && emptyNote(call),
      input.top !== undefined &&
        input.top < posts.length &&
        `The first ${input.top} of ${plural(posts.length, "post")} are shown; totals cover all ${posts.length}. read_result gives the others.`,
      ...remarksOn(dates, pages),
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
const remarksOn = (dates: ResolvedDates, { skipped }: Pages): string[] => [
  ...skippedNotes(skipped),
  ...unfinishedNotes(dates),
];

function orderOf({ sort }: PostsQuestion): string {
  if (sort === undefined) return "in the API's order";
  const [up, down] = sort.field === "created_time" ? ["oldest", "newest"] : ["lowest", "highest"];
  return `by ${cell(sort.field)}, ${sort.order === "asc" ? up : down} first`;
}

/** Never presents a part as the whole. */
function stateOf({ input, question, request, cursor, dates }: PostsCall, pages: Pages): string[] {
  const { posts, next, profiles, skipped, vanished } = pages;
  const named = input.profiles && profiles.length + skipped.length;
  const count = plural(posts.length, "post");
  const scope = "sums and averages are over the posts listed here.";
  if (cursor !== undefined)
    return [`${count}, ${next === undefined ? "the last ones" : moreOf(pages)}: ${scope}`];
  if (next !== undefined) return [`Only ${partOf(question, request, pages)}.`];
  const coverage =
    vanished > 0
      ? { statements: [`${plural(vanished, "post")} vanished between pages.`], isComplete: false }
      : undefined;
  const isComplete = skipped.length === 0 && vanished === 0 && dates.end < dates.today;
  return isComplete
    ? [`Complete: ${count}.`]
    : [`${count}, no more follow.`, ...completeness(dates, skipped, coverage, named)];
}

/** `the best 5000 of 8132 by interactions: averages are too high; the others take 7 requests`. */
function partOf(
  { sort }: PostsQuestion,
  { pageSize }: PostsRequest,
  { posts, remaining }: Pages,
): string {
  const all = remaining === undefined ? "" : ` of ${posts.length + remaining}`;
  const which = `${partWord(sort)} ${posts.length}${all}`;
  const isRanked = sort !== undefined && sort.field !== "created_time";
  const by = isRanked ? ` by ${cell(sort.field)}` : "";
  const effect = isRanked
    ? `averages are too ${sort.order === "desc" ? "high" : "low"}`
    : "sums and averages are over these";
  const requests = Math.ceil((remaining ?? 0) / pageSize);
  const cost = requests === 0 ? "" : `; the others take ${plural(requests, "request")}`;
  return `${which}${by}: ${effect}${cost}`;
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

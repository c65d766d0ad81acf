/** Answers a question about posts, for every network with a post endpoint: call, pages, rows, reply. */
import { forAgents } from "../replies/layout.ts";
import type { Work } from "../async/work.ts";
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import { noLabel } from "../cells/result.ts";
import { profileNames } from "../connection/names.ts";
import { required } from "../errors/tool-error.ts";
import { skippedNotes } from "../replies/completeness.ts";
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
import { postsTable, type PostsResult } from "./rows.ts";
import {
  emptyNote,
  lacksFirst,
  orderOf,
  partText,
  stateOf,
  vanishedIn,
  vanishedText,
} from "./state.ts";
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
  const { question, request, dates, connection, cursor, earlier } = call;
  const { network, showsIds, fields } = question;
  const { fields: specified } = postEndpointOf(network);
  const { posts } = pages;
  const result = {
    network,
    start: request.start,
    end: request.end,
    profileCount: pages.profiles.length,
    showsIds,
    profileNames: profileNames(pages.profiles),
    weekStart: dates.weekStart,
    question: fingerprintOf(request),
    part: partText(call, pages) ?? vanishedText(call, pages),
    filter: question.filter && `${question.filter.field} ${cell(question.filter.value)}`,
    lacksFirst: lacksFirst(call),
    vanished: vanishedIn(call, pages),
    labels: labelNamesOf(call),
    remarks: [
      ...connection.remarks,
      ...(call.chosenBy === undefined ? [] : [`${call.chosenBy}.`]),
      ...unfinishedNotes(dates, call.profiles),
      ...[call.cut ?? []].flat(),
    ],
    skipped: skippedNotes(pages.skipped),
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

/** The names of the labels of each profile, where they are known; none of one without a label. */
const labelNamesOf = ({ labels, profiles }: PostsCall): PostsResult["labels"] =>
  labels &&
  new Map(
    profiles.map((profile) => [
      profile.id,
      labels.of(profile).flatMap((id) => (id === noLabel ? [] : (labels.nameOf(id) ?? id))),
    ]),
  );

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
      forAgents(
        input.top !== undefined &&
          input.top < posts.length &&
          `The first ${input.top} of ${plural(posts.length, "post")} are shown; totals cover all ${listed}. read_result gives the others.`,
      ),
      call.chosenBy !== undefined && `${call.chosenBy}.`,
      ...skippedNotes(pages.skipped),
      ...unfinishedNotes(dates, call.profiles),
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

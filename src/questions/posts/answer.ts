/** Answers a question about posts, for every network with a post endpoint: call, pages, rows, reply. */
import { ourLimits } from "../../catalog/limits.ts";
import { comparePosts } from "./compared.ts";
import { listOf } from "./list.ts";
import { forAgents, type Note } from "../../answers/replies/layout.ts";
import { postEndpointOf } from "../../catalog/post-endpoints.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Reply } from "../../answers/replies/reply.ts";
import { emptiedText, type ReplyServices } from "../../answers/replies/services.ts";
import type { JsonObject } from "../../base/text/json.ts";
import { plural } from "../../base/text/words.ts";
import { openCall, type PostsCall, type PostsInput } from "./call.ts";
import { writeCursor } from "./cursor.ts";
import { joinPosts } from "./joined.ts";
import { fetchPages, type Pages } from "./pages.ts";
import { orderOf as comparisonOf } from "./parts.ts";
import { shownPosts, type ShownPosts } from "./posts-text.ts";
import { emptyNote, notesOn, orderOf, stateOf } from "./state.ts";
import { StoredPosts } from "./stored.ts";

export { checkPosts } from "./call.ts";

export async function answerPosts(postsInput: PostsInput, services: ReplyServices): Promise<Reply> {
  const { compareTo } = postsInput;
  const input =
    compareTo === undefined ? postsInput : { ...postsInput, limit: ourLimits.postsPerAnswer };
  const call = await openCall(input, services);
  if (compareTo !== undefined) return comparePosts(call, compareTo, services);
  const pages = await fetchPages(call, services);
  const stored = await storePosts(call, pages, services);
  const cost = await call.api.spent();
  const cursor = cursorAfter(call, pages, stored);
  const listed = stored.result.rows.length;
  const shown: ShownPosts = {
    result: stored.result,
    stored,
    top: input.top,
    from: listed - pages.posts.length,
    order: orderOf(call.question),
    coverage: [emptiedText(services, call.profiles.length), call.cut, ...stateOf(call, pages)],
    cost,
    notes: listNotes(call, pages, listed),
    goOn:
      cursor !== undefined &&
      `To continue, repeat the call with the same arguments and cursor ${cursor}`,
  };
  const reply = await services.slice.run(shownPosts(shown, services.settings.maxAnswerTokens));
  return { ...reply, cursor };
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
  const { cursor, earlier } = call;
  const list = await slice.run(listOf(call, pages));
  if (cursor === undefined || earlier === undefined)
    return results.add((id) => new StoredPosts(id, list));
  const { listed } = cursor;
  const { fields } = postEndpointOf(call.question.network);
  const result = await slice.run(joinPosts(earlier, listed, list, fields));
  return earlier.rows.length === listed
    ? results.replace(new StoredPosts(cursor.result, result))
    : results.add((id) => new StoredPosts(id, result));
}

/** The cursor to the posts that follow; undefined after the last post. */
function cursorAfter(
  { input, request, cursor, dates: { start, end } }: PostsCall,
  { next }: Pages,
  { id, result }: StoredPosts,
): string | undefined {
  const period = input.dates.period ?? cursor?.period;
  const listed = result.rows.length;
  return next && writeCursor(request, next, { start, end, period, result: id, listed });
}

function listNotes(call: PostsCall, pages: Pages, listed: number): Note[] {
  const { question, input } = call;
  const { posts, isMerged } = pages;
  const passesNames =
    question.fields !== undefined && postEndpointOf(question.network).fields === undefined;
  return [
    posts.length === 0 && emptyNote(call),
    forAgents(
      input.top !== undefined &&
        input.top < posts.length &&
        `The first ${input.top} of ${plural(posts.length, "post")} are shown; totals cover all ${listed}. read_result gives the others.`,
    ),
    ...notesOn(call, pages),
    isMerged &&
      question.sort === undefined &&
      isOutOfOrder(posts) &&
      "The posts are merged from parts of the profiles, each in the API's order, which is not that of time.",
    passesNames &&
      "Field names were passed on as given: the API's specification does not list them.",
  ];
}

function isOutOfOrder(posts: readonly JsonObject[]): boolean {
  const compare = comparisonOf(undefined);
  return posts.some((post, at) => at > 0 && compare(required(posts[at - 1], "a post"), post) > 0);
}

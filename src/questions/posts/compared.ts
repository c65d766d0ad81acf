/** A comparison of posts: all posts of both ranges, and the line of each of their numbers (`compare_to`). */
import type { Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { postEndpointOf } from "../../catalog/post-endpoints.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { forAgents } from "../../answers/replies/layout.ts";
import type { Note } from "../../answers/replies/layout.ts";
import type { Reply } from "../../answers/replies/reply.ts";
import { emptiedText, type ReplyServices } from "../../answers/replies/services.ts";
import { plural } from "../../base/text/words.ts";
import { comparedCalls, type PostsCall } from "./call.ts";
import { groupedPosts } from "./grouped.ts";
import { joinPosts } from "./joined.ts";
import { listOf } from "./list.ts";
import { fetchPages, type Pages } from "./pages.ts";
import { postsSubject } from "./posts-text.ts";
import type { PostsResult } from "./rows.ts";
import { ofProfiles } from "./slice.ts";
import { notesOn, stateOf, vanishedText } from "./state.ts";
import { StoredPosts } from "./stored.ts";

/** @throws ToolError where not all posts of both ranges can be read in this call. */
export async function comparePosts(
  postsCall: PostsCall,
  compareTo: string,
  services: ReplyServices,
): Promise<Reply> {
  const { results, slice, settings } = services;
  const [call, before] = comparedCalls(postsCall, compareTo);
  const [later, earlier] = await fetchBoth([call, before], services);
  const spent = await call.api.spent();
  const result = await slice.run(comparedResult([call, before], [later, earlier]));
  const pages = { ...later, profiles: earlier.profiles, skipped: earlier.skipped };
  const stored = results.add((id) => new StoredPosts(id, result));
  const frame = {
    subject: postsSubject(result),
    coverage: [
      emptiedText(services, call.profiles.length),
      call.cut,
      before.cut,
      leftOutText(call, postsCall),
      ...stateOf(call, pages),
      `Before: ${plural(earlier.posts.length, "post")}.`,
      vanishedText(before, earlier),
    ],
    cost: spent,
    cautions: [
      ...notesOn(call, pages),
      forAgents(
        "read_result gives groups of both ranges (group_by), and the posts of the later one; the CSV has all.",
      ),
    ],
  };
  const selection = {
    result,
    fullResult: result,
    groupBy: "",
    metrics: undefined,
    areShares: false,
  };
  return slice.run(groupedPosts({ ...selection, stored, frame }, settings.maxAnswerTokens));
}

/** Says which days of the later range are left out. @param call with the whole range. */
const leftOutText = ({ dates: { end, today } }: PostsCall, call: PostsCall): Note =>
  end < call.dates.end && `Without the days from ${today} on, which are not over.`;

/** Of the later and of the earlier range. */
type Both<Side> = readonly [later: Side, earlier: Side];

async function fetchBoth(
  [call, before]: Both<PostsCall>,
  services: ReplyServices,
): Promise<Both<Pages>> {
  const { settings } = services;
  const later = await fetchPages(call, services);
  checkWhole(later, later.sent);
  const maxRequests = settings.maxRequests - later.sent;
  const left = { ...services, settings: { ...settings, maxRequests } };
  const earlier = await fetchPages(withProfiles(before, later), left).catch((error: unknown) => {
    const isOver = error instanceof ToolError && error.code === "too_many_requests_needed";
    throw isOver && later.sent > 0 ? stoppedError(later.sent) : error;
  });
  checkWhole(earlier, later.sent + earlier.sent);
  return [later, earlier];
}

/** The call for the profiles whose posts the API has given. */
const withProfiles = (call: PostsCall, { profiles, skipped }: Pages): PostsCall => ({
  ...call,
  profiles,
  skipped,
  request: { ...call.request, profiles: profiles.map(({ id }) => id) },
});

/** Both lists, with the same columns. A profile that the API rejects for the earlier range alone is in neither. */
function* comparedResult(
  [call, before]: Both<PostsCall>,
  [later, earlier]: Both<Pages>,
): Work<PostsResult> {
  const ids = new Set(earlier.profiles.map(({ id }) => id));
  const now = ofProfiles(yield* listOf(call, { ...later, skipped: earlier.skipped }), ids);
  const past = yield* listOf(before, earlier);
  const count = past.rows.length;
  const { fields } = postEndpointOf(call.question.network);
  const joined = yield* joinPosts(past, count, now, fields);
  const remarks = [...new Set([...now.remarks, ...past.remarks])];
  return {
    ...joined,
    part: now.part ?? past.part,
    remarks,
    rows: joined.rows.slice(count),
    before: { start: past.start, end: past.end, rows: joined.rows.slice(0, count) },
  };
}

const stoppedError = (sent: number): ToolError =>
  new ToolError(
    "too_many_requests_needed",
    `a comparison is of all posts of both ranges, and this call stopped after ${plural(sent, "request")}`,
    "Repeat the call within 15 minutes: it goes on from there. Or choose fewer profiles or days, or raise --max-requests.",
  );

/** @throws ToolError for a list that lacks posts. */
function checkWhole({ next, posts }: Pages, sent: number): void {
  if (next === undefined) return;
  if (posts.length < ourLimits.postsPerAnswer) throw stoppedError(sent);
  throw new ToolError(
    "limit_exceeded",
    `a range has more than ${ourLimits.postsPerAnswer} posts`,
    "Choose fewer profiles or days to compare.",
  );
}

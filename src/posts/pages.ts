/** Fetches the pages of posts, with a cache. With `skipUnavailable`, skips the profiles that the API rejects. */
import { ApiError, isTooLarge } from "../api/envelope.ts";
import type { PostsPage, PostsRequest } from "../api/posts.ts";
import type { Profile } from "../api/records.ts";
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import { chunks } from "../cells/group-by.ts";
import { noProfileLeftError, rejectedProfiles, unskippedError } from "../connection/profiles.ts";
import type { Chosen } from "../connection/profiles.ts";
import { required, ToolError } from "../errors/tool-error.ts";
import type { ReplyServices } from "../replies/services.ts";
import { unfinishedError } from "../replies/unfinished.ts";
import { plural } from "../text/words.ts";
import type { PostsCall } from "./call.ts";
import type { CursorPlace } from "./cursor.ts";
import { marksOf } from "./joined.ts";
import { learnSize, orderOf, partsNeeded, withoutSortField, withSortField } from "./parts.ts";
import { walkPosts, type Walked } from "./walk.ts";

export interface Pages extends Walked, Chosen {
  /** The number of pages that were requested, not read from the cache. */
  readonly sent: number;
  /** The posts are merged from several parts of the profiles. */
  readonly isMerged: boolean;
}

type Services = Pick<ReplyServices, "settings" | "onProgress" | "signal">;

export async function fetchPages(call: PostsCall, services: Services): Promise<Pages> {
  const { request: postsRequest, cursor, earlier, input, connection, api } = call;
  const { skipUnavailable, fresh } = input;
  const { learned } = connection;
  const known = earlier === undefined ? [] : marksOf(earlier, cursor?.listed ?? 0);
  let { skipped } = call;
  const excluded = new Set<Profile>();
  let [sent, done, total] = [0, 0, 0];
  for (;;) {
    const from =
      cursor?.places ??
      Array.from({ length: partsNeeded(postsRequest, learned) }, (): CursorPlace => ({
        offset: 0,
      }));
    const profiles = call.profiles.filter((profile) => !excluded.has(profile));
    // Pages of the other parts stay cached where the API rejects profiles of one.
    const size = Math.ceil(call.profiles.length / from.length);
    const requests = chunks(call.profiles, size).map((part): PostsRequest => ({
      ...(from.length === 1 ? postsRequest : withSortField(postsRequest)),
      profiles: part.filter((profile) => !excluded.has(profile)).map(({ id }) => id),
    }));
    const places = from.map((place, part) =>
      requests[part]?.profiles[0] === undefined ? ended : place,
    );
    const first = requests.filter((_, part) => places[part]?.isEnded !== true);
    if (cursor === undefined) await checkParts(first, sent, call, services);
    let current = postsRequest;
    try {
      const walked = await walkPosts(input.limit, places, {
        page(part, after) {
          const request = required(requests[part], "a part");
          current = request;
          const send = (signal: AbortSignal): Promise<PostsPage> => {
            sent += 1;
            return api.api.posts(request, after, signal);
          };
          // The cache spares requests when a call continues within a page or after a failure.
          return connection.pages.get(nameOf(request, after), send, { ...services, fresh });
        },
        mayAsk: () => sent < services.settings.maxRequests,
        onPage(nowDone, nowTotal) {
          [done, total] = [nowDone, nowTotal];
          services.onProgress(done, total);
        },
        compare: orderOf(postsRequest.sort),
        known,
      });
      const isMerged = from.length > 1;
      const posts = isMerged ? withoutSortField(walked.posts, postsRequest) : walked.posts;
      return { ...walked, posts, profiles, skipped, sent, isMerged };
    } catch (error) {
      if (isTooLarge(error)) {
        await learnSize(error, current, learned);
        if (cursor === undefined) continue;
        throw new ToolError(
          error.code,
          error.problem,
          "Leave the cursor out to start again: the next call asks for fewer profiles at a time.",
        );
      }
      const rejected = rejectedProfiles(error, profiles);
      if (!skipUnavailable || rejected.profiles.length === 0) {
        const spent = await api.spent();
        const unskipped = unskippedError(explainedError(error, postsRequest), profiles);
        throw unfinishedError(unskipped, { done, total, isFresh: fresh, spent });
      }
      skipped = skipped.concat(rejected.skipped);
      for (const profile of rejected.profiles) excluded.add(profile);
      if (excluded.size === call.profiles.length)
        throw noProfileLeftError(postsRequest.network, profiles.length, skipped);
    }
  }
}

const ended: CursorPlace = { offset: 0, isEnded: true };

/**
 * Each part of the profiles takes a request at least, to find the first posts of all.
 * @throws ToolError `too_many_requests_needed` where these are more than the call may send.
 */
async function checkParts(
  requests: readonly PostsRequest[],
  sent: number,
  { connection, input }: PostsCall,
  { settings: { maxRequests } }: Services,
): Promise<void> {
  if (sent + requests.length <= maxRequests) return;
  const isCached = await Promise.all(
    requests.map((request) => connection.pages.has(nameOf(request, undefined))),
  );
  const needed = sent + isCached.filter((cached) => input.fresh || !cached).length;
  if (needed <= maxRequests) return;
  const size = Math.max(...requests.map(({ profiles }) => profiles.length));
  throw new ToolError(
    "too_many_requests_needed",
    `this question needs at least ${plural(needed, "request")} (the API takes posts of ${plural(size, "profile")} at a time), and a call may send ${maxRequests}`,
    `Choose fewer profiles or days, or raise --max-requests to ${needed}.`,
  );
}

/** The name of a page in the cache. */
const nameOf = (request: PostsRequest, after: string | undefined): string =>
  JSON.stringify([request, after]);

/** Adds a hint if the API may have rejected field names, which pass through unchecked without a list of fields. */
function explainedError(error: unknown, { network, fields, sort }: PostsRequest): unknown {
  const passesNames =
    postEndpointOf(network).fields === undefined && (fields !== undefined || sort !== undefined);
  if (!passesNames || !(error instanceof ApiError) || error.code !== "invalid_input") return error;
  return new ToolError(
    error.code,
    error.problem,
    "Leave fields and sort_by out to see the available fields, then choose from them.",
    { cause: error },
  );
}

/** Fetches the pages of posts, with a cache. With `skipUnavailable`, skips the profiles that the API rejects. */
import { ApiError, isTooLarge } from "../../suite/api/envelope.ts";
import type { PostsPage, PostsRequest } from "../../suite/api/posts.ts";
import { postEndpointOf } from "../../catalog/post-endpoints.ts";
import { chunks } from "../../numbers/cells/group-by.ts";
import {
  noProfileLeftError,
  rejectedProfiles,
  unskippedError,
} from "../../suite/connection/profiles.ts";
import type { Chosen } from "../../suite/connection/profiles.ts";
import { required, ToolError } from "../../base/errors/tool-error.ts";
import type { ReplyServices } from "../../answers/replies/services.ts";
import { unfinishedError } from "../../answers/replies/unfinished.ts";
import { plural } from "../../base/text/words.ts";
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

/** The state of a call, whose attempts follow one another until the API rejects none. */
interface Attempts {
  /** The profiles that are left, and those that the API has rejected. */
  chosen: Chosen;
  /** The marks of posts that earlier calls have returned. */
  readonly known: readonly (string | undefined)[];
  /** The last request. */
  request: PostsRequest;
  sent: number;
  done: number;
  total: number;
}

export async function fetchPages(call: PostsCall, services: Services): Promise<Pages> {
  const { request, cursor, earlier, profiles, skipped } = call;
  const known = earlier === undefined ? [] : marksOf(earlier, cursor?.listed ?? 0);
  const chosen = { profiles, skipped };
  const attempts: Attempts = { chosen, known, request, sent: 0, done: 0, total: 0 };
  for (;;) {
    const parts = partsOf(call, attempts.chosen);
    if (cursor === undefined) await checkParts(parts, attempts.sent, call, services);
    try {
      return await walkParts(call, parts, attempts, services);
    } catch (error) {
      await prepareNext(error, call, attempts);
    }
  }
}

/** The requests of the parts of the profiles, and the places from which these are read. */
interface Parts {
  readonly requests: readonly PostsRequest[];
  readonly places: readonly CursorPlace[];
}

function partsOf({ request, cursor, profiles, connection }: PostsCall, chosen: Chosen): Parts {
  const count = partsNeeded(request, connection.learned);
  const from = cursor?.places ?? Array.from({ length: count }, (): CursorPlace => ({ offset: 0 }));
  // Pages of the other parts stay cached where the API rejects profiles of one.
  const size = Math.ceil(profiles.length / from.length);
  const left = new Set(chosen.profiles);
  const requests = chunks(profiles, size).map((part): PostsRequest => ({
    ...(from.length === 1 ? request : withSortField(request)),
    profiles: part.filter((profile) => left.has(profile)).map(({ id }) => id),
  }));
  const places = from.map((place, part) =>
    requests[part]?.profiles[0] === undefined ? ended : place,
  );
  return { requests, places };
}

async function walkParts(
  { request: postsRequest, input, connection, api }: PostsCall,
  { requests, places }: Parts,
  attempts: Attempts,
  services: Services,
): Promise<Pages> {
  const { chosen, known } = attempts;
  const walked = await walkPosts(input.limit, places, {
    page(part, after) {
      const request = required(requests[part], "a part");
      attempts.request = request;
      const send = (signal: AbortSignal): Promise<PostsPage> => {
        attempts.sent += 1;
        return api.api.posts(request, after, signal);
      };
      // The cache spares requests when a call continues within a page or after a failure.
      const { fresh } = input;
      return connection.pages.get(nameOf(request, after), send, { ...services, fresh });
    },
    mayAsk: () => attempts.sent < services.settings.maxRequests,
    onPage(done, total) {
      attempts.done = done;
      attempts.total = total;
      services.onProgress(done, total);
    },
    compare: orderOf(postsRequest.sort),
    known,
  });
  const isMerged = places.length > 1;
  const posts = isMerged ? withoutSortField(walked.posts, postsRequest) : walked.posts;
  return { ...walked, ...chosen, posts, sent: attempts.sent, isMerged };
}

/** The next attempt asks for fewer profiles at a time, or skips rejected ones. @throws the error where it must do neither. */
async function prepareNext(error: unknown, call: PostsCall, attempts: Attempts): Promise<void> {
  const { request, cursor, input, connection, api } = call;
  const { profiles, skipped } = attempts.chosen;
  if (isTooLarge(error)) {
    await learnSize(error, attempts.request, connection.learned);
    if (cursor === undefined) return;
    throw new ToolError(
      error.code,
      error.problem,
      "Leave the cursor out to start again: the next call asks for fewer profiles at a time.",
    );
  }
  const rejected = rejectedProfiles(error, profiles);
  if (!input.skipUnavailable || rejected.profiles.length === 0) {
    const spent = await api.spent();
    const unskipped = unskippedError(explainedError(error, request), profiles);
    throw unfinishedError(unskipped, { ...attempts, isFresh: input.fresh, spent });
  }
  const left = profiles.filter((profile) => !rejected.profiles.includes(profile));
  attempts.chosen = { profiles: left, skipped: [...skipped, ...rejected.skipped] };
  if (left.length === 0)
    throw noProfileLeftError(request.network, profiles.length, attempts.chosen.skipped);
}

const ended: CursorPlace = { offset: 0, isEnded: true };

/**
 * Each part of the profiles takes a request at least, to find the first posts of all.
 * @throws ToolError `too_many_requests_needed` where these are more than the call may send.
 */
async function checkParts(
  parts: Parts,
  sent: number,
  { connection, input }: PostsCall,
  { settings: { maxRequests } }: Services,
): Promise<void> {
  const requests = parts.requests.filter(({ profiles }) => profiles.length > 0);
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

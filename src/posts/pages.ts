/** Fetches the pages of posts, with a cache. With `skipUnavailable`, skips the profiles that the API rejects. */
import { ApiError } from "../api/envelope.ts";
import type { PostsPage, PostsRequest } from "../api/posts.ts";
import type { Profile } from "../api/records.ts";
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import { noProfileLeftError, rejectedProfiles, unskippedError } from "../connection/profiles.ts";
import type { SkippedProfile } from "../connection/profiles.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { ReplyServices } from "../replies/services.ts";
import { unfinishedError } from "../replies/unfinished.ts";
import type { PostsCall } from "./call.ts";
import { walkPosts, type Walked } from "./walk.ts";

export interface Pages {
  readonly walked: Walked;
  readonly profiles: readonly Profile[];
  readonly skipped: readonly SkippedProfile[];
  /** The number of pages that were requested, not read from the cache. */
  readonly sent: number;
}

type Services = Pick<ReplyServices, "settings" | "onProgress" | "signal">;

export async function fetchPages(call: PostsCall, services: Services): Promise<Pages> {
  let { profiles, skipped } = call;
  let [sent, done, total] = [0, 0, 0];
  for (;;) {
    const request = { ...call.request, profiles: profiles.map(({ id }) => id) };
    try {
      const walked = await walkPosts(call.input.limit, call.cursor?.place ?? { given: 0 }, {
        page: (after) => pageOf(call, request, after, services, () => (sent += 1)),
        mayAsk: () => sent < services.settings.maxRequests,
        onPage(nowDone, nowTotal) {
          [done, total] = [nowDone, nowTotal];
          services.onProgress(done, total);
        },
      });
      return { walked, profiles, skipped, sent };
    } catch (error) {
      const rejected = rejectedProfiles(error, profiles);
      if (!call.input.skipUnavailable || rejected.profiles.length === 0) {
        const spent = await call.api.spent();
        const unskipped = unskippedError(error, profiles);
        throw unfinishedError(unskipped, { done, total, isFresh: call.input.fresh, spent });
      }
      const asked = profiles.length;
      skipped = skipped.concat(rejected.skipped);
      profiles = profiles.filter((profile) => !rejected.profiles.includes(profile));
      if (profiles.length === 0) throw noProfileLeftError(request.network, asked, skipped);
    }
  }
}

/** Returns one page. The cache spares requests when a call continues within a page or after a failure. */
async function pageOf(
  { connection, api, input: { fresh } }: PostsCall,
  request: PostsRequest,
  after: string | undefined,
  services: Services,
  onSent: () => void,
): Promise<PostsPage> {
  const send = (signal: AbortSignal): Promise<PostsPage> => {
    onSent();
    return api.api.posts(request, after, signal);
  };
  const page = connection.pages.get(JSON.stringify([request, after]), send, { ...services, fresh });
  return page.catch((error: unknown) => {
    throw explainedError(error, request);
  });
}

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

/** Walks the pages of posts, remembering them; where skipping is allowed, without the profiles that the API refuses. */
import { ApiError } from "../api/envelope.ts";
import type { PostsPage, PostsRequest } from "../api/posts.ts";
import type { Profile } from "../api/records.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Place } from "./cursor.ts";
import { walkPosts, type Walked } from "./walk.ts";
import { noneLeft, type LeftOut } from "../connection/profiles.ts";
import { refusedBy } from "../metrics/run/skipping.ts";
import { unfinished } from "../replies/unfinished.ts";
import type { CallApi, Connection } from "../connection/connection.ts";
import type { ToolServices } from "../mcp/tool.ts";

export interface Asking {
  readonly request: PostsRequest;
  readonly profiles: readonly Profile[];
  readonly leftOut: readonly LeftOut[];
  readonly place: Place;
  /** Posts in all. */
  readonly limit: number;
  readonly skipUnavailable: boolean;
  /** Pages that were sent for already. */
  readonly sent: number;
}

interface Means {
  readonly connection: Connection;
  readonly call: CallApi;
  readonly services: ToolServices;
}

interface Allowed {
  readonly walked: Walked;
  readonly leftOut: readonly LeftOut[];
  /** Pages that were not remembered. */
  readonly sent: number;
}

/** Where skipping is allowed, again without the profiles that the API refuses. */
export async function walkAllowed(asking: Asking, means: Means): Promise<Allowed> {
  const { request, profiles, leftOut, place, limit } = asking;
  const { settings, onProgress } = means.services;
  let { sent } = asking;
  let [done, total] = [0, 0];
  try {
    const walked = await walkPosts(limit, place, {
      page: (after) => pageOf(request, after, means, () => (sent += 1)),
      mayAsk: () => sent < settings.maxRequests,
      onPage(nowDone, nowTotal) {
        [done, total] = [nowDone, nowTotal];
        onProgress(done, total);
      },
    }).catch(async (error: unknown) => {
      throw unfinished(error, { done, total, isFresh: false, spent: await means.call.spent() });
    });
    return { walked, leftOut, sent };
  } catch (error) {
    const refused = refusedBy(error, profiles);
    if (!asking.skipUnavailable || refused.profiles.length === 0) throw error;
    const left = [...leftOut, ...refused.leftOut];
    const rest = profiles.filter((profile) => !refused.profiles.includes(profile));
    if (rest.length === 0) throw noneLeft(request.network, profiles.length, left);
    const without = { ...request, profiles: rest.map(({ id }) => id) };
    const again = { ...asking, request: without, profiles: rest, leftOut: left, sent };
    return walkAllowed(again, means);
  }
}

/** Remembered, so that going on within a page, or after a failure, asks only what is missing. */
function pageOf(
  request: PostsRequest,
  after: string | undefined,
  { connection, call, services }: Means,
  onSent: () => void,
): Promise<PostsPage> {
  const ask = (signal: AbortSignal): Promise<PostsPage> => {
    onSent();
    return call.api.posts(request, after, signal);
  };
  return connection.pages
    .get(JSON.stringify([request, after]), ask, services)
    .catch((error: unknown) => explain(error, request));
}

/** Names that were passed on may be what the API refuses. */
function explain(error: unknown, { version, fields, sort }: PostsRequest): never {
  const isNames = version === 3 && (fields !== undefined || sort !== undefined);
  if (!isNames || !(error instanceof ApiError) || error.code !== "invalid_input") throw error;
  throw new ToolError(
    error.code,
    error.problem,
    "Leave fields and sort_by out to see which fields there are, then choose among them.",
    { cause: error },
  );
}

/** The post endpoints' request bodies and pages (spec, Version 3: posts; POST /2/facebook/page/posts). */
import { upstreamFailed } from "../errors/tool-error.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { postEndpointOf, type PostNetwork } from "../catalog/post-endpoints.ts";

/** What one page is asked by, but for its place. Dates are `YYYY-MM-DD`, both included, in each profile's timezone. */
export interface PostsRequest {
  readonly network: PostNetwork;
  readonly profiles: readonly string[];
  readonly start: string;
  readonly end: string;
  /** Left out: the API's own choice. */
  readonly fields?: readonly string[];
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" };
  readonly filter?: { readonly field: string; readonly value: string };
  /** Posts on a page. */
  readonly pageSize: number;
}

export interface PostsPage {
  readonly posts: readonly JsonObject[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string;
  /** How many posts follow this page; absent where the API does not say. */
  readonly remaining?: number;
}

/** Version 3 goes on with the cursor alone; version 2 repeats everything (spec, Pagination). */
export function postsBody(request: PostsRequest, after?: string): JsonObject {
  const { sort, fields, filter } = request;
  const { continuesByCursorAlone, sortIsList } = postEndpointOf(request.network);
  if (continuesByCursorAlone && after !== undefined) return { after };
  return {
    profiles: request.profiles,
    date_start: request.start,
    date_end: request.end,
    ...(fields === undefined ? {} : { fields }),
    ...(sort === undefined ? {} : { sort: sortIsList ? [sort] : sort }),
    ...(filter === undefined ? {} : { filter }),
    limit: request.pageSize,
    ...(after === undefined ? {} : { after }),
  };
}

/** Encoded; a cursor that is longer would drown the reader who has to hand it back. */
const maxCursor = 4000;

/**
 * `posts`, `next` and `remaining`, each under `data` or at the top.
 * @throws ToolError `upstream_failed` for an answer that is no page.
 */
export function readPostsPage(record: JsonObject): PostsPage {
  const { data } = record;
  const within = isObject(data) ? data : {};
  const find = (key: string): unknown => within[key] ?? record[key];
  const posts = Array.isArray(data) ? data : find("posts");
  if (!Array.isArray(posts)) throw upstreamFailed("the API's answer has no list named posts");
  if (!posts.every(isObject)) throw upstreamFailed("the API's list of posts holds something else");
  const next = find("next");
  const remaining = countOf(find("remaining"));
  return {
    posts,
    ...(isCursor(next) ? { next: String(next) } : {}),
    ...(remaining === undefined ? {} : { remaining }),
  };
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof count === "number" && count >= 0 ? count : undefined;
}

function isCursor(next: unknown): next is string | number {
  if (typeof next !== "string") return typeof next === "number";
  if (/\p{Cs}/u.test(next))
    throw upstreamFailed("the API's cursor is no text that could be sent back");
  if (encodeURIComponent(next).length > maxCursor)
    throw upstreamFailed(`the API's cursor is longer than ${maxCursor} characters`);
  return next !== "";
}

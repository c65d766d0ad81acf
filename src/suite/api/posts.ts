/** Request bodies and pages of the post endpoints (spec, Version 3: posts; POST /2/facebook/page/posts). */
import type { MetricsRequest } from "./metrics-answer.ts";
import { upstreamError } from "../../base/errors/tool-error.ts";
import { isObject, type JsonObject } from "../../base/text/json.ts";
import { redact } from "../../base/secrets/redact.ts";
import { inertText } from "../../base/text/sanitize.ts";
import { postEndpointOf, type PostNetwork } from "../../catalog/post-endpoints.ts";

/** A request for posts, without the cursor. Dates are `YYYY-MM-DD`, both included, in the time zone of each profile. */
export interface PostsRequest extends Pick<MetricsRequest, "profiles" | "start" | "end"> {
  readonly network: PostNetwork;
  /** Undefined requests the API's default fields. */
  readonly fields?: readonly string[] | undefined;
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" } | undefined;
  readonly filter?: { readonly field: string; readonly value: string } | undefined;
  readonly pageSize: number;
}

export interface PostsPage {
  readonly posts: readonly JsonObject[];
  /** The cursor of the next page; undefined on the last page. */
  readonly next?: string | undefined;
  /** Number of posts after this page; undefined if the API does not state it. */
  readonly remaining?: number | undefined;
}

/** Returns the request body, with the cursor of a further page (spec, Pagination). JSON omits what is undefined. */
export function postsBody(request: PostsRequest, after?: string): JsonObject {
  const { sort, fields, filter } = request;
  const { continuesByCursorAlone, sortIsList } = postEndpointOf(request.network);
  if (continuesByCursorAlone && after !== undefined) return { after };
  return {
    profiles: request.profiles,
    date_start: request.start,
    date_end: request.end,
    fields,
    sort: sort && sortIsList ? [sort] : sort,
    filter,
    limit: request.pageSize,
    after,
  };
}

/** Maximum length, in URL-encoded characters, because a model has to read and return the cursor. */
const maxCursor = 4000;

/**
 * Reads a page: `posts`, `next` and `remaining`, each in `data` or at the top level.
 * @throws ToolError `upstream_failed` for an answer that is not a page.
 */
export function readPostsPage(record: JsonObject): PostsPage {
  const { data } = record;
  const within = isObject(data) ? data : {};
  const find = (key: string): unknown => within[key] ?? record[key];
  const posts = Array.isArray(data) ? data : find("posts");
  if (!Array.isArray(posts)) throw upstreamError("the API's answer has no list named posts");
  if (!posts.every(isObject))
    throw upstreamError("the API's list of posts contains an entry that is not an object");
  const next = find("next");
  return {
    posts,
    next: isCursor(next) ? String(next) : undefined,
    remaining: countOf(find("remaining")),
  };
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof count === "number" && count >= 0 ? count : undefined;
}

function isCursor(next: unknown): next is string | number {
  if (typeof next !== "string") return typeof next === "number";
  if (/\p{Cs}/u.test(next)) throw upstreamError("the API's cursor is not a valid text");
  // A reply contains the cursor as it is, because the API must get it back unchanged.
  const visible = inertText(next, maxCursor);
  if (redact(visible) !== visible) throw upstreamError("the API's cursor contains a credential");
  if (encodeURIComponent(next).length > maxCursor)
    throw upstreamError(`the API's cursor is longer than ${maxCursor} characters`);
  return next !== "";
}

/** Questions about posts of more profiles than the API takes at once: parts of the profiles, merged in order. */
import type { PostsRequest } from "../../suite/api/posts.ts";
import type { Learned } from "../../suite/connection/learned.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { timeOf } from "./columns.ts";
import type { WalkServices } from "./walk.ts";
import { isObject, type JsonObject } from "../../base/text/json.ts";

/** As many parts as the size needs that the API has shown, of about equal numbers of profiles. */
export const partsNeeded = ({ network, profiles }: PostsRequest, learned: Learned): number =>
  Math.max(1, Math.ceil(profiles.length / learned.postProfiles(network)));

/** Learns from the rejection of a request as too large. @throws ToolError for a request with a single profile. */
export async function learnSize(
  { code, problem }: ToolError,
  { network, profiles }: PostsRequest,
  learned: Learned,
): Promise<void> {
  if (profiles.length === 1) throw new ToolError(code, problem, "Ask for fewer days or fields.");
  learned.learnPostProfiles(network, Math.floor(profiles.length / 2));
  await learned.store();
}

/** Posts are merged by the field that they are sorted by. */
export const withSortField = (request: PostsRequest): PostsRequest =>
  request.fields === undefined || request.sort === undefined
    ? request
    : { ...request, fields: [...new Set([...request.fields, nameOf(request.sort)])] };

/** The posts as they were asked for. */
export function withoutSortField(
  posts: readonly JsonObject[],
  request: PostsRequest,
): JsonObject[] {
  const { fields, sort } = request;
  const added = sort && fields && !fields.includes(nameOf(sort)) ? nameOf(sort) : undefined;
  return posts.map((post) =>
    Object.fromEntries(Object.entries(post).filter(([name]) => name !== added)),
  );
}

const nameOf = ({ field }: NonNullable<PostsRequest["sort"]>): string => field.split(".", 1).join();

/** The order of the API: as requested, or newest first (default). */
export function orderOf(sort: PostsRequest["sort"]): WalkServices["compare"] {
  const { field, order } = sort ?? { field: "created_time", order: "desc" };
  const sign = order === "asc" ? 1 : -1;
  // Two posts without a value are equal.
  return (left, right) =>
    sign * (rankOf(valueIn(left, field)) - rankOf(valueIn(right, field)) || 0);
}

/** The value of `created_time`, or of `stats.likes` within `stats`. */
function valueIn(post: JsonObject, field: string): unknown {
  if (post[field] !== undefined) return post[field];
  const [name = "", ...path] = field.split(".");
  const inner = post[name];
  return path.length > 0 && isObject(inner) ? valueIn(inner, path.join(".")) : undefined;
}

/** Posts without a value are the lowest. Times can be in different zones. */
const rankOf = (value: unknown): number =>
  typeof value === "number" ? value : (timeOf(value) ?? Number.NEGATIVE_INFINITY);

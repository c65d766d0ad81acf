/** Answers requests for posts with pages and cursors, and rejects them as the API does (spec, posts, Limits). */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { postsPerPage } from "../catalog/limits.ts";
import type { ApiVersion } from "../catalog/networks.ts";
import { filterablePostFields, sortablePostFields } from "../catalog/post-fields.ts";
import { checkInsights, Failure, isRecord, readProfiles, readRange, textsOf } from "./body.ts";
import type { Access } from "./body.ts";
import { postLabels } from "./content.ts";
import { textHash } from "./hash.ts";
import { postFields, postsOf, type SandboxPost } from "./posts.ts";

export interface PostsContext extends Access {
  /** Milliseconds since 1970. There are no posts after this time. */
  readonly now: number;
  /** The most profiles of a request. */
  readonly maxProfiles: number;
}

/** The content of a cursor. In version 3 it holds the request body, because nothing else is sent with it. */
interface Cursor {
  readonly offset: number;
  readonly body: Record<string, unknown>;
}

/** Returns one page (spec, Pagination). */
export function postsAnswer(body: unknown, context: PostsContext): object {
  if (!isRecord(body)) throw new Failure(400);
  const { offset, body: question } = cursorOf(body, context);
  const query = readRequest(question, context);
  const posts = selectPosts(query, context.now);
  const page = posts.slice(offset, offset + query.limit).map((post) => recordOf(post, query));
  const remaining = Math.max(0, posts.length - offset - page.length);
  const next = writeCursor({ offset: offset + page.length, body: question }, context);
  return { data: { posts: page, ...(remaining > 0 ? { next, remaining } : {}) } };
}

function cursorOf(body: Record<string, unknown>, context: PostsContext): Cursor {
  const { after, ...question } = body;
  if (after === undefined) return { offset: 0, body: question };
  if (typeof after !== "string") throw new Failure(3, ["after is not a text"]);
  const hasOtherFields = Object.keys(question).length > 0;
  if (context.version === 3) {
    if (hasOtherFields) throw new Failure(3, ["after cannot be combined with other fields"]);
    return readCursor(after, context);
  }
  const [offset = "", digest] = after.split("-");
  if (digest !== digestOf(question)) throw new Failure(3, ["after belongs to another request"]);
  return { offset: Number(offset), body: question };
}

const digestOf = (question: object): string => textHash(JSON.stringify(question)).toString(36);

/** Writes a cursor. Profiles are written as indexes, which keeps it short. */
function writeCursor(
  { offset, body }: Cursor,
  { version, account, network }: PostsContext,
): string {
  if (version === 2) return `${offset}-${digestOf(body)}`;
  const ids = [...account.profiles(network).keys()];
  const named = Array.isArray(body["profiles"]) ? body["profiles"] : [];
  const profiles = named.map((id) => ids.indexOf(String(id)));
  const text = JSON.stringify({ offset, body: { ...body, profiles } });
  return deflateRawSync(text).toString("base64url");
}

function readCursor(after: string, { account, network }: PostsContext): Cursor {
  try {
    const text = inflateRawSync(Buffer.from(after, "base64url")).toString();
    const { offset, body } = JSON.parse(text);
    const ids = [...account.profiles(network).keys()];
    const profiles = body.profiles.map((index: number) => ids[index]);
    return { offset, body: { ...body, profiles } };
  } catch {
    throw new Failure(3, ["after is not a valid cursor"]);
  }
}

type PostsQuery = ReturnType<typeof readRequest>;

/** Reads a request body. @throws Failure with the code of the first rule that the body violates. */
function readRequest(body: Record<string, unknown>, context: PostsContext) {
  const { version } = context;
  const { start, end } = readRange(body);
  const ids = textsOf(body["profiles"], "profiles");
  if (ids.length > context.maxProfiles)
    throw new Failure(4, [`at most ${context.maxProfiles} profiles`]);
  const fields = readFields(body["fields"], version);
  const sort = readSort(version === 3 ? [body["sort"]].flat()[0] : body["sort"], version);
  const filter = readFilter(body["filter"], version);
  const limit = readLimit(body["limit"], version);
  const profiles = readProfiles(ids, start, context);
  const usedFields = [...fields, sort.field, filter?.field ?? ""];
  if (version === 2 && usedFields.some((name) => name.startsWith("insights_")))
    checkInsights(profiles);
  return { version, start, end, profiles, fields, sort, filter, limit };
}

function readFields(value: unknown, version: ApiVersion): string[] {
  const valid = postFields[version];
  if (value !== undefined) return textsOf(value, "fields", valid);
  return version === 3 ? [...valid.keys()].filter((name) => name !== "attachments") : ["id"];
}

function readSort(
  value: unknown,
  version: ApiVersion,
): { readonly field: string; readonly order: "asc" | "desc" } {
  if (value === undefined) return { field: "created_time", order: "desc" };
  const { field, order = "desc" } = isRecord(value) ? value : {};
  const sortable: readonly string[] =
    version === 3 ? [...postFields[3].keys()] : sortablePostFields;
  if (typeof field !== "string" || !sortable.includes(field))
    throw new Failure(3, ["this field cannot be sorted by"]);
  if (order !== "asc" && order !== "desc") throw new Failure(3, ["order must be asc or desc"]);
  return { field, order };
}

function readFilter(value: unknown, version: ApiVersion) {
  if (value === undefined) return undefined;
  const { field, value: wanted } = isRecord(value) ? value : {};
  const filterable: readonly string[] = version === 3 ? [] : filterablePostFields;
  if (typeof field !== "string" || !filterable.includes(field) || typeof wanted !== "string")
    throw new Failure(3, ["this field cannot be filtered by"]);
  if (field === "post_labels" && !postLabels.some(({ id }) => id === wanted))
    throw new Failure(8, [wanted]);
  return { field, value: wanted };
}

function readLimit(value: unknown, version: ApiVersion): number {
  const { most, default: usual } = postsPerPage[version];
  const limit = value ?? usual;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1)
    throw new Failure(3, ["limit must be a positive integer"]);
  if (limit > most) throw new Failure(4, [`a page has at most ${most} posts`]);
  return limit;
}

function selectPosts(query: PostsQuery, now: number): SandboxPost[] {
  const { filter, sort } = query;
  const posts = query.profiles.flatMap((profile) => postsOf(profile, query.start, query.end));
  const sign = sort.order === "asc" ? 1 : -1;
  return posts
    .filter((post) => post.time <= now && passes(post, filter))
    .map((post) => ({ post, key: sign * sortKey(post, query) }))
    .toSorted((left, right) => left.key - right.key || left.post.id.localeCompare(right.post.id))
    .map(({ post }) => post);
}

function passes(post: SandboxPost, filter: PostsQuery["filter"]): boolean {
  if (filter === undefined) return true;
  const { field, value } = filter;
  if (field === "post_labels") return post.labels.some(({ id }) => id === value);
  return postFields[2].get(field)?.(post) === value;
}

function sortKey(post: SandboxPost, { version, sort: { field } }: PostsQuery): number {
  if (field === "created_time") return post.time;
  const [name = "", key = ""] = field.split(/\.(.*)/);
  const value = postFields[version].get(name)?.(post);
  const inner = isRecord(value) ? value[key] : value;
  return typeof inner === "number" ? inner : -1;
}

function recordOf(post: SandboxPost, { fields, version }: PostsQuery): object {
  const entries = fields.map((name) => [name, postFields[version].get(name)?.(post)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

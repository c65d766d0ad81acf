/** Answers requests for posts with pages and cursors. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isRecord } from "./body.ts";
import { Failure } from "./failure.ts";
import { textHash } from "./hash.ts";
import { readPostsRequest, type PostsQuery, type PostsContext } from "./posts-request.ts";
import { facebookFields, linkedinFields, postsOf, type Fields, type SandboxPost } from "./posts.ts";

/** The content of a cursor. In version 3 it holds the request body, because nothing else is sent with it. */
interface Cursor {
  readonly offset: number;
  readonly body: Record<string, unknown>;
}

/** Returns one page (spec, Pagination). */
export function postsAnswer(body: unknown, context: PostsContext): object {
  if (!isRecord(body)) throw new Failure(400);
  const { offset, body: question } = cursorOf(body, context);
  const query = readPostsRequest(question, context);
  const posts = selectPosts(query, context.now);
  const page = posts.slice(offset, offset + query.limit).map((post) => recordOf(post, query));
  const remaining = Math.max(0, posts.length - offset - page.length);
  const next = writeCursor({ offset: offset + page.length, body: question }, context);
  return { success: true, data: { posts: page, ...(remaining > 0 ? { next, remaining } : {}) } };
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

const fieldsOf = ({ version }: PostsQuery): Fields =>
  version === 3 ? linkedinFields : facebookFields;

function selectPosts(query: PostsQuery, now: number): SandboxPost[] {
  const { filter, sort } = query;
  const all = query.profiles.flatMap((profile) => postsOf(profile, query.start, query.end));
  const posts = all.filter(({ time }) => time <= now);
  const filtered = filter === undefined ? posts : posts.filter((post) => passes(post, filter));
  const key = (post: SandboxPost): number => sortKey(fieldsOf(query), post, sort.field);
  const sign = sort.order === "asc" ? 1 : -1;
  return filtered.toSorted(
    (left, right) => sign * (key(left) - key(right)) || left.id.localeCompare(right.id),
  );
}

function passes(post: SandboxPost, { field, value }: NonNullable<PostsQuery["filter"]>): boolean {
  if (field === "post_labels") return post.labels.some(({ id }) => id === value);
  return facebookFields.get(field)?.(post) === value;
}

function sortKey(fields: Fields, post: SandboxPost, field: string): number {
  if (field === "created_time") return post.time;
  const dot = field.indexOf(".");
  const name = dot === -1 ? field : field.slice(0, dot);
  const value = fields.get(name)?.(post);
  const inner = isRecord(value) ? value[field.slice(dot + 1)] : value;
  return typeof inner === "number" ? inner : -1;
}

function recordOf(post: SandboxPost, query: PostsQuery): object {
  const entries = query.fields.map((name) => [name, fieldsOf(query).get(name)?.(post)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

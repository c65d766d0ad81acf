/** Pages of posts, and the cursors that lead from one to the next. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isRecord } from "./body.ts";
import { Failure } from "./failure.ts";
import { textHash } from "./numbers.ts";
import { readPostsRequest, type PostsAsked, type PostsJudging } from "./posts-request.ts";
import { facebookFields, linkedinFields, postsOf, type Fields, type SandboxPost } from "./posts.ts";

/** How a cursor is written: version 3's holds the whole question, since nothing else comes with it. */
interface Cursor {
  readonly offset: number;
  readonly body: Record<string, unknown>;
}

/** One page (spec, Pagination). */
export function postsAnswer(body: unknown, judging: PostsJudging): object {
  if (!isRecord(body)) throw new Failure(400);
  const { offset, body: question } = cursorOf(body, judging);
  const asked = readPostsRequest(question, judging);
  const posts = chosenPosts(asked, judging.now);
  const page = posts.slice(offset, offset + asked.limit).map((post) => recordOf(post, asked));
  const remaining = Math.max(0, posts.length - offset - page.length);
  const next = writeCursor({ offset: offset + page.length, body: question }, judging);
  return { success: true, data: { posts: page, ...(remaining > 0 ? { next, remaining } : {}) } };
}

function cursorOf(body: Record<string, unknown>, judging: PostsJudging): Cursor {
  const { after, ...question } = body;
  if (after === undefined) return { offset: 0, body: question };
  if (typeof after !== "string") throw new Failure(3, ["after is no text"]);
  const repeats = Object.keys(question).length > 0;
  if (judging.version === 3) {
    if (repeats) throw new Failure(3, ["after comes alone"]);
    return readCursor(after, judging);
  }
  const [offset = "", digest] = after.split("-");
  if (digest !== digestOf(question)) throw new Failure(3, ["after belongs to another request"]);
  return { offset: Number(offset), body: question };
}

const digestOf = (question: object): string => textHash(JSON.stringify(question)).toString(36);

/** Profiles by their number, so that a cursor is short. */
function writeCursor(
  { offset, body }: Cursor,
  { version, account, network }: PostsJudging,
): string {
  if (version === 2) return `${offset}-${digestOf(body)}`;
  const ids = [...account.profiles(network).keys()];
  const asked = Array.isArray(body["profiles"]) ? body["profiles"] : [];
  const profiles = asked.map((id) => ids.indexOf(String(id)));
  const text = JSON.stringify({ offset, body: { ...body, profiles } });
  return deflateRawSync(text).toString("base64url");
}

function readCursor(after: string, { account, network }: PostsJudging): Cursor {
  try {
    const text = inflateRawSync(Buffer.from(after, "base64url")).toString();
    const { offset, body } = JSON.parse(text);
    const ids = [...account.profiles(network).keys()];
    const profiles = body.profiles.map((index: number) => ids[index]);
    return { offset, body: { ...body, profiles } };
  } catch {
    throw new Failure(3, ["after is no cursor"]);
  }
}

const fieldsOf = ({ version }: PostsAsked): Fields =>
  version === 3 ? linkedinFields : facebookFields;

function chosenPosts(asked: PostsAsked, now: number): SandboxPost[] {
  const { filter, sort } = asked;
  const all = asked.profiles.flatMap((profile) => postsOf(profile, asked.start, asked.end));
  const posts = all.filter(({ time }) => time <= now);
  const kept = filter === undefined ? posts : posts.filter((post) => passes(post, filter));
  const key = (post: SandboxPost): number => sortKey(fieldsOf(asked), post, sort.field);
  const sign = sort.order === "asc" ? 1 : -1;
  return kept.toSorted(
    (left, right) => sign * (key(left) - key(right)) || left.id.localeCompare(right.id),
  );
}

function passes(post: SandboxPost, { field, value }: NonNullable<PostsAsked["filter"]>): boolean {
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

function recordOf(post: SandboxPost, asked: PostsAsked): object {
  const entries = asked.fields.map((name) => [name, fieldsOf(asked).get(name)?.(post)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/** Reads pages of posts: each post once, without gaps or loops (spec, Pagination). */
import type { PostsPage } from "../api/posts.ts";
import { inputError, upstreamError } from "../errors/tool-error.ts";
import type { JsonObject } from "../text/json.ts";
import { markOf, type Place } from "./cursor.ts";

export interface WalkServices {
  /** Reads the page after a cursor, or the first page. */
  readonly page: (after: string | undefined) => Promise<PostsPage>;
  /** Returns true if another page may be requested. */
  readonly mayAsk: () => boolean;
  readonly onPage: (pages: number, total: number) => void;
}

export interface Walked {
  readonly posts: readonly JsonObject[];
  /** The place of the next posts; undefined after the last post. */
  readonly next?: Place | undefined;
  /** The number of posts that follow; undefined if the API does not state it. */
  readonly remaining?: number | undefined;
  /** The number of posts that the API returned twice; each is in `posts` once. */
  readonly doubled: number;
  readonly pages: number;
}

/**
 * Reads up to `wanted` posts from a place on, in the API's order.
 * @throws ToolError `upstream_failed` for pages that do not advance; `invalid_input` if the posts have changed since the place was recorded.
 */
export async function walkPosts(
  wanted: number,
  from: Place,
  { page: ask, mayAsk, onPage }: WalkServices,
): Promise<Walked> {
  const posts: JsonObject[] = [];
  const marks = new Set([from.last]);
  const cursors = new Set([from.after]);
  let { after, last } = from;
  let doubled = 0;
  for (let pages = 1; ; pages += 1) {
    const page = await ask(after);
    const total = page.posts.length;
    const before = posts.length;
    let at = pages === 1 ? placeWithin(page, from) : 0;
    for (; at < total && posts.length < wanted; at += 1) {
      const post = page.posts[at] ?? {};
      last = markOf(post);
      if (last !== undefined && marks.has(last)) doubled += 1;
      else posts.push(post);
      marks.add(last);
    }
    const done = { posts, doubled, pages };
    const next = nextOf(page, cursors);
    const behind = next === undefined ? 0 : page.remaining;
    if (at < total) {
      const remaining = behind === undefined ? undefined : total - at + behind;
      return { ...done, next: { after, last, given: at }, remaining };
    }
    if (next === undefined) return done;
    if (pages > 1 && total > 0 && posts.length === before)
      throw upstreamError("the API's cursor leads to posts already read");
    if (posts.length >= wanted || !mayAsk())
      return { ...done, next: { after: next, last, given: 0 }, remaining: behind };
    cursors.add(next);
    const ahead = Math.min(wanted - posts.length, behind ?? wanted) / Math.max(1, total);
    onPage(pages, pages + Math.ceil(ahead));
    after = next;
  }
}

/** Returns the cursor of the next page; undefined after the last page. */
function nextOf(
  { posts, next, remaining }: PostsPage,
  read: ReadonlySet<string | undefined>,
): string | undefined {
  if (remaining === 0) return undefined;
  if (remaining !== undefined && (posts.length === 0 || next === undefined)) {
    const what = posts.length === 0 ? "sends an empty page" : "gives no cursor to them";
    throw upstreamError(`the API says that ${remaining} posts follow, but ${what}`);
  }
  if (next === undefined || !read.has(next)) return next;
  // An empty last page may repeat its own cursor.
  if (posts.length === 0) return undefined;
  throw upstreamError("the API's cursor leads back to a page already read");
}

/** Returns the number of the page's posts that earlier replies contain, found by the last of them. */
function placeWithin({ posts }: PostsPage, { given, last }: Place): number {
  if (given === 0) return 0;
  const marks = posts.map(markOf);
  if (given <= marks.length && marks[given - 1] === last) return given;
  const moved = last === undefined ? -1 : marks.indexOf(last);
  if (moved !== -1) return moved + 1;
  throw inputError(
    "the posts have changed since this cursor was issued",
    "Leave the cursor out to start again.",
  );
}

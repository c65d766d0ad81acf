/** Walks through pages of posts: each post once, none lost, no loop (spec, Pagination). */
import type { JsonObject } from "../text/json.ts";
import type { PostsPage } from "../api/posts.ts";
import { upstreamFailed, invalidInput } from "../errors/tool-error.ts";
import { markOf, type Place } from "./cursor.ts";

export interface WalkServices {
  /** The page after a cursor, or the first. */
  readonly page: (after: string | undefined) => Promise<PostsPage>;
  /** Whether another page may be asked. */
  readonly mayAsk: () => boolean;
  readonly onPage: (pages: number, total: number) => void;
}

export interface Walked {
  readonly posts: readonly JsonObject[];
  /** Where more posts are; absent where there are none. */
  readonly next?: Place;
  /** How many more there are; absent where the API does not say. */
  readonly remaining?: number;
  /** Posts that the API gave twice, and that are here once. */
  readonly doubled: number;
  readonly pages: number;
}

/**
 * Up to `wanted` posts from a place on, in the API's order.
 * @throws ToolError `upstream_failed` for pages that lead nowhere; `invalid_input` where posts have changed since the place was noted.
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
      const mark = markOf(post);
      if (mark !== undefined && marks.has(mark)) doubled += 1;
      else posts.push(post);
      marks.add(mark);
      last = mark;
    }
    const done = { posts, doubled, pages };
    const next = nextOf(page, cursors);
    const behind = next === undefined ? 0 : page.remaining;
    if (at < total) {
      const within = { ...placeOf(after, last), given: at };
      const rest = behind === undefined ? {} : { remaining: total - at + behind };
      return { ...done, next: within, ...rest };
    }
    if (next === undefined) return done;
    if (pages > 1 && total > 0 && posts.length === before)
      throw upstreamFailed("the API's cursor leads to posts already read");
    const place = { ...placeOf(next, last), given: 0 };
    const rest = behind === undefined ? {} : { remaining: behind };
    if (posts.length >= wanted || !mayAsk()) return { ...done, next: place, ...rest };
    cursors.add(next);
    const ahead = Math.min(wanted - posts.length, behind ?? wanted) / Math.max(1, total);
    onPage(pages, pages + Math.ceil(ahead));
    after = next;
  }
}

const placeOf = (after: string | undefined, last: string | undefined): Omit<Place, "given"> => ({
  ...(after === undefined ? {} : { after }),
  ...(last === undefined ? {} : { last }),
});

/** The next page's cursor; undefined where nothing follows. */
function nextOf(
  { posts, next, remaining }: PostsPage,
  read: ReadonlySet<string | undefined>,
): string | undefined {
  if (remaining === 0) return undefined;
  if (remaining !== undefined && posts.length === 0)
    throw upstreamFailed(`the API says that ${remaining} posts follow, and sends an empty page`);
  if (remaining !== undefined && next === undefined)
    throw upstreamFailed(
      `the API says that ${remaining} posts follow, and gives no cursor to them`,
    );
  if (next === undefined || !read.has(next)) return next;
  // An empty page may name itself: nothing follows it.
  if (posts.length === 0) return undefined;
  throw upstreamFailed("the API's cursor leads back to a page already read");
}

/** How many of the page's posts were given before, found by the last of them. */
function placeWithin({ posts }: PostsPage, { given, last }: Place): number {
  if (given === 0) return 0;
  const isLast = (post: JsonObject | undefined): boolean =>
    post !== undefined && markOf(post) === last;
  if (given <= posts.length && isLast(posts[given - 1])) return given;
  const moved = last === undefined ? -1 : posts.findIndex(isLast);
  if (moved !== -1) return moved + 1;
  throw invalidInput(
    "the posts have changed since this cursor was given",
    "Leave the cursor out to begin again.",
  );
}

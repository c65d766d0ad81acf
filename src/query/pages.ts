/** Walks through pages of posts: each post once, none lost, no loop (spec, Pagination). */
import { broken, type JsonObject } from "../api/envelope.ts";
import type { PostsPage } from "../api/posts.ts";
import { ToolError } from "../catalog/errors.ts";
import { markOf, type Place } from "./cursor.ts";

export interface WalkServices {
  /** The page after a cursor, or the first. */
  readonly page: (after: string | undefined) => Promise<PostsPage>;
  /** Pages that may be asked. */
  readonly maxPages: number;
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
  { page: ask, maxPages, onPage }: WalkServices,
): Promise<Walked> {
  const posts: JsonObject[] = [];
  const ids = new Set<unknown>();
  const cursors = new Set([from.after]);
  let { after } = from;
  let doubled = 0;
  for (let pages = 1; ; pages += 1) {
    const page = await ask(after);
    const total = page.posts.length;
    let at = pages === 1 ? placeWithin(page, from) : 0;
    for (; at < total && posts.length < wanted; at += 1) {
      const post = page.posts[at] ?? {};
      const { id } = post;
      if (id !== undefined && ids.has(id)) doubled += 1;
      else posts.push(post);
      ids.add(id);
    }
    const done = { posts, doubled, pages };
    const next = nextOf(page);
    const behind = next === undefined ? 0 : page.remaining;
    if (at < total) {
      const within = { ...placeOf(after), given: at, last: markOf(page.posts[at - 1]?.["id"]) };
      const rest = behind === undefined ? {} : { remaining: total - at + behind };
      return { ...done, next: within, ...rest };
    }
    if (next === undefined) return done;
    if (cursors.has(next)) throw broken("the API's cursor leads back to a page already read");
    const place = { after: next, given: 0 };
    const rest = behind === undefined ? {} : { remaining: behind };
    if (posts.length >= wanted || pages >= maxPages) return { ...done, next: place, ...rest };
    cursors.add(next);
    onPage(pages, pages + Math.ceil(Math.min(wanted - posts.length, behind ?? wanted) / total));
    after = next;
  }
}

const placeOf = (after: string | undefined): { after?: string } =>
  after === undefined ? {} : { after };

/** The next page's cursor; undefined where nothing follows. */
function nextOf({ posts, next, remaining }: PostsPage): string | undefined {
  if (remaining === 0) return undefined;
  if (remaining !== undefined && posts.length === 0)
    throw broken(`the API says that ${remaining} posts follow, and sends an empty page`);
  if (remaining !== undefined && next === undefined)
    throw broken(`the API says that ${remaining} posts follow, and gives no cursor to them`);
  return posts.length === 0 ? undefined : next;
}

/** How many of the page's posts were given before, found by the last of them. */
function placeWithin({ posts }: PostsPage, { given, last }: Place): number {
  if (last === undefined) return 0;
  if (given <= posts.length && markOf(posts[given - 1]?.["id"]) === last) return given;
  const moved = posts.findIndex(({ id }) => markOf(id) === last);
  if (moved !== -1) return moved + 1;
  throw new ToolError(
    "invalid_input",
    "the posts have changed since this cursor was given",
    "Leave the cursor out to begin again.",
  );
}

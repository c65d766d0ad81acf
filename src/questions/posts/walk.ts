/** Reads pages of posts: each post once, without gaps or loops (spec, Pagination). Several parts are merged in order. */
import { sum } from "simple-statistics";
import type { PostsPage } from "../../suite/api/posts.ts";
import { inputError, required, upstreamError } from "../../base/errors/tool-error.ts";
import type { JsonObject } from "../../base/text/json.ts";
import { markOf, type CursorPlace } from "./cursor.ts";

export interface WalkServices {
  /** Reads the page of a part after a cursor, or its first page. */
  readonly page: (part: number, after: string | undefined) => Promise<PostsPage>;
  /** Returns true if another page may be requested. */
  readonly mayAsk: () => boolean;
  readonly onPage: (pages: number, total: number) => void;
  /** The marks of posts that earlier calls have returned. */
  readonly known?: readonly (string | undefined)[];
  /** The order of posts of different parts; each part is in that order. */
  readonly compare: (left: JsonObject, right: JsonObject) => number;
}

export interface Walked {
  readonly posts: readonly JsonObject[];
  /** The place of the next posts in each part; undefined after the last post. */
  readonly next?: readonly CursorPlace[] | undefined;
  /** The number of posts that follow; undefined if the API does not state it. */
  readonly remaining?: number | undefined;
  /** The number of posts that the API returned twice; each is in `posts` once. */
  readonly doubled: number;
  /** The number of posts that a page counted as following, and that later pages have neither returned nor counted. */
  readonly vanished: number;
  readonly pages: number;
}

/**
 * Reads up to `wanted` posts, in the API's order.
 * @param from the place in each part.
 * @throws ToolError `upstream_failed` for pages that do not advance; `invalid_input` if the posts have changed since the place was recorded.
 */
export async function walkPosts(
  wanted: number,
  from: readonly CursorPlace[],
  { page, mayAsk, onPage, compare, known = [] }: WalkServices,
): Promise<Walked> {
  const marks = new Set([...known, ...from.map(({ last }) => last)]);
  const parts = from.map((place, at) => new Part(place, marks, (after) => page(at, after)));
  const posts: JsonObject[] = [];
  let pages = 0;
  /** The posts of a page. */
  let size = 0;
  while (posts.length < wanted) {
    const lacking = parts.filter((part) => part.lacksPage());
    if (lacking.length > 0) {
      // The first page shows whether the API accepts the number of profiles; the other parts are then read together.
      const next = pages === 1 ? lacking : lacking.slice(0, 1);
      if (pages > 0) {
        if (!mayAsk()) break;
        const ahead = Math.min(wanted - posts.length, remainingOf(parts) ?? wanted);
        onPage(pages, pages + Math.ceil(ahead / Math.max(1, size)));
      }
      const sizes = await Promise.all(next.map((part) => part.load()));
      pages += sizes.length;
      size = Math.max(...sizes);
      continue;
    }
    const heads = parts.flatMap((part) => {
      const post = part.head();
      return post === undefined ? [] : [{ part, post }];
    });
    const [best] = heads.toSorted((left, right) => compare(left.post, right.post));
    if (best === undefined) break;
    best.part.take();
    posts.push(best.post);
  }
  const doubled = sum(parts.map((part) => part.doubled));
  const vanished = sum(parts.map((part) => part.vanished));
  const done = { posts, doubled, vanished, pages };
  if (parts.every((part) => part.isEnded())) return done;
  return { ...done, next: parts.map((part) => part.place()), remaining: remainingOf(parts) };
}

function remainingOf(parts: readonly Part[]): number | undefined {
  const counts = parts.map((part) => part.remaining());
  return counts.every((count) => count !== undefined) ? sum(counts) : undefined;
}

/** The posts of some of the profiles. */
class Part {
  /** Posts that the API has returned before. */
  doubled = 0;
  /** Posts that an earlier page counted, and that are not there any more. */
  vanished = 0;
  #after: string | undefined;
  #last: string | undefined;
  #page: PostsPage | undefined;
  /** The cursor of the page after it. */
  #next: string | undefined;
  #at = 0;
  /** Every post of the page so far was in an earlier page of the part. */
  #isRepeated = false;
  readonly #cursors: Set<string | undefined>;

  /** @param marks those of all posts so far. */
  constructor(
    private readonly from: CursorPlace,
    private readonly marks: Set<string | undefined>,
    private readonly ask: (after: string | undefined) => Promise<PostsPage>,
  ) {
    this.#after = from.after;
    this.#last = from.last;
    this.#cursors = new Set([from.after]);
  }

  isEnded(): boolean {
    if (this.from.isEnded === true) return true;
    return this.#page !== undefined && this.head() === undefined && this.#next === undefined;
  }

  lacksPage(): boolean {
    return !this.isEnded() && this.head() === undefined;
  }

  /** Reads the next page; returns the number of its posts. */
  async load(): Promise<number> {
    const isFirst = this.#page === undefined;
    if (!isFirst) {
      this.#after = this.#next;
      this.#cursors.add(this.#after);
    }
    const page = await this.ask(this.#after);
    this.vanished += vanishedBetween(this.#page, page);
    this.#page = page;
    this.#at = isFirst ? placeWithin(page, this.from) : 0;
    this.#isRepeated = !isFirst && page.posts.length > 0;
    this.#next = nextOf(page, this.#cursors);
    return page.posts.length;
  }

  /** The next post; undefined after the last one of the page. */
  head(): JsonObject | undefined {
    if (this.#page === undefined) return undefined;
    const { posts } = this.#page;
    for (; this.#at < posts.length; this.#at += 1) {
      const post = required(posts[this.#at], "a post");
      const mark = markOf(post);
      if (mark === undefined || !this.marks.has(mark)) return post;
      this.#last = mark;
      this.doubled += 1;
    }
    if (this.#isRepeated && this.#next !== undefined)
      throw upstreamError("the API's cursor leads to posts already read");
    return undefined;
  }

  take(): void {
    this.#last = markOf(required(this.head(), "a post"));
    this.marks.add(this.#last);
    this.#isRepeated = false;
    this.#at += 1;
  }

  place(): CursorPlace {
    if (this.isEnded()) return { offset: 0, isEnded: true };
    if (this.#page === undefined) return this.from;
    const last = this.#last;
    return this.head() === undefined
      ? { after: this.#next, last, offset: 0 }
      : { after: this.#after, last, offset: this.#at };
  }

  remaining(): number | undefined {
    if (this.isEnded()) return 0;
    if (this.#page === undefined) return undefined;
    const { posts, remaining } = this.#page;
    const behind = this.#next === undefined ? 0 : remaining;
    return behind === undefined ? undefined : posts.length - this.#at + behind;
  }
}

/** Posts that are deleted between two requests move the later ones to pages that were read already. */
function vanishedBetween(before: PostsPage | undefined, { posts, next, remaining }: PostsPage) {
  const behind = next === undefined ? 0 : remaining;
  if (before?.remaining === undefined || behind === undefined) return 0;
  return Math.max(0, before.remaining - posts.length - behind);
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
function placeWithin({ posts }: PostsPage, { offset, last }: CursorPlace): number {
  if (offset === 0) return 0;
  const marks = posts.map(markOf);
  if (offset <= marks.length && marks[offset - 1] === last) return offset;
  const moved = last === undefined ? -1 : marks.indexOf(last);
  if (moved !== -1) return moved + 1;
  throw inputError(
    "the posts have changed since this cursor was issued",
    "Leave the cursor out to start again.",
  );
}

/** Walking pages: every post once, in order, whatever the sizes; no loop, no loss. */
import type { PostsRequest } from "../../src/suite/api/posts.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { toDay } from "../../src/base/time/days.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PostsPage } from "../../src/suite/api/posts.ts";
import { readCursor, writeCursor, type CursorPlace } from "../../src/questions/posts/cursor.ts";
import { walkPosts, type Walked } from "../../src/questions/posts/walk.ts";
import { repetitions } from "../helpers/repetitions.ts";

const request: PostsRequest = {
  network: "linkedin",
  profiles: [toProfileId("p1")],
  start: toDay("2026-10-01"),
  end: toDay("2026-10-31"),
  pageSize: 100,
};

const listed = { result: "rABCDEFGH", listed: 5 };

/** Pages of these sizes; each cursor is the number of the page it leads to. */
function pagesOf(sizes: readonly number[], says: { readonly remaining: boolean }): PostsPage[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let from = 0;
  return sizes.map((size, page) => {
    const posts = Array.from({ length: size }, (_, place) => ({ id: `post ${from + place}` }));
    from += size;
    if (page === sizes.length - 1) return { posts };
    const next = `after ${page} &=?~é`;
    return { posts, next, ...(says.remaining ? { remaining: total - from } : {}) };
  });
}

function walk(
  pages: readonly PostsPage[],
  wanted: number,
  from: readonly CursorPlace[] = [{ offset: 0 }],
  maxPages = 1000,
): Promise<Walked> {
  const page = async (_: number, after: string | undefined): Promise<PostsPage> => {
    const index = after === undefined ? 0 : pages.findIndex(({ next }) => next === after) + 1;
    return pages[index] ?? { posts: [] };
  };
  let count = 0;
  const mayAsk = (): boolean => (count += 1) < maxPages;
  return walkPosts(wanted, from, { page, mayAsk, onPage: () => {}, compare: () => 0 });
}

const idsOf = ({ posts }: Walked): unknown[] => posts.map(({ id }) => id);

test("any sequence of limits gives every post once, in order, through cursors that are read back", async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 });
  const limits = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sizes, limits, fc.boolean(), async (pageSizes, wanted, remaining) => {
      const pages = pagesOf(pageSizes, { remaining });
      const ids = pages.flatMap(({ posts }) => posts.map(({ id }) => id));
      const seen: unknown[] = [];
      let from: readonly CursorPlace[] | undefined = [{ offset: 0 }];
      for (let step = 0; from !== undefined; step += 1) {
        const walked: Walked = await walk(pages, wanted[step % wanted.length] ?? 1, from);
        seen.push(...idsOf(walked));
        expect(walked.remaining ?? ids.length - seen.length).toBe(ids.length - seen.length);
        from =
          walked.next === undefined
            ? undefined
            : readCursor(
                writeCursor(request, walked.next, { ...request, period: undefined, ...listed }),
              ).places;
      }
      expect(seen).toEqual(ids);
    }),
    { numRuns: repetitions(100, 5000) },
  );
});

test("takes no page that it does not need", async () => {
  const pages = pagesOf([100, 100, 37], { remaining: true });
  expect(await walk(pages, 40)).toMatchObject({ pages: 1, remaining: 197 });
  expect(await walk(pages, 100)).toMatchObject({ pages: 1, remaining: 137 });
  expect(await walk(pages, 101)).toMatchObject({ pages: 2, remaining: 136 });
  const walked = await walk(pages, 5000);
  expect(walked).toMatchObject({ pages: 3 });
  expect(walked.next).toBeUndefined();
});

test("stops where the pages of one call are spent, and says where to go on", async () => {
  const pages = pagesOf([10, 10, 10], { remaining: true });
  const walked = await walk(pages, 30, undefined, 2);
  expect(walked).toMatchObject({ pages: 2, remaining: 10, next: [{ after: pages[1]?.next }] });
});

test("a post that the API gives twice is listed once, and counted", async () => {
  const [first, second] = [{ id: "a" }, { id: "b" }];
  const pages: PostsPage[] = [
    { posts: [first, second], next: "n" },
    { posts: [second, { id: "c" }] },
  ];
  const walked = await walk(pages, 10);
  expect(idsOf(walked)).toEqual(["a", "b", "c"]);
  expect(walked.doubled).toBe(1);
});

test.each<[string, PostsPage[], string]>([
  [
    "a cursor that leads back",
    [
      { posts: [{ id: "a" }], next: "n", remaining: 5 },
      { posts: [{ id: "b" }], next: "n", remaining: 5 },
    ],
    "leads back to a page already read",
  ],
  [
    "an empty page although posts remain",
    [{ posts: [], next: "n", remaining: 5 }],
    "5 posts follow, but sends an empty page",
  ],
  [
    "posts that remain without a cursor",
    [{ posts: [{ id: "a" }], remaining: 5 }],
    "5 posts follow, but gives no cursor",
  ],
])("%s is an error, not a loop", async (_, pages, problem) => {
  const page = async (_part: number, after: string | undefined): Promise<PostsPage> =>
    pages[after === undefined ? 0 : 1] ?? { posts: [] };
  const walking = walkPosts(10, [{ offset: 0 }], {
    page,
    mayAsk: () => true,
    onPage: () => {},
    compare: () => 0,
  });
  await expect(walking).rejects.toThrow(problem);
});

test.each(["m", "n"])(
  "an empty page that leads to %j, and says nothing of more, is the end",
  async (next) => {
    const pages: PostsPage[] = [
      { posts: [{ id: "a" }], next: "n" },
      { posts: [], next },
      { posts: [] },
    ];
    const walked = await walk(pages, 10);
    expect(idsOf(walked)).toEqual(["a"]);
    expect(walked.next).toBeUndefined();
  },
);

test("goes on after the post it gave last, although newer ones came before it", async () => {
  const pages = pagesOf([10], { remaining: true });
  const { next } = await walk(pages, 4);
  const newer: PostsPage[] = [
    { posts: [{ id: "new" }, { id: "newer" }, ...(pages[0]?.posts ?? [])] },
  ];
  expect(idsOf(await walk(newer, 2, next))).toEqual(["post 4", "post 5"]);
});

test("says so where the post it gave last is gone", async () => {
  const { next } = await walk(pagesOf([10], { remaining: true }), 4);
  await expect(walk([{ posts: [{ id: "other" }] }], 2, next)).rejects.toThrow(
    /^invalid_input: the posts have changed/,
  );
});

test.each([
  "",
  "x",
  "1~2~3",
  "100~2026-02-30~2026-11-15~~j0U3qpNy~rABCDEFGH~5~5~wLz-JIYK~",
  "100~2026-11-09~2026-11-15~~j0U3qpNy~rABCDEFGH~5~5~wLz-JIYK~%E0%A4%A",
  "100~2026-11-09~2026-11-15~~j0U3qpNy~rABCDEFGH~5",
  "100~2026-11-09~2026-11-15~~j0U3qpNy~ABCDEFGH~5~5~wLz-JIYK~",
])("a cursor %j that is none of ours is refused", (text) => {
  expect(() => readCursor(text)).toThrow(/^invalid_input: this server did not issue the cursor/);
});

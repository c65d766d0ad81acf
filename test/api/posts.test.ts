/** Bodies and pages of the post endpoints. */
import { expect, test } from "vitest";
import { postsBody, readPostsPage, type PostsRequest } from "../../src/api/posts.ts";

const request: PostsRequest = {
  network: "facebook",
  profiles: ["p1"],
  start: "2026-10-01",
  end: "2026-10-31",
  fields: ["id"],
  sort: { field: "shares", order: "desc" },
  filter: { field: "type", value: "photo" },
  pageSize: 100,
};

test("version 2 repeats everything and adds the cursor", () => {
  const first = postsBody(request);
  expect(first).toEqual({
    profiles: ["p1"],
    date_start: "2026-10-01",
    date_end: "2026-10-31",
    fields: ["id"],
    sort: { field: "shares", order: "desc" },
    filter: { field: "type", value: "photo" },
    limit: 100,
  });
  expect(postsBody(request, "n")).toEqual({ ...first, after: "n" });
});

test("version 3 sorts by a list, and goes on with the cursor alone", () => {
  const third: PostsRequest = { ...request, network: "linkedin" };
  expect(postsBody(third)["sort"]).toEqual([{ field: "shares", order: "desc" }]);
  expect(postsBody(third, "n")).toEqual({ after: "n" });
});

const posts = [{ id: "a" }];

test.each([
  ["all under data", { data: { posts, next: "n", remaining: 5 } }],
  ["all at the top", { posts, next: "n", remaining: 5 }],
  ["posts under data, the rest at the top", { data: { posts }, next: "n", remaining: 5 }],
  ["data being the list itself", { data: posts, next: "n", remaining: 5 }],
])("finds a page's parts: %s", (_, record) => {
  expect(readPostsPage(record)).toEqual({ posts, next: "n", remaining: 5 });
});

test.each([
  ["absent", {}],
  ["null", { next: null, remaining: null }],
  ["empty", { next: "" }],
])("takes what is %s for the last page", (_, rest) => {
  expect(readPostsPage({ data: { posts, ...rest } })).toEqual({ posts });
});

test.each<[string, object, string]>([
  ["no list", { data: {} }, "the API's answer has no list named posts"],
  ["a list of something else", { posts: ["a"] }, "the API's list of posts holds something else"],
  [
    "a cursor without end",
    { posts, next: "n".repeat(4001) },
    "the API's cursor is longer than 4000 characters",
  ],
])("refuses %s", (_, record, problem) => {
  expect(() => readPostsPage({ ...record })).toThrow(`upstream_failed: ${problem}`);
});

/** Request bodies and pages of the post endpoints. */
import { toProfileId } from "../../src/suite/api/records.ts";
import { toDay } from "../../src/base/time/days.ts";
import { expect, test } from "vitest";
import { postsBody, readPostsPage, type PostsRequest } from "../../src/suite/api/posts.ts";

const request: PostsRequest = {
  network: "facebook",
  profiles: [toProfileId("p1")],
  start: toDay("2026-10-01"),
  end: toDay("2026-10-31"),
  fields: ["id"],
  sort: { field: "shares", order: "desc" },
  filter: { field: "type", value: "photo" },
  pageSize: 100,
};

test("version 2 repeats everything and adds the cursor", () => {
  const first = postsBody(request);
  expect(first).toEqual({
    profiles: [toProfileId("p1")],
    date_start: "2026-10-01",
    date_end: "2026-10-31",
    fields: ["id"],
    sort: { field: "shares", order: "desc" },
    filter: { field: "type", value: "photo" },
    limit: 100,
  });
  expect(postsBody(request, "n")).toEqual({ ...first, after: "n" });
});

test("version 3 sorts by a list, and sends only the cursor after the first page", () => {
  const third: PostsRequest = { ...request, network: "linkedin" };
  expect(postsBody(third)["sort"]).toEqual([{ field: "shares", order: "desc" }]);
  expect(postsBody(third, "n")).toEqual({ after: "n" });
});

const posts = [{ id: "a" }];

test.each([
  ["all in data", { data: { posts, next: "n", remaining: 5 } }],
  ["all at the top level", { posts, next: "n", remaining: 5 }],
  ["posts in data, the rest at the top level", { data: { posts }, next: "n", remaining: 5 }],
  ["data as the list itself", { data: posts, next: "n", remaining: 5 }],
])("reads the parts of a page: %s", (_, record) => {
  expect(readPostsPage(record)).toEqual({ posts, next: "n", remaining: 5 });
});

test.each([
  ["absent", {}],
  ["null", { next: null, remaining: null }],
  ["empty", { next: "" }],
])("a page is the last one if its cursor is %s", (_, rest) => {
  expect(readPostsPage({ data: { posts, ...rest } })).toEqual({ posts });
});

test.each<[string, object, string]>([
  ["no list", { data: {} }, "the API's answer has no list named posts"],
  [
    "a list of texts",
    { posts: ["a"] },
    "the API's list of posts contains an entry that is not an object",
  ],
  [
    "a cursor that is too long",
    { posts, next: "n".repeat(4001) },
    "the API's cursor is longer than 4000 characters",
  ],
])("rejects %s", (_, record, problem) => {
  expect(() => readPostsPage({ ...record })).toThrow(`upstream_failed: ${problem}`);
});

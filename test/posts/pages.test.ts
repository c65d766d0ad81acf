/** Pages and cursors of an API that gives them in other ways than the sandbox: nothing lost, nothing doubled, no loop. */
import { expect, test } from "vitest";
import { columnOf, withPages } from "../helpers/posts-api.ts";
import { idOf } from "../helpers/results.ts";

const june = { date_start: "2026-06-01", date_end: "2026-07-15" };

test("an empty page in between is not the end", async () => {
  const { call } = await withPages([
    { posts: [], next: "c0" },
    { posts: [{ id: "a" }], next: "c1" },
    { posts: [], next: "c2" },
    { posts: [{ id: "b" }] },
  ]);
  const { text } = await call("list_facebook_posts", june);
  expect(text).toContain("Complete: 2 posts.");
});

test("a post that stands on both sides of a page's border is listed once, also by two calls", async () => {
  const page = Array.from({ length: 100 }, (_, index) => ({ id: `x${index}` }));
  const connected = await withPages([
    { posts: page, next: "n" },
    { posts: [{ id: "x99" }, { id: "y" }] },
  ]);
  const first = await connected.call("list_facebook_posts", { ...june, limit: 100 });
  const [, cursor] = /and cursor (\S+)/.exec(first.text) ?? [];
  const next = await connected.call("list_facebook_posts", { ...june, limit: 100, cursor });
  const listed = [...page.map(({ id }) => id), "y"];
  expect(await columnOf(connected, next.text, "id")).toEqual(listed);
  expect(next.text).toContain("The API returned 1 post twice; each is listed once.");
});

test("posts that vanish between two pages are told of, and the list is not called complete", async () => {
  const page = Array.from({ length: 100 }, (_, index) => ({ id: `x${index}` }));
  const { call } = await withPages([
    { posts: page, next: "n", remaining: 3 },
    { posts: [{ id: "y" }], remaining: 0 },
  ]);
  const { text } = await call("list_facebook_posts", { ...june, limit: 200 });
  expect(text).not.toContain("Complete");
  expect(text).toContain("101 posts, no more follow. 2 posts vanished between pages.");
  expect(text).toContain("An earlier page counted 2 posts that later pages did not return");
});

test("posts that arrive between two pages are no loss", async () => {
  const page = Array.from({ length: 100 }, (_, index) => ({ id: `x${index}` }));
  const { call } = await withPages([
    { posts: page, next: "n", remaining: 1 },
    { posts: [{ id: "x99" }, { id: "y" }], remaining: 0 },
  ]);
  const { text } = await call("list_facebook_posts", { ...june, limit: 200 });
  expect(text).toContain("Complete: 101 posts.");
});

test("pages of known posts under ever new cursors end in an error", async () => {
  let count = 0;
  const { failing } = await withPages(() => ({ posts: [{ id: "a" }], next: `n${(count += 1)}` }));
  const { text } = await failing("list_facebook_posts", june);
  expect(text).toMatch(/^upstream_failed: the API's cursor leads to posts already read/);
  expect(count).toBe(2);
});

test("a cursor that cannot be sent back is refused at once", async () => {
  for (const next of ["x\uD800y", "漢".repeat(2000)]) {
    const { failing } = await withPages([{ posts: [{ id: "a" }], next, remaining: 3 }]);
    const { text } = await failing("list_facebook_posts", { ...june, limit: 1 });
    expect(text).toMatch(/^upstream_failed: the API's cursor is /);
  }
});

test("a long cursor leaves room for the totals", async () => {
  const posts = Array.from({ length: 20 }, (_, index) => ({ id: `p${index}`, shares: 3 }));
  const { call } = await withPages([{ posts, next: "n".repeat(3900), remaining: 3 }]);
  const { text } = await call("list_facebook_posts", { ...june, limit: 20, fields: ["shares"] });
  expect(text).toMatch(/\nsum\|.*60/);
});

test("a list with posts that vanished is not complete either after further calls", async () => {
  const pageOf = (name: string): object[] =>
    Array.from({ length: 100 }, (_, index) => ({ id: `${name}${index}` }));
  const { call } = await withPages([
    { posts: pageOf("x"), next: "n", remaining: 103 },
    { posts: pageOf("y"), next: "m", remaining: 1 },
    { posts: [{ id: "z" }], remaining: 0 },
  ]);
  const first = await call("list_facebook_posts", { ...june, limit: 200 });
  expect(first.text).toContain("An earlier page counted 2 posts that later pages did not return");
  const [, cursor] = /and cursor (\S+)/.exec(first.text) ?? [];
  const { text } = await call("list_facebook_posts", { ...june, limit: 200, cursor });
  expect(text).toContain("201 posts, no more follow. Shown: post 201.");
  expect(text).toContain("2 posts vanished between pages.");
  expect(text).not.toContain("Complete");
  const piece = await call("read_result", { result: idOf(text), top: 3 });
  expect(piece.text.split("\n")[0]).toContain("2 posts vanished between pages.");
});

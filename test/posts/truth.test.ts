/** Ranks, averages and continued lists of many posts equal those computed apart, over six zones and two changes of clocks. */
import { expect, test } from "vitest";
import { numberIn } from "../helpers/csv.ts";
import { count, question, servedPosts, sorts, world } from "../helpers/posts-world.ts";
import { idOf } from "../helpers/results.ts";

const cursorOf = (text: string): string | undefined => /and cursor (\S+)/.exec(text)?.[1];
/** The cursor as if it were that of another result. */
const ofResult = (cursor = "", result: string): string => cursor.replace(/~r\w{8}~/, `~${result}~`);

test.each(sorts)("the ten best by %s are those of all posts", async (field) => {
  const { list, rowsOf } = await servedPosts();
  const best = world.toSorted((left, right) => right.post[field] - left.post[field]);
  const { text } = await list({ sort_by: field, limit: 10 });
  expect(text).toContain(`Only the best 10 of ${count} by ${field}: averages are too high`);
  const rows = await rowsOf(`result://${idOf(text)}.csv`);
  expect(rows.map((row) => row.get("id"))).toEqual(best.slice(0, 10).map(({ post }) => post["id"]));
});

test.each([10, 700])("posts of several calls are in one result: %i at a time", async (limit) => {
  const { list, call, rowsOf } = await servedPosts();
  const sharesQuestion = { sort_by: "shares" };
  const fullReply = await list({ ...sharesQuestion, limit: count });
  let { text } = await list({ ...sharesQuestion, limit: limit === 10 ? count - 20 : limit });
  const result = idOf(text);
  for (let cursor = cursorOf(text); cursor !== undefined; cursor = cursorOf(text))
    ({ text } = await list({ ...sharesQuestion, limit, cursor }));
  expect(idOf(text)).toBe(result);
  expect(text).toContain(`Complete: ${count} posts. Shown: posts `);
  expect(await rowsOf(`result://${result}.csv`)).toEqual(
    await rowsOf(`result://${idOf(fullReply.text)}.csv`),
  );
  const grouped = async (id: string): Promise<string> =>
    (await call("read_result", { result: id, group_by: "hour" })).text.replaceAll(id, "");
  expect(await grouped(result)).toBe(await grouped(idOf(fullReply.text)));
});

test("sums and averages of a continued list are of all posts so far, and the first line says which are shown", async () => {
  const { list, rowsOf } = await servedPosts();
  const first = await list({ limit: 30 });
  const { text } = await list({ limit: 20, cursor: cursorOf(first.text) });
  expect(text).toContain(`Only the newest 50 of ${count}: sums and averages are over these`);
  expect(text).toContain("Shown: posts 31 to 50.");
  const rows = await rowsOf(`result://${idOf(text)}.csv`);
  const sum = rows.reduce((total, row) => total + (numberIn(row, "interactions") ?? 0), 0);
  expect(text).toMatch(new RegExp(`\nsum\\|.*\\|${sum}\\|`));
  expect(text).not.toMatch(/\n30\|/);
  expect(text).toMatch(/\n31\|/);
});

test("a cursor that is used twice takes no post from the result of the first", async () => {
  const { list, rowsOf } = await servedPosts();
  const first = await list({ limit: 30 });
  const cursor = cursorOf(first.text);
  const long = await list({ limit: 40, cursor });
  const short = await list({ limit: 5, cursor });
  expect(idOf(long.text)).toBe(idOf(first.text));
  expect(idOf(short.text)).not.toBe(idOf(first.text));
  const [longRows, shortRows] = await Promise.all(
    [long, short].map(({ text }) => rowsOf(`result://${idOf(text)}.csv`)),
  );
  expect([longRows?.length, shortRows?.length]).toEqual([70, 35]);
  expect(shortRows).toEqual(longRows?.slice(0, 35));
});

test("where the posts before the cursor are not stored any more, the reply says that it is a part", async () => {
  const { list } = await servedPosts({ settings: { maxRequests: 200 } });
  const cursor = cursorOf((await list({ limit: 30 })).text);
  const { text } = await list({ limit: 20, cursor: ofResult(cursor, "rABCDEFGH") });
  expect(text).toContain(
    `Only 20 posts: those before them are not stored any more, and ${count - 50} more follow.`,
  );
  expect(text).toMatch(/\n1\|/);
  const rest = await list({ limit: count, cursor: cursorOf(text) });
  expect(rest.text).toContain(
    `Only ${count - 30} posts: those before them are not stored any more, and no more follow.`,
  );
  expect(rest.text).not.toContain("Complete");
});

test("posts of another question are not added, whatever result the cursor names", async () => {
  const { list } = await servedPosts();
  const foreignId = idOf((await list({ sort_by: "shares", limit: 30 })).text);
  const cursor = cursorOf((await list({ limit: 30 })).text);
  const { text } = await list({ limit: 20, cursor: ofResult(cursor, foreignId) });
  expect(text).toContain("Only 20 posts: those before them are not stored any more");
});

test("a post that moves behind the cursor while they are read is in the result once", async () => {
  const { list, rowsOf, moved } = await servedPosts();

  const sharesQuestion = { profiles: ["Page 0", "Page 5"], sort_by: "shares", fresh: true };
  const first = await list({ ...sharesQuestion, limit: 100 });
  const rows = await rowsOf(`result://${idOf(first.text)}.csv`);
  // The best post is now the worst.
  const id = rows[0]?.get("id");
  moved.set(id, -1);
  const { text } = await list({ ...sharesQuestion, limit: 100, cursor: cursorOf(first.text) });
  const ids = (await rowsOf(`result://${idOf(text)}.csv`)).map((row) => row.get("id"));
  expect(ids.filter((postId) => postId === id)).toHaveLength(1);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a question that needs more requests than a call may send is refused before the first", async () => {
  const { list, failing, sent } = await servedPosts({ settings: { maxRequests: 2 } });
  await list({ profiles: ["Page 0"], limit: 10 });
  // These find the size that the API accepts.
  for (const limit of [10, 11]) {
    const { text } = await failing("list_facebook_posts", { ...question, limit });
    expect(text).toContain("too_many_requests_needed");
  }
  const before = sent();
  const { text } = await failing("list_facebook_posts", { ...question, limit: 10 });
  expect(text).toMatch(
    /^too_many_requests_needed: this question needs at least 4 requests \(the API takes posts of 12 profiles at a time\), and a call may send 2\nChoose fewer profiles or days, or raise --max-requests to 4\./,
  );
  expect(sent()).toBe(before);
});

test("a call that has sent its requests says that it stopped, and how many the rest takes", async () => {
  const { list } = await servedPosts({ settings: { maxRequests: 7 } });
  const { text } = await list({ limit: 25_000, sort_by: "shares" });
  expect(text).toMatch(
    /Only the best \d+ of \d+ by shares: averages are too high; the others take \d+ requests; the call stopped after \d requests, and the same call again goes on from there\./,
  );
});

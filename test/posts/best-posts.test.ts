/** The first posts of a list or a group: beside the numbers of all, and with equal ranks for equal values. */
import { expect, test } from "vitest";
import { withPages } from "../helpers/posts-api.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf } from "../helpers/results.ts";
import { posts, listed, tables } from "../helpers/listed-posts.ts";

test("the best posts are compared with all", async () => {
  const { call, result } = await listed();
  const piece = {
    result,
    group_by: "type",
    sort_by: "interactions",
    top: 7,
    metrics: ["interactions"],
  };
  const { text } = await call("read_result", piece);
  expect(tables(text)).toMatchInlineSnapshot(`
    "type|posts|share of these 7 %|posts of all|share of all 12 %|interactions sum|interactions mean|interactions median
    these 7 posts|7|100|12|100|931|133|140
    video|6|85.7|6|50|900|150|150
    photo|1 (few)|14.3|6|50|31|31|31"
  `);
});

test("top shows some posts, and totals cover all that were fetched", async () => {
  const { text } = await listed({ top: 2 });
  expect(text).toMatch(
    /\nsum\|[^\n]*\naverage\|[^\n]*\n1\|[^\n]*\n2\|[^\n]*\nThe first 2 of 12 posts/,
  );
  expect(text).toContain("\nThe first 2 of 12 posts are shown; totals cover all 12.");
  const total = posts.reduce((sum, { interactions }) => sum + (interactions ?? 0), 0);
  expect(text).toMatch(new RegExp(`^sum\\|[^\\n]*\\|${total}\\|`, "m"));
});

test("a post without the number that orders the best ones is not among them", async () => {
  const { call, result } = await listed();
  const { text } = await call("read_result", { result, group_by: "weekday", best: 2 });
  const best = readReply(text).tables.find(({ header }) => header.includes("#"));
  const ofWednesday = best?.rows.filter(([day]) => day === "Wednesday");
  expect(ofWednesday?.map((cells) => cells.at(-2))).toEqual(["31"]);
});

test("equal values share a rank, and small fractions can be told apart", async () => {
  const connected = await withPages([
    {
      posts: [0.012_31, 0.012_34, 0.012_34].map((engagement_rate, index) => ({
        id: String(index),
        page_id: "1",
        created_time: "2026-10-05T10:00:00Z",
        engagement_rate,
      })),
    },
  ]);
  const question = {
    date_start: "2026-10-05",
    date_end: "2026-10-05",
    fields: ["engagement_rate"],
  };
  const { text } = await connected.call("list_facebook_posts", question);
  expect(text).toMatch(/\|0\.01231\n/);
  const piece = { result: idOf(text), sort_by: "engagement_rate" };
  const read = await connected.call("read_result", piece);
  expect(read.text).toContain("Equal values share a rank: # 1, 2.");
});

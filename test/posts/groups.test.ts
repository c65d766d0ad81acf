/** Posts in groups, the number of posts that are shown, ratios of posts, and equal values. */
import { expect, test } from "vitest";
import { type Connected } from "../helpers/connect.ts";
import { withPages } from "../helpers/posts-api.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf } from "../helpers/results.ts";

interface Post {
  readonly type: string;
  readonly created_time: string;
  readonly interactions: number | null;
  readonly comments: number;
  readonly insights_impressions: number;
  readonly post_labels: readonly object[];
}

const sale = { id: "l1", name: "Sale" };
const news = { id: "l2", name: "News" };

/** Twelve posts in two weeks: videos are on Mondays, and their numbers are higher. */
const posts: readonly Post[] = Array.from({ length: 12 }, (_, index) => {
  const isVideo = index % 2 === 0;
  const day = isVideo
    ? ["05", "12"][index % 4 === 0 ? 0 : 1]
    : String(6 + (index % 5)).padStart(2, "0");
  return {
    type: isVideo ? "video" : "photo",
    created_time: `2026-10-${day}T${isVideo ? "09" : "18"}:30:00Z`,
    interactions: index === 1 ? null : isVideo ? 100 + index * 10 : 20 + index,
    comments: 0,
    insights_impressions: 1000,
    post_labels: index === 3 ? [] : isVideo ? [sale, news] : [news],
  };
});

async function listed(
  question: object = {},
  options: object = {},
  labels?: readonly object[],
): Promise<Connected & { text: string; result: string }> {
  const connected = await withPages(
    [
      {
        posts: posts.map((post, index) => ({
          id: String(index),
          page_id: index % 3 === 0 ? "1" : "2",
          ...post,
          ...(labels && { post_labels: labels }),
        })),
      },
    ],
    undefined,
    options,
  );
  const { text } = await connected.call("list_facebook_posts", {
    date_start: "2026-10-05",
    date_end: "2026-10-18",
    fields: ["type", "interactions", "comments", "insights_impressions", "post_labels"],
    ...question,
  });
  return { ...connected, text, result: idOf(text) };
}

const tables = (text: string): string =>
  readReply(text)
    .tables.map(({ title, header, rows }) =>
      [...title, ...[header, ...rows].map((cells) => cells.join("|"))].join("\n"),
    )
    .join("\n\n");

test("a star in the name of a label says nothing about periods; one at a week that the range cuts does", async () => {
  const starred = { ...news, name: "News *" };
  const { call, result } = await listed({ date_start: "2026-10-07" }, {}, [starred]);
  const by = async (group_by: string): Promise<string> =>
    (await call("read_result", { result, group_by, metrics: ["interactions"] })).text;
  const labels = await by("post_labels");
  expect(labels).toContain("\nNews *|");
  expect(labels).not.toContain("* is a part");
  expect(await by("week")).toContain(
    "* is a part of a week, month, quarter or year, or holds days that are not over.",
  );
});

test("groups by a field: count, mean, median and sum, with missing values in none of them", async () => {
  const { call, result } = await listed();
  const { text } = await call("read_result", {
    result,
    group_by: "type",
    metrics: ["interactions"],
  });
  expect(tables(text)).toMatchInlineSnapshot(`
    "type|posts|interactions sum|interactions mean|interactions median
    all posts|12|1035|94.09|100
    video|6|900|150|150
    photo|6|135|27|27"
  `);
  expect(text).toContain(
    "\nMissing values are not 0, and no number includes them: interactions in 1 of 12 posts.\n",
  );
});

test("groups by parts of the time, by profile and by labels, several in one call", async () => {
  const { call, result } = await listed();
  const { text } = await call("read_result", {
    result,
    group_by: "weekday, hour, month, profile, post_labels",
    metrics: ["interactions"],
  });
  expect(tables(text)).toMatchInlineSnapshot(`
    "weekday|posts|interactions sum|interactions mean|interactions median
    all posts|12|1035|94.09|100
    Monday|6|900|150|150
    Tuesday|1 (few)|25|25|25
    Wednesday|2 (few)|31|31|31
    Thursday|1 (few)|27|27|27
    Friday|1 (few)|23|23|23
    Saturday|1 (few)|29|29|29
    Sunday|0|0|–|–

    hour|posts|interactions sum|interactions mean|interactions median
    all posts|12|1035|94.09|100
    11:00|6|900|150|150
    20:00|6|135|27|27

    month|posts|interactions sum|interactions mean|interactions median
    all posts|12|1035|94.09|100
    2026-10*|12|1035|94.09|100

    profile|posts|interactions sum|interactions mean|interactions median
    all posts|12|1035|94.09|100
    Two|8|723|103.3|120
    One|4 (few)|312|78|64.5

    post_labels|posts|interactions sum|interactions mean|interactions median
    all posts|12|1035|94.09|100
    Sale|6|900|150|150
    News|11|1012|101.2|110
    (no label)|1 (few)|23|23|23"
  `);
  expect(text).toContain("\n(few): fewer than 5 posts, so differences can be chance.\n");
  expect(text).toContain("\nA post is in the group of each of its labels.\n");
});

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

test("a ratio of a group is the sum of a over the sum of b, never a mean of ratios", async () => {
  const { call, result } = await listed();
  const metrics = ["rate = interactions / insights_impressions"];
  const { text } = await call("read_result", { result, group_by: "type", metrics });
  expect(tables(text)).toMatchInlineSnapshot(`
    "type|posts|rate %|rate % median
    all posts|12|9.4|10
    video|6|15|15
    photo|6|2.7|2.7"
  `);
  const ranked = await call("read_result", { result, metrics, sort_by: metrics[0], top: 2 });
  expect(ranked.text).toMatch(/\|rate %\naverage\|\|9\.4\n1\|[^\n]*\|20\n2\|[^\n]*\|18\n/);
});

test("programs get the tables of several fields as one, with numbers for counts", async () => {
  const { call, client, result } = await listed({}, { structured: true });
  expect(call).toBeDefined();
  const { structuredContent } = await client.callTool({
    name: "read_result",
    arguments: { result, group_by: "type, weekday", metrics: ["interactions"] },
  });
  expect(structuredContent).toMatchObject({
    columns: [
      "group_by",
      "group",
      "posts",
      "interactions sum",
      "interactions mean",
      "interactions median",
    ],
    rows: expect.arrayContaining([
      ["type", "video", 6, 900, 150, 150],
      ["weekday", "Tuesday", 1, 25, 25, 25],
    ]),
  });
});

test.each([
  ["a column", ["comments = interactions / insights_impressions"], "comments"],
  ["another ratio", ["rate = interactions / comments", "rate = comments / interactions"], "rate"],
])("a ratio with the name of %s is rejected", async (_, metrics, name) => {
  const { failing, result } = await listed();
  const { text } = await failing("read_result", { result, metrics });
  expect(text).toMatch(
    new RegExp(
      `^invalid_input: the name ${name} of a formula is taken\\nGive the formula another name`,
    ),
  );
});

test.each(["constructor", "__proto__", "toString"])("posts have no field %s", async (name) => {
  const { failing, result } = await listed();
  const { text } = await failing("read_result", { result, group_by: name });
  expect(text).toContain(`invalid_input: the posts have no ${name} to group by\nGroup by one of `);
});

test("a ratio over 0 has no number", async () => {
  const { call, result } = await listed();
  const metrics = ["none = interactions / comments"];
  const { text } = await call("read_result", { result, group_by: "type", metrics });
  expect(text).toMatch(/\ntype\|posts\|none\|none median\nall posts\|12\|–\|–\nvideo\|6\|–\|–\n/);
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

test.each([
  [
    { group_by: "nothing" },
    /^invalid_input: the posts have no nothing to group by\nGroup by one of weekday, hour/,
  ],
  [{ group_by: "interactions" }, /interactions cannot group posts: its values are numbers/],
  [
    { group_by: "type", metrics: ["type"] },
    /the posts have no numbers type\nChoose from interactions/,
  ],
  [
    { metrics: ["interactions / reach"] },
    /the posts have no numbers reach, which interactions \/ reach needs/,
  ],
  [
    { view: "outliers" },
    /^invalid_input: view outliers does not apply: a posts result has one row per post/,
  ],
  [
    { statistic: "median" },
    /^invalid_input: statistic does not apply: a posts result has one row per post/,
  ],
])("%j is refused with what it takes", async (piece, problem) => {
  const { failing, result } = await listed();
  const { text, isError } = await failing("read_result", { result, ...piece });
  expect(isError).toBe(true);
  expect(text).toMatch(problem);
});

test("pages of one name are rows of their own, with their ids", async () => {
  const twins = ["1", "2"].map((id) => ({ id, name: "Twin", timezone: "Europe/Prague" }));
  const post = { created_time: "2026-10-05T10:00:00Z", interactions: 3 };
  const connected = await withPages(
    [
      {
        posts: [
          { id: "a", page_id: "1", ...post },
          { id: "b", page_id: "2", ...post },
        ],
      },
    ],
    twins,
  );
  const question = { period: "2026-10", fields: ["interactions"] };
  const { text } = await connected.call("list_facebook_posts", question);
  const piece = { result: idOf(text), group_by: "profile" };
  const rows = readReply((await connected.call("read_result", piece)).text).tables[0]?.rows;
  expect(rows?.slice(1).map((cells) => cells.slice(0, 3))).toEqual([
    ["Twin (1)", "1 (few)", "3"],
    ["Twin (2)", "1 (few)", "3"],
  ]);
});

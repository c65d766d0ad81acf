/** Posts in groups: by a field, by parts of the time, by profile and by labels, and what cannot group them. */
import { expect, test } from "vitest";
import { withPages } from "../helpers/posts-api.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf } from "../helpers/results.ts";
import { news, listed, tables } from "../helpers/listed-posts.ts";

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

test.each([
  ["posts", 1],
  ["interactions", 3],
  ["interactions sum", 2],
  ["interactions median", 4],
])("groups are sorted by %s, in both orders, those without it last", async (sort_by, column) => {
  const { call, result } = await listed();
  const sortedBy = async (order: string): Promise<(number | undefined)[]> => {
    const piece = { result, group_by: "weekday", metrics: ["interactions"], sort_by, order };
    const rows = readReply((await call("read_result", piece)).text).tables[0]?.rows.slice(1) ?? [];
    return rows.map((cells) => Number(/^[\d.]+/.exec(cells[column] ?? "")?.[0]));
  };
  const falling = await sortedBy("desc");
  const values = falling.filter((value) => !Number.isNaN(value));
  expect(values.length).toBeGreaterThan(5);
  expect(values).toEqual(values.toSorted((left, right) => Number(right) - Number(left)));
  const missing = falling.slice(values.length);
  expect(await sortedBy("asc")).toEqual([...values.toReversed(), ...missing]);
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

test.each(["constructor", "__proto__", "toString"])("posts have no field %s", async (name) => {
  const { failing, result } = await listed();
  const { text } = await failing("read_result", { result, group_by: name });
  expect(text).toContain(`invalid_input: the posts have no ${name} to group by\nGroup by one of `);
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
    { group_by: "type", sort_by: "likes" },
    /^invalid_input: groups of posts have no number "likes" to sort by\nSort by one of posts, interactions sum, interactions mean, /,
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

/** Records of posts as rows and columns. */
import { finish } from "../../src/base/async/work.ts";
import { expect, test } from "vitest";
import { facebookPostFields } from "../../src/catalog/post-fields.ts";
import { postsTable, type PostsResult } from "../../src/questions/posts/rows.ts";

/** The table of a network whose fields the specification does not list. */
const inferred = (
  records: Record<string, unknown>[],
): Pick<PostsResult, "columns" | "rows" | "bytes"> =>
  finish(postsTable(records, undefined, undefined));
const typesOf = (records: Record<string, unknown>[]): [string, string][] =>
  inferred(records).columns.map(({ name, type }) => [name, type]);

test("an object becomes a column per key, in the order in which keys are first seen", async () => {
  const { columns, rows } = inferred([
    { reactions: { love: 1 } },
    { reactions: { like: 2, love: 3 }, id: "b" },
  ]);
  expect(columns.map(({ name }) => name)).toEqual(["reactions.love", "reactions.like", "id"]);
  expect(rows).toEqual([
    [1, undefined, undefined],
    [3, 2, "b"],
  ]);
});

test("asked fields stand in their order, those without a value too; others are passed over", async () => {
  const { columns, rows } = finish(
    postsTable(
      [{ more: 1, shares: 2, id: "a" }],
      ["id", "reactions_by_type", "shares"],
      facebookPostFields,
    ),
  );
  expect(columns.map(({ name }) => name)).toEqual(["id", "reactions_by_type", "shares"]);
  expect(rows).toEqual([["a", undefined, 2]]);
});

test("what is not known of a field is taken from its values", async () => {
  expect(
    typesOf([
      {
        count: 1,
        is_new: true,
        created_time: "2026-10-01T10:00:00Z",
        url: "https://example.invalid/?a=1",
        content: "Two words",
        attachments: [{ title: "x" }],
        empty: null,
      },
      { count: 2.5, created_time: "2026-10-02 11:30", content: "One" },
    ]),
  ).toEqual([
    ["count", "number"],
    ["is_new", "flag"],
    ["created_time", "time"],
    ["url", "word"],
    ["content", "text"],
    ["attachments", "list"],
  ]);
});

test("a number that is a text, against the specification, is not added up", async () => {
  const records = [{ shares: "many" }, { shares: 3 }];
  const { columns } = finish(postsTable(records, ["shares"], facebookPostFields));
  expect(columns[0]?.type).toBe("word");
});

test("counts add up, shares of something, lengths and people do not", async () => {
  const record = {
    publishedAt: 1,
    year: 1,
    viewers: 1,
    uniqueImpressionsCount: 1,
    engagementRate: 1,
    insights_engaged_users: 1,
    likesCount: 1,
    reactions: 1,
    impressions: 1,
    engagement_rate: 1,
    unique_clicks: 1,
    reach: 1,
    "clicks.unique": 1,
  };
  const adds = inferred([record]).columns.filter((column) => column.adds);
  expect(adds.map(({ name }) => name)).toEqual(["likesCount", "reactions", "impressions"]);
  const counts = { shares: 1, insights_reach: 1 };
  const { columns } = finish(postsTable([counts], undefined, facebookPostFields));
  const [shares, reach] = columns;
  expect([shares?.adds, reach?.adds]).toEqual([true, false]);
});

test("every text is inert before it is kept: values, keys, what stands within lists", async () => {
  const bad = "a\u202E\u200B\nb";
  const { columns, rows } = inferred([
    {
      [bad]: bad,
      nested: { [bad]: { x: { y: { [bad]: bad } } } },
      list: [bad, { [bad]: [bad] }],
    },
  ]);
  expect(columns.map(({ name }) => name)).toEqual(["a b", "nested.a b.x.y", "list"]);
  expect(rows).toEqual([["a b", '{"a b":"a b"}', ["a b", { "a b": ["a b"] }]]]);
});

test("missing is not 0, nor an empty text", async () => {
  const { rows } = inferred([{ shares: 0, message: "" }, { shares: null }]);
  expect(rows).toEqual([
    [0, ""],
    [undefined, undefined],
  ]);
});

/** Posts of two ranges (`compare_to`): one call, all posts of both, by the rules of comparisons. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { longestBlock } from "../helpers/longest-block.ts";
import { withPages } from "../helpers/posts-api.ts";
import { servedPosts, world } from "../helpers/posts-world.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf } from "../helpers/results.ts";

type Line = Readonly<Record<"interactions", Readonly<Record<"mean_change", number>>>>;
interface Groups extends Readonly<Record<"rose" | "fell", readonly Line[]>> {
  readonly group: Readonly<Record<string, Line>>;
}

const october = { period: "2026-10", compare_to: "previous_period" };

test("the form: both ranges, a line for each number, changes at equal days", async () => {
  const { call } = await connect({ profiles: 8 });
  const { text } = await call("list_facebook_posts", october);
  expect(text.replaceAll(/result:\/\/\w+/g, "result://r")).toMatchInlineSnapshot(`
    "facebook posts, 8 profiles, 2026-10-01 to 10-31 (31 days) against 2026-09-01 to 09-30 (30), profile time. Complete: 250 posts. Before: 222 posts. 3 requests sent, at most 497 left this hour.

    all 8 profiles|now, 31 days|before, 30 days|change at equal days|change %
    posts|250|222|+21|+9
    interactions sum|166009|147843|+13238|+8.7
    interactions mean|664|666|-1.9|-0.3
    interactions median|597.5|605|-7.5|-1.2
    reactions sum|147943|131106|+12467|+9.2
    reactions mean|591.8|590.6|+1.2|+0.2
    reactions median|533|529|+4|+0.8
    comments sum|9095|8979|-183|-2
    comments mean|36.38|40.45|-4.07|-10.1
    comments median|31|34.5|-3.5|-10.1
    read_result gives groups of both ranges (group_by), and the posts of the later one; the CSV has all.
    Not shown: shares; name them in metrics.
    result://r.csv"
  `);
});

test("groups side by side, by the size of their change", async () => {
  const { call } = await connect({ profiles: 8 });
  const result = idOf((await call("list_facebook_posts", october)).text);
  const { text } = await call("read_result", { result, group_by: "type", metrics: ["comments"] });
  const [table] = readReply(text).tables;
  expect(table?.header).toEqual([
    "type",
    "number",
    "now",
    "before",
    "change at equal days",
    "change %",
  ]);
  const means = table?.rows.filter(([, number]) => number === "comments mean").slice(1);
  const changes = means?.map(([, , , , change]) => Math.abs(Number(change)));
  expect(changes?.length).toBeGreaterThan(3);
  expect(changes).toEqual(changes?.toSorted((left, right) => right - left));
});

test("structured content has the numbers of both ranges, and who rose and fell", async () => {
  const { client, call } = await connect({ profiles: 8, structured: true });
  expect(call).toBeDefined();
  const listed = await client.callTool({ name: "list_facebook_posts", arguments: october });
  const [posts, sum] = [
    { now: 250, before: 222, change: 250 - (222 * 31) / 30 },
    { sum: 166_009, sum_before: 147_843, sum_change: 166_009 - (147_843 * 31) / 30 },
  ];
  expect(listed.structuredContent).toMatchObject({
    period: { start: "2026-10-01", end: "2026-10-31" },
    before: { period: { start: "2026-09-01", end: "2026-09-30" } },
    total: { posts, interactions: sum },
  });
  expect(listed.structuredContent).not.toHaveProperty("rose");
  const { result } = Object(listed.structuredContent);
  const { structuredContent } = await client.callTool({
    name: "read_result",
    arguments: { result, group_by: "profile" },
  });
  const { rose, fell, group }: Groups = Object(structuredContent);
  const changes = Object.values(group).map(({ interactions }) => interactions.mean_change);
  expect([rose.length, fell.length]).toEqual(
    [1, -1].map((sign) => changes.filter((change) => Math.sign(change) === sign).length),
  );
  expect(rose.every(({ interactions }) => interactions.mean_change > 0)).toBe(true);
  expect(fell.every(({ interactions }) => interactions.mean_change < 0)).toBe(true);
});

test("the posts of the earlier range are in the CSV, and a list of the result is of the later range", async () => {
  const { list, rowsOf, call } = await servedPosts();
  const question = { date_start: "2026-11-02", date_end: "2026-11-12", compare_to: "2026-10-22" };
  const { text } = await list(question);
  const rows = await rowsOf(`result://${idOf(text)}.csv`);
  const idsOf = (start: string, end: string): string[] =>
    world
      .flatMap(({ day, post }) => (day >= start && day <= end ? String(post["id"]) : []))
      .toSorted();
  for (const [range, start, end] of [
    ["now", "2026-11-02", "2026-11-12"],
    ["before", "2026-10-22", "2026-11-01"],
  ] as const) {
    const rangeRows = rows.filter((row) => row.get("range") === range);
    expect(rangeRows.map((row) => row.get("id") ?? "").toSorted()).toEqual(idsOf(start, end));
  }
  const { text: best } = await call("read_result", {
    result: idOf(text),
    sort_by: "interactions",
    top: 3,
  });
  const later = world.filter(({ day }) => day >= "2026-11-02");
  const highest = Math.max(...later.map(({ post }) => post.interactions));
  expect(best).toMatch(new RegExp(`\\n1\\|.*\\|${highest}\\|`));
});

test("a call that cannot read all posts of both ranges stops, and the same call again goes on", async () => {
  const posts = Array.from({ length: 1200 }, (_, at) => ({
    id: String(at),
    page_id: "1",
    created_time: new Date(Date.UTC(2026, 8, 1) + at * 2_000_000).toISOString(),
  }));
  const pageAt = (from: number): object => {
    const next = from + 500;
    return {
      posts: posts.slice(from, next),
      ...(next < posts.length && { next: String(next), remaining: posts.length - next }),
    };
  };
  const { attempt } = await withPages(
    (body) =>
      body["date_start"] === "2026-09-01" ? pageAt(Number(body["after"] ?? 0)) : { posts: [] },
    undefined,
    { settings: { maxRequests: 2 } },
  );
  const texts: string[] = [];
  while (texts.length < 5 && texts.at(-1)?.includes("\nposts|") !== true)
    texts.push((await attempt("list_facebook_posts", { ...october, fields: ["id"] })).text);
  expect(texts.length).toBeGreaterThan(1);
  expect(texts[0]).toMatch(
    /^too_many_requests_needed: a comparison is of all posts of both ranges, and this call stopped after 2 requests\nRepeat the call/,
  );
  expect(texts.at(-1)).toContain("\nposts|0|1200|");
});

test.each([
  [{ top: 3 }, "top chooses a part of one list"],
  [{ cursor: "x" }, "cursor chooses a part of one list"],
  [{ compare_to: "never" }, '"never" is not a comparison'],
  [{ compare_to: "2026-10-20" }, "compare_to 2026-10-20 begins on 2026-10-20"],
])("%j is refused", async (question, problem) => {
  const { failing } = await connect({ profiles: 4 });
  const { text } = await failing("list_facebook_posts", { ...october, ...question });
  expect(text).toContain(problem);
});

test("two grains of time cannot be paired", async () => {
  const { call, failing } = await connect({ profiles: 4 });
  const result = idOf((await call("list_facebook_posts", october)).text);
  const { text } = await failing("read_result", { result, group_by: "week+day" });
  expect(text).toMatch(/^invalid_input: the rows of two ranges are paired by one grain of time\n/);
});

test("one post against none: a count has a change, a mean has none, and nothing is in percent", async () => {
  const post = { id: "1", page_id: "1", created_time: "2026-10-06T09:00:00Z", interactions: 5 };
  const { call } = await withPages((body) =>
    body["date_start"] === "2026-10-05" ? { posts: [post] } : { posts: [] },
  );
  const { text } = await call("list_facebook_posts", {
    date_start: "2026-10-05",
    date_end: "2026-10-11",
    compare_to: "previous_period",
    fields: ["interactions"],
  });
  expect(text).toContain("\nposts|1 (few)|0|+1|–\n");
  expect(text).toContain("\ninteractions sum|5|0|+5|–\n");
  expect(text).toContain("\ninteractions mean|5|–|–|–\n");
});

test("25,000 posts are grouped in pieces", async () => {
  const posts = Array.from({ length: 25_000 }, (_, at) => ({
    id: String(at),
    page_id: String(1 + (at % 2)),
    type: `type${at % 9}`,
    created_time: new Date(Date.UTC(2026, 9, 5) + at * 40_000).toISOString(),
    interactions: (at * 7919) % 1009,
  }));
  const { call } = await withPages((body) => {
    const from = Number(body["after"] ?? 0);
    const next = from + 500;
    return {
      posts: posts.slice(from, next),
      ...(next < posts.length && { next: String(next), remaining: posts.length - next }),
    };
  });
  const { text } = await call("list_facebook_posts", {
    date_start: "2026-10-05",
    date_end: "2026-10-18",
    limit: 25_000,
    top: 1,
    fields: ["type", "interactions"],
  });
  const block = await longestBlock(async () => {
    await call("read_result", { result: idOf(text), group_by: "type+day" });
    await call("read_result", { result: idOf(text), group_by: "hour", best: 3 });
    await call("read_result", { result: idOf(text), split: "type = type1" });
  });
  expect(block).toBeLessThan(250);
});

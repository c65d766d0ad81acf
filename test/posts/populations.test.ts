/** Each line of posts is of what it says: the same pages and days on both sides, nothing that is not over or not listed. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { failure, serveFakeApi } from "../helpers/fake-api.ts";
import { withPages } from "../helpers/posts-api.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const october = { date_start: "2026-10-01", date_end: "2026-10-31" };
const rowsIn = (text: string): readonly (readonly string[])[] =>
  readReply(text).tables[0]?.rows ?? [];
const sumAt = (rows: readonly (readonly string[])[], column: number): number =>
  rows.reduce((sum, cells) => sum + (Number.parseInt(cells[column] ?? "", 10) || 0), 0);

test.each(["profile", "week"])(
  "beside metrics of two pages, posts by %s are those of these pages",
  async (group_by) => {
    const { call } = await connect({ profiles: 8 });
    const posts = await call("list_facebook_posts", { ...october, limit: 500 });
    const chosen = { network: "facebook", metrics: ["insights_views"], ...october };
    const names = ["Acme US", "Acme UK"];
    const beside = idOf((await call("get_profile_metrics", { ...chosen, profiles: names })).text);
    const result = idOf(posts.text);
    const [total, ...rows] = rowsIn((await call("read_result", { result, beside, group_by })).text);
    const piece = { result, group_by: "profile", profiles: names };
    const expected = rowsIn((await call("read_result", piece)).text)[0];
    expect(total?.slice(1, 3)).toEqual(expected?.slice(1, 3));
    expect([sumAt(rows, 1), sumAt(rows, 3)]).toEqual([Number(total?.[1]), Number(total?.[3])]);
  },
);

test("beside metrics of all pages, a piece of one page has the metrics of this page", async () => {
  const { call } = await connect({ profiles: 8 });
  const result = idOf((await call("list_facebook_posts", { ...october, limit: 500 })).text);
  const question = { network: "facebook", metrics: ["insights_views"], ...october };
  const beside = idOf((await call("get_profile_metrics", question)).text);
  const piece = { result, beside, profiles: ["Acme US"] };
  const totals = await Promise.all(
    ["week", "profile"].map(
      async (group_by) => rowsIn((await call("read_result", { ...piece, group_by })).text)[0]?.[3],
    ),
  );
  const alone = await call("read_result", { result: beside, profiles: ["Acme US"] });
  expect(alone.text).toContain(`|${totals[0]}`);
  expect(totals[1]).toBe(totals[0]);
});

test("a range with days that are not over is compared by its days that are, against as many first days", async () => {
  const { call } = await connect({ profiles: 8 });
  const question = { period: "2026-11", compare_to: "previous_period", fields: ["interactions"] };
  const { text } = await call("list_facebook_posts", question);
  expect(text).toMatch(/2026-11-01 to 11-\d\d against 2026-10-01 to 10-\d\d \(\d+ days each\)/);
  const end = /2026-11-01 to (11-\d\d)/.exec(text)?.[1] ?? "";
  const same = { date_start: "2026-11-01", date_end: `2026-${end}`, compare_to: "2026-10-01" };
  const { text: byDates } = await call("list_facebook_posts", {
    ...question,
    period: null,
    ...same,
  });
  expect(rowsIn(text)).toEqual(rowsIn(byDates));
});

test("rows of time that are not over have a star, and later ones have no posts yet", async () => {
  const { call } = await connect({ profiles: 8 });
  const posts = await call("list_facebook_posts", { period: "2026-11", limit: 5000 });
  const { text } = await call("read_result", { result: idOf(posts.text), group_by: "week" });
  expect(text).toMatch(/\n2026-W47\*\|\d+\|/);
  expect(text).toMatch(/\n2026-W49\*\|–\|–\|–\|/);
});

test("days outside a selection, and days that a part of the posts does not reach, are no rows", async () => {
  const { call } = await connect({ profiles: 8 });
  const result = idOf((await call("list_facebook_posts", { ...october, limit: 500 })).text);
  const days = { date_start: "2026-10-05", date_end: "2026-10-11" };
  const piece = await call("read_result", { result, group_by: "day", ...days });
  expect(rowsIn(piece.text)).toHaveLength(8);
  const weeks = await call("read_result", {
    result,
    group_by: "week",
    date_start: "2026-10-06",
    date_end: "2026-10-13",
  });
  expect(
    rowsIn(weeks.text)
      .map(([name]) => name)
      .slice(1),
  ).toEqual(["2026-W41*", "2026-W42*"]);
  const part = idOf((await call("list_facebook_posts", { ...october, limit: 10 })).text);
  const { text } = await call("read_result", { result: part, group_by: "day" });
  expect(text).not.toContain("|0|");
  expect(rowsIn(text).length).toBeLessThan(8);
});

const post = (id: string, page: string, day: string, more: object = {}): object => ({
  id,
  page_id: page,
  created_time: `${day}T10:00:00Z`,
  interactions: 100,
  ...more,
});
const two = { date_start: "2026-10-05", date_end: "2026-10-11", compare_to: "previous_period" };
/** Posts of the later and of the earlier range. */
const withRanges = (now: readonly object[], before: readonly object[]) =>
  withPages((body) => ({ posts: body["date_start"] === "2026-10-05" ? now : before }));

test("a page that the API rejects for the earlier range is in neither range, and named", async () => {
  const { baseUrl } = await serveFakeApi({
    profiles: ["1", "2"].map((id) => ({ id, name: id === "1" ? "One" : "Two", timezone: "UTC" })),
    posts: ({ body }) => {
      const isEarlier = body["date_start"] !== "2026-10-05";
      if (isEarlier && body.profiles.includes("2")) return failure(5, "profiles not allowed: 2");
      const day = String(body["date_start"]);
      return { data: { posts: body.profiles.map((id) => post(`${id}${day}`, id, day)) } };
    },
  });
  const { call } = await connect({ baseUrl });
  const { text } = await call("list_facebook_posts", { ...two, fields: ["interactions"] });
  expect(text).toContain("\nposts|1 (few)|1|0|0\n");
  expect(text).toMatch(/Without Two/);
});

test("a sum with posts that have no value on a side has no change; the count has", async () => {
  const { call } = await withRanges(
    [post("1", "1", "2026-10-06"), post("2", "2", "2026-10-06", { interactions: null })],
    [post("3", "1", "2026-09-29"), post("4", "2", "2026-09-29")],
  );
  const { text } = await call("list_facebook_posts", { ...two, fields: ["interactions"] });
  expect(text).toContain("\nposts|2 (few)|2|0|0\n");
  expect(text).toContain("\ninteractions sum|100|200|–|–\n");
  expect(text).toContain(
    "interactions in 1 of 2 posts (before: 0 of 2); a sum that lacks a value has no change.",
  );
});

test.each([
  ["the later", [], [post("1", "1", "2026-09-29")]],
  ["the earlier", [post("1", "1", "2026-10-06")], []],
  ["neither", [], []],
])(
  "without posts in %s range, the CSV keeps its columns and pages are rows",
  async (_, now, before) => {
    const connected = await withRanges(now, before);
    const { text } = await connected.call("list_facebook_posts", {
      ...two,
      fields: ["interactions"],
    });
    const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
    expect(csv.replace(/^\uFEFF/, "").split("\r\n")[0]).toBe(
      "range,id,created_time,created_local,page_id,profile_name,interactions",
    );
    const lengths = new Set(csvRows(csv).map((row) => [...row.values()].length));
    expect([...lengths].every((length) => length === 7)).toBe(true);
    const groups = await connected.call("read_result", { result: idOf(text), group_by: "profile" });
    expect(groups.text).toMatch(/\nTwo\|posts\|0\|0\|0\|/);
  },
);

test("a post outside the earlier range keeps its own day", async () => {
  const { call } = await withRanges([post("1", "1", "2026-10-06")], [post("2", "1", "2026-10-05")]);
  const question = { ...two, fields: ["interactions"] };
  const result = idOf((await call("list_facebook_posts", question)).text);
  const { text } = await call("read_result", { result, group_by: "day" });
  expect(text).toMatch(/\n2026-10-05\|posts\|0\|0\|/);
  expect(text).toMatch(/\nbefore 2026-10-05\|posts\|–\|1\|–\|–\n/);
});

test("metrics and posts that have a number of one name are told apart", async () => {
  const { call } = await connect({ profiles: 6 });
  const fields = ["insights_impressions"];
  const posts = await call("list_facebook_posts", { ...october, fields, limit: 500 });
  const question = { network: "facebook", metrics: fields, ...october };
  const beside = idOf((await call("get_profile_metrics", question)).text);
  const { text } = await call("read_result", {
    result: idOf(posts.text),
    beside,
    group_by: "week",
  });
  expect(text).toContain(
    "\nweek|posts|insights_impressions sum|insights_impressions sum of pages\n",
  );
});

test("a piece of a comparison has the posts that it selects, in its CSV too, and takes no dates", async () => {
  const connected = await connect({ profiles: 8 });
  const { call, failing } = connected;
  const question = { period: "2026-10", compare_to: "previous_period", fields: ["interactions"] };
  const result = idOf((await call("list_facebook_posts", question)).text);
  const { text, links } = await call("read_result", { result, profiles: ["Acme US"] });
  const [, now = "", before = ""] = /\nposts\|(\d+)\|(\d+)\|/.exec(text) ?? [];
  const rows = csvRows(await readCsv(connected, links.find((uri) => uri.endsWith(".csv")) ?? ""));
  const countOf = (range: string): number =>
    rows.filter((row) => row.get("range") === range).length;
  expect([countOf("now"), countOf("before")]).toEqual([Number(now), Number(before)]);
  expect(new Set(rows.map((row) => row.get("profile_name")))).toEqual(new Set(["Acme US"]));
  const dated = { result, date_start: "2026-10-05", date_end: "2026-10-11" };
  expect((await failing("read_result", dated)).text).toMatch(/^invalid_input: date_start cannot/);
});

/** Posts take conditions, shares, charts and workbooks as metrics do. */
import { expect, test } from "vitest";
import { formatNumber } from "../../src/base/text/numbers.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { withPages } from "../helpers/posts-api.ts";
import { idOf, readCsv } from "../helpers/results.ts";

async function october(): Promise<
  Connected & { result: string; rows: ReturnType<typeof csvRows> }
> {
  const connected = await connect({ profiles: 12 });
  const { text } = await connected.call("list_facebook_posts", {
    period: "last_month",
    fields: ["type", "interactions", "comments", "insights_reach"],
    limit: 1000,
  });
  const result = idOf(text);
  return {
    ...connected,
    result,
    rows: csvRows(await readCsv(connected, `result://${result}.csv`)),
  };
}

const csvOf = (links: readonly string[]): string => links.find((uri) => uri.endsWith(".csv")) ?? "";

test("conditions select posts before they are ranked or grouped", async () => {
  const connected = await october();
  const { call, result, rows } = connected;
  const met = rows.filter((row) => (numberIn(row, "interactions") ?? 0) >= 400);
  const where = ["interactions >= 400", "comments > 5"];
  const both = met.filter((row) => (numberIn(row, "comments") ?? 0) > 5);
  expect(both.length).toBeGreaterThan(5);
  expect(both.length).toBeLessThan(met.length);
  const read = await call("read_result", { result, where, sort_by: "interactions", top: 3 });
  expect(read.text).toContain(
    `interactions >= 400 and comments > 5: ${both.length} of ${rows.length} posts match.`,
  );
  expect(read.text).toContain(`: 3 of ${both.length} posts`);
  const grouped = await call("read_result", { result, where, group_by: "type" });
  expect(grouped.text).toContain(`\nthese ${both.length} posts|${both.length}|`);
});

test.each<[string[], RegExp]>([
  [["likes > 5"], /the posts have no numbers for the condition "likes > 5"\nConditions compare /],
  [["interactions:change > 5"], /no numbers for the condition/],
  [["interactions > 5%"], /compares a number with a percentage/],
  [["type = video"], /is not a condition/],
])("%j is refused", async (where, expected) => {
  const { failing, result } = await october();
  expect((await failing("read_result", { result, where })).text).toMatch(expected);
});

test("shares of groups are of the sums of all posts, and add up", async () => {
  const connected = await october();
  const { call, result, rows } = connected;
  const question = { result, group_by: "type", view: "shares", metrics: ["interactions"] };
  const { links } = await call("read_result", question);
  const groups = csvRows(await readCsv(connected, csvOf(links)));
  const sumOf = (list: typeof rows): number =>
    list.reduce((sum, row) => sum + (numberIn(row, "interactions") ?? 0), 0);
  expect(groups.length).toBeGreaterThan(3);
  for (const row of groups) {
    const sum = sumOf(rows.filter((post) => post.get("type") === row.get("type")));
    expect(numberIn(row, "interactions sum")).toBe(sum);
    const count = rows.filter((post) => post.get("type") === row.get("type")).length;
    expect(numberIn(row, "posts share %")).toBeCloseTo((100 * count) / rows.length, 9);
    expect(numberIn(row, "interactions share %")).toBeCloseTo((100 * sum) / sumOf(rows), 9);
  }
  const { failing } = connected;
  const { text } = await failing("read_result", { result, view: "shares" });
  expect(text).toMatch(/group_by, also with view: shares/);
});

test("groups of posts are drawn, with the means of the table; single posts are not", async () => {
  const connected = await october();
  const { call, failing, result } = connected;
  const reply = await failing("chart_result", { result });
  expect(reply.text).toMatch(
    /^invalid_input: posts are not drawn one by one\nCall read_result with group_by/,
  );
  const piece = await call("read_result", {
    result,
    group_by: "weekday",
    metrics: ["interactions"],
  });
  const groups = csvRows(await readCsv(connected, csvOf(piece.links)));
  const id = csvOf(piece.links);
  const chart = await call("chart_result", { result: id });
  expect(chart.text).toContain("Interactions of posts by weekday");
  const means = groups.map((row) => {
    const mean = formatNumber(numberIn(row, "interactions mean") ?? Number.NaN);
    return `${row.get("weekday")} (${row.get("posts")}) ${mean}`;
  });
  expect(means).toHaveLength(7);
  expect(chart.text).toContain(`interactions mean: ${means.join(", ")}`);
  for (const kind of ["stacked", "heatmap"])
    expect((await failing("chart_result", { result: id, kind })).text).toMatch(
      /Use the kind bar\./,
    );
});

test("labels of one name are told apart, and a post is in a group once", async () => {
  const connected = await connect({ profiles: 12 });
  const { call } = connected;
  const question = { period: "last_month", fields: ["interactions", "post_labels"], limit: 1000 };
  const result = idOf((await call("list_facebook_posts", question)).text);
  const rows = csvRows(await readCsv(connected, `result://${result}.csv`));
  const grouped = await call("read_result", { result, group_by: "post_labels" });
  for (const id of ["cl-7", "cl-8"]) {
    const count = rows.filter((row) => row.get("post_labels")?.includes(`"${id}"`)).length;
    expect(count).toBeGreaterThan(5);
    expect(grouped.text).toContain(`\nShared (${id})|${count}|`);
  }
  // Of a selection too, each is compared with itself.
  const best = { result, group_by: "post_labels", sort_by: "interactions", top: 10 };
  expect((await call("read_result", best)).text).not.toMatch(/\nShared\|/);
});

test("every reply about filtered posts names the filter", async () => {
  const connected = await connect({ profiles: 12 });
  const { call } = connected;
  const filter = { field: "type", value: "photo" };
  const listed = await call("list_facebook_posts", { period: "last_month", filter, limit: 1000 });
  const result = idOf(listed.text);
  const piece = await call("read_result", { result, group_by: "weekday" });
  const chart = await call("chart_result", { result: csvOf(piece.links) });
  for (const { text } of [listed, piece, chart])
    expect(text.split("\n")[0]).toContain("facebook posts with type photo, ");
});

test("charts of a piece say what it selects, and draw its shares", async () => {
  const { call, failing, result } = await october();
  const read = async (piece: object): Promise<string> => {
    const { links } = await call("read_result", { result, group_by: "type", ...piece });
    return (await call("chart_result", { result: csvOf(links) })).text.split("\n\n")[0] ?? "";
  };
  expect(await read({ where: ["interactions >= 400"] })).toMatch(
    /interactions >= 400: \d+ of \d+ posts match\./,
  );
  expect(await read({ sort_by: "interactions", top: 40 })).toContain(
    "Ranked by interactions, highest first: 40 of ",
  );
  expect(await read({ date_start: "2026-09-01", date_end: "2026-10-20" })).toContain(
    ", 2026-10-01 to 2026-10-20, profile time",
  );
  const shares = await call("read_result", { result, group_by: "type", view: "shares" });
  const { text } = await call("chart_result", { result: csvOf(shares.links) });
  expect(text).toContain("interactions share %: ");
  expect(text).not.toContain("mean");
  const question = { result, group_by: "type", view: "shares", metrics: ["insights_reach"] };
  expect((await failing("read_result", question)).text).toMatch(
    /no numbers insights_reach that can be totalled, so there are no shares of them/,
  );
});

test("a cursor with an altered part is refused: it would complete a part, or double posts", async () => {
  const { call, failing } = await connect({ profiles: 12 });
  const question = { period: "last_month", limit: 10 };
  const [, cursor = ""] =
    /and cursor (\S+)/.exec((await call("list_facebook_posts", question)).text) ?? [];
  const altered = [
    cursor.replace(/(~r\w{8}~\d+)~\d+~[\w-]{8}~/, "$1~~~"),
    cursor.replace(/(~r\w{8}~)\d+/, "$10"),
    cursor.slice(0, -9),
  ];
  expect(altered).not.toContain(cursor);
  for (const forgery of altered) {
    const { text } = await failing("list_facebook_posts", { ...question, cursor: forgery });
    expect(text).toMatch(/^invalid_input: this server did not issue the cursor/);
  }
});

test("of the best posts, labels of one name have the counts of all posts with that label", async () => {
  const label = (id: string): object => ({ id, name: "Shared" });
  const posts = Array.from({ length: 12 }, (_, at) => ({
    id: String(at),
    page_id: "1",
    created_time: "2026-10-05T10:00:00Z",
    interactions: 100 - at,
    post_labels: [label(at < 6 ? "l1" : "l2")],
  }));
  const { call } = await withPages([{ posts }]);
  const { text } = await call("list_facebook_posts", {
    date_start: "2026-10-05",
    date_end: "2026-10-18",
    fields: ["interactions", "post_labels"],
  });
  const best = { result: idOf(text), group_by: "post_labels", sort_by: "interactions", top: 5 };
  expect((await call("read_result", best)).text).toContain("\nShared (l1)|5|100|6|50|");
});

test("posts beside metrics say once that the data is made up", async () => {
  const { call } = await connect({ profiles: 6, isMadeUp: true });
  const dates = { period: "last_month" };
  const posts = await call("list_facebook_posts", { ...dates, limit: 500 });
  const question = { network: "facebook", metrics: ["insights_views"], ...dates };
  const metrics = await call("get_profile_metrics", question);
  const piece = { result: idOf(posts.text), beside: idOf(metrics.text) };
  const { text } = await call("read_result", piece);
  expect(text.match(/The data is made up/g)).toHaveLength(1);
});

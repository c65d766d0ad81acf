/** Posts take conditions, shares, charts and workbooks as metrics do. */
import { expect, test } from "vitest";
import { formatNumber } from "../../src/text/numbers.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
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
  expect(grouped.text).toContain(`\nall posts|${both.length}|`);
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
  const asked = { result, group_by: "type", view: "shares", metrics: ["interactions"] };
  const { links } = await call("read_result", asked);
  const groups = csvRows(await readCsv(connected, csvOf(links)));
  const sumOf = (list: typeof rows): number =>
    list.reduce((sum, row) => sum + (numberIn(row, "interactions") ?? 0), 0);
  const named = groups.filter((row) => row.get("group") !== "all posts");
  expect(named.length).toBeGreaterThan(3);
  for (const row of named) {
    const own = sumOf(rows.filter((post) => post.get("type") === row.get("group")));
    expect(numberIn(row, "interactions sum")).toBe(own);
    expect(numberIn(row, "interactions share %")).toBeCloseTo((100 * own) / sumOf(rows), 9);
  }
  const { failing } = connected;
  const { text } = await failing("read_result", { result, view: "shares" });
  expect(text).toMatch(/group_by, also with view: shares/);
});

test("groups of posts are drawn, with the means of the table; single posts are not", async () => {
  const connected = await october();
  const { call, failing, result } = connected;
  const whole = await failing("chart_result", { result });
  expect(whole.text).toMatch(
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
  const means = groups
    .filter((row) => row.get("group") !== "all posts")
    .map((row) => {
      const mean = formatNumber(numberIn(row, "interactions mean") ?? Number.NaN);
      return `${row.get("group")} (${row.get("posts")}) ${mean}`;
    });
  expect(means).toHaveLength(7);
  expect(chart.text).toContain(`interactions mean: ${means.join(", ")}`);
  for (const kind of ["stacked", "heatmap"])
    expect((await failing("chart_result", { result: id, kind })).text).toMatch(
      /Use the kind bar\./,
    );
});

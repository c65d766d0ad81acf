/** Posts beside a metric: counts and sums of posts in a CSV with the same first columns as one of metrics. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const october = { date_start: "2026-10-01", date_end: "2026-10-31" };
const views = { network: "facebook", metrics: ["insights_views"], ...october };
const uriOf = (text: string): string => text.split("\n").at(-1) ?? "";
const headerOf = (csv: string): string[] => (csv.split("\r\n")[0] ?? "").split(",");

const csvOf = async (
  connected: Connected,
  tool: string,
  asked: Record<string, unknown>,
): Promise<string> => readCsv(connected, uriOf((await connected.call(tool, asked)).text));

test.each([
  ["day", ["date.day"], ["date.day"]],
  ["profile", ["profile"], ["profile", "profile_name"]],
  ["profile+day", ["profile", "date.day"], ["profile", "profile_name", "date.day"]],
  ["day+profile", ["date.day", "profile"], ["date.day", "profile", "profile_name"]],
  ["month", ["date.month"], ["date.month"]],
])("posts by %s have the first columns of metrics by %j", async (by, dimensions, first) => {
  const connected = await connect({ profiles: 8 });
  const metrics = await csvOf(connected, "get_profile_metrics", { ...views, dimensions });
  const posts = await connected.call("list_facebook_posts", { ...october, limit: 500 });
  const all = csvRows(await readCsv(connected, uriOf(posts.text)));
  const result = idOf(posts.text);
  const grouped = await csvOf(connected, "read_result", {
    result,
    group_by: by,
    metrics: ["interactions"],
  });
  expect(headerOf(metrics).slice(0, first.length)).toEqual(first);
  expect(headerOf(grouped)).toEqual([
    ...first,
    "posts",
    "interactions sum",
    "interactions mean",
    "interactions median",
  ]);
  const rows = csvRows(grouped);
  const keyOf = (row: CsvRow): string => first.map((name) => row.get(name)).join(" ");
  const keys = new Set(csvRows(metrics).map(keyOf));
  expect(rows.filter((row) => !keys.has(keyOf(row)))).toEqual([]);
  expect(new Set(rows.map(keyOf)).size).toBe(rows.length);
  const valueOf = (post: CsvRow, name: string): string | undefined => {
    if (name === "profile") return post.get("page_id");
    return name === "profile_name"
      ? post.get(name)
      : post.get("created_local")?.slice(0, name === "date.day" ? 10 : 7);
  };
  for (const row of rows) {
    const own = all.filter((post) => first.every((name) => valueOf(post, name) === row.get(name)));
    expect(numberIn(row, "posts")).toBe(own.length);
    const sum = own.reduce((total, post) => total + (numberIn(post, "interactions") ?? 0), 0);
    expect(numberIn(row, "interactions sum") ?? 0).toBe(sum);
  }
  expect(rows.reduce((sum, row) => sum + (numberIn(row, "posts") ?? 0), 0)).toBe(all.length);
});

const besideText = "of the same profiles and days: ";

test("the reply of one names the other where profiles and days are the same", async () => {
  const { call } = await connect({ profiles: 8 });
  const metrics = await call("get_profile_metrics", { ...views, dimensions: ["date.day"] });
  expect(metrics.text).not.toContain(besideText);
  const part = await call("list_facebook_posts", { ...october, limit: 5 });
  expect(part.text).not.toContain(besideText);
  const posts = await call("list_facebook_posts", { ...october, limit: 500 });
  expect(posts.text).toContain(`\nMetrics ${besideText}${idOf(metrics.text)}. `);
  const again = await call("get_profile_metrics", { ...views, compare_to: "previous_period" });
  expect(again.text).toContain(
    `\nPosts ${besideText}${idOf(posts.text)}. read_result of the posts with group_by as the metrics' rows`,
  );
});

test.each([
  ["other days", { date_end: "2026-10-30" }],
  ["labels", { dimensions: ["profile_label"] }],
  ["other profiles", { profiles: ["Acme US"] }],
  [
    "another network",
    { network: "linkedin", metrics: ["insights_impressions"], skip_unavailable: true },
  ],
])("the reply to a question of %s does not", async (_, other) => {
  const { call } = await connect({ profiles: 8 });
  await call("list_facebook_posts", { ...october, limit: 500 });
  const { text } = await call("get_profile_metrics", { ...views, ...other });
  expect(text).not.toContain(besideText);
});

test("weeks of posts begin on the day of the setting, as those of metrics do", async () => {
  const connected = await connect({ profiles: 8, settings: { weekStartsOn: 0 } });
  const metrics = await csvOf(connected, "get_profile_metrics", {
    ...views,
    dimensions: ["date.week"],
  });
  const posts = await connected.call("list_facebook_posts", { ...october, limit: 500 });
  const asked = { result: idOf(posts.text), group_by: "week", metrics: ["interactions"] };
  const { text } = await connected.call("read_result", asked);
  // 2026-10-01 is a Thursday, and 2026-10-31 a Saturday.
  expect(text).toMatch(/\n2026-09-27\*\|\d+\|/);
  expect(text).toMatch(/\n2026-10-25\|\d+\|/);
  const weeksOf = (csv: string): (string | undefined)[] =>
    csvRows(csv).map((row) => row.get("date.week"));
  expect(weeksOf(await readCsv(connected, uriOf(text)))).toEqual(weeksOf(metrics));
});

/** Posts beside metrics: one table of both, each number as its own reply has it; and a CSV with the same first columns. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const october = { date_start: "2026-10-01", date_end: "2026-10-31" };
const views = { network: "facebook", metrics: ["insights_views"], ...october };
const uriOf = (text: string): string => text.split("\n").at(-1) ?? "";
const headerOf = (csv: string): string[] => (csv.split("\r\n")[0] ?? "").split(",");

const csvOf = async (
  connected: Connected,
  tool: string,
  question: Record<string, unknown>,
): Promise<string> => readCsv(connected, uriOf((await connected.call(tool, question)).text));

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
  const postRows = csvRows(await readCsv(connected, uriOf(posts.text)));
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
    const group = postRows.filter((post) =>
      first.every((name) => valueOf(post, name) === row.get(name)),
    );
    expect(numberIn(row, "posts")).toBe(group.length);
    const sum = group.reduce((total, post) => total + (numberIn(post, "interactions") ?? 0), 0);
    expect(numberIn(row, "interactions sum") ?? 0).toBe(sum);
  }
  expect(rows.reduce((sum, row) => sum + (numberIn(row, "posts") ?? 0), 0)).toBe(postRows.length);
});

/** Posts and metrics of the same pages and days. */
async function both(question: object = {}, listed: object = {}, options = { profiles: 20 }) {
  const connected = await connect(options);
  const { call } = connected;
  const metrics = { ...views, metrics: ["insights_views", "insights_reach"], ...question };
  const { text: ofMetrics } = await call("get_profile_metrics", metrics);
  const { text: ofPosts } = await call("list_facebook_posts", {
    ...october,
    limit: 5000,
    ...listed,
  });
  return { ...connected, metrics, beside: idOf(ofMetrics), result: idOf(ofPosts), ofPosts };
}

test.each([
  ["day", ["date.day"], "date.day"],
  ["week", ["date.week"], "date.week"],
  ["month", ["date.month"], "date.month"],
  ["weekday", ["date.weekday"], "date.weekday"],
  ["profile", ["profile"], "profile_name"],
  ["profile_label", ["profile_label"], "profile_label"],
])("by %s, one table has the numbers of both", async (by, dimensions, name) => {
  const connected = await both();
  const { result, beside, metrics } = connected;
  const uri = `result://${result}~group_by=${by}&beside=${beside}.csv`;
  const rows = csvRows(await readCsv(connected, uri));
  const posts = csvRows(
    await readCsv(connected, `result://${result}~group_by=${by}&metrics=interactions.csv`),
  );
  const alone = csvRows(await csvOf(connected, "get_profile_metrics", { ...metrics, dimensions }));
  const column = by === "weekday" ? "weekday" : name;
  // Metrics have labels by id and weekdays by number.
  const { text } = await connected.call("list_profile_labels", { network: "facebook" });
  const names = new Map([
    ...(readReply(text).tables[0]?.rows ?? []).map(([id = "", label = ""]) => [id, label] as const),
    ...weekdays.map((weekday, at) => [String(at + 1), weekday] as const),
  ]);
  const [ofPosts, ofMetrics] = [
    new Map(posts.map((row) => [row.get(column), row])),
    new Map(alone.map((row) => [names.get(row.get(name) ?? "") ?? row.get(name), row])),
  ];
  expect(new Set(rows.map((row) => row.get(column)))).toEqual(new Set(ofPosts.keys()));
  expect(rows.length).toBeGreaterThan(by === "month" ? 0 : 4);
  let count = 0;
  for (const row of rows) {
    const key = row.get(column);
    const [post, metric] = [ofPosts.get(key), ofMetrics.get(key) ?? ofMetrics.get(key?.slice(1))];
    count += Number(metric !== undefined);
    expect([key, row.get("posts"), row.get("interactions sum")]).toEqual([
      key,
      post?.get("posts"),
      post?.get("interactions sum"),
    ]);
    const cells = [...row].slice(-2).map(([, value]) => value);
    expect([key, ...cells]).toEqual([
      key,
      metric?.get("insights_views") ?? "",
      metric?.get("insights_reach") ?? "",
    ]);
  }
  expect(count).toBe(alone.length);
});

const weekdays = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

test("the form of the reply, and its total", async () => {
  const { call, result, beside } = await both({}, {}, { profiles: 8 });
  const { text } = await call("read_result", { result, beside, group_by: "week" });
  expect(text.split("\n").slice(1).join("\n").replaceAll(beside, "r").replaceAll(result, "r"))
    .toMatchInlineSnapshot(`
      "
      week|posts|interactions sum|insights_views sum|insights_reach people per page and day
      all posts|250|166009|1319227|3551
      2026-W40*|29|19375|171662|3991
      2026-W41|58|38370|291899|3724
      2026-W42|52|38870|278605|3412
      2026-W43|59|36639|289934|3327
      2026-W44*|52|32755|287127|3492
      Not shown: reactions, comments, shares; name them in metrics.
      Metrics: 34 of 248 profile-days missing: Café Žofín without insights, أكمي العربية lacks 10-05 to 10-07.
      insights_reach: at least 10894 people (Acme US on 10-02); the API has no distinct people of 31 days. insights_reach_28_days counts 28 days.
      * is a part of a week, month, quarter or year, or holds days that are not over.
      result://r~group_by=week&beside=r.csv"
    `);
});

test("a row of time that a break divides is withheld, and a note has both sides; the CSV has the columns of both", async () => {
  const connected = await connect({ profiles: 6 });
  const { call } = connected;
  const dates = { date_start: "2025-11-03", date_end: "2025-11-30" };
  const metrics = { ...views, ...dates, metrics: ["insights_impressions"] };
  const beside = idOf((await call("get_profile_metrics", metrics)).text);
  const posts = await call("list_facebook_posts", { ...dates, limit: 500 });
  const result = idOf(posts.text);
  const { text } = await call("read_result", { result, beside, group_by: "week" });
  expect(text).toMatch(/\nall posts\|\d+\|\d+\|·\n/);
  expect(text).toMatch(/\n2025-W46\|\d+\|\d+\|·\n/);
  expect(text).toMatch(
    /\nBreak on 2025-11-15 in insights_impressions: .* until 2025-11-14, \d+ from 2025-11-15\.\n/,
  );
  const csv = await readCsv(connected, `result://${result}~group_by=week&beside=${beside}.csv`);
  expect(headerOf(csv)).toEqual(["date.week", "posts", "interactions sum", "insights_impressions"]);
  expect(
    csvRows(csv)
      .find((row) => row.get("date.week") === "2025-W46")
      ?.get("insights_impressions"),
  ).toBe("");
});

test.each([
  ["metrics", {}, { profiles_not: ["Acme US"] }],
  ["posts", { profiles_not: ["Acme US"] }, {}],
])(
  "both are of the pages that both have; one that only the %s have is left out",
  async (noun, question, listed) => {
    const { call, result, beside } = await both(question, listed, { profiles: 8 });
    const { text } = await call("read_result", { result, beside, group_by: "profile" });
    expect(text).toContain(
      `\nBoth are of the same 7 profiles; left out: 1 that only the ${noun} have.\n`,
    );
    const [total, ...rows] = readReply(text).tables[0]?.rows ?? [];
    expect(rows.map(([name]) => name)).not.toContain("Acme US");
    // Posts, interactions and views add up to the total; people do not.
    for (const column of [1, 2, 3])
      expect(rows.reduce((sum, cells) => sum + (Number(cells[column]) || 0), 0)).toBe(
        Number(total?.[column]),
      );
  },
);

test("a chart draws the table", async () => {
  const { call, result, beside } = await both({}, {}, { profiles: 8 });
  const piece = { result, beside, group_by: "week" };
  const { text } = await call("read_result", piece);
  const cells = /\n2026-W41\|(\d+)\|(\d+)\|(\d+)\|(\d+)\n/.exec(text)?.slice(1) ?? [];
  expect(cells).toHaveLength(4);
  const chart = await call("chart_result", { result: `${result}~group_by=week&beside=${beside}` });
  for (const cell of cells) expect(chart.text).toMatch(new RegExp(`2026-W41 \\(\\d+\\) ${cell}`));
});

test.each([
  ["metrics of other days", { date_end: "2026-10-30" }],
  ["metrics of another network", { network: "linkedin", metrics: ["insights_impressions"] }],
  ["a comparison", { compare_to: "previous_period" }],
])("%s cannot stand beside posts", async (_, question) => {
  const { failing, result, beside } = await both(question, {}, { profiles: 8 });
  const { text } = await failing("read_result", { result, beside, group_by: "day" });
  expect(text).toMatch(
    /^invalid_input: beside takes metrics of one range, of the network and the days of the posts/,
  );
});

test.each([
  ["hour", /^invalid_input: metrics have no hour, by which these posts are grouped\n/],
  ["type", /^invalid_input: metrics have no type, by which these posts are grouped\n/],
])("metrics have no %s", async (group_by, problem) => {
  const { failing, result, beside } = await both({}, {}, { profiles: 8 });
  expect((await failing("read_result", { result, beside, group_by })).text).toMatch(problem);
});

test("an id of posts as beside says what to give", async () => {
  const { failing, result } = await both({}, {}, { profiles: 8 });
  const { text } = await failing("read_result", { result, beside: result });
  expect(text).toBe(
    "invalid_input: beside takes a whole result of metrics\nGive the id of a reply of get_profile_metrics for one network (of all networks: the id with ~facebook), and that of the posts as result.",
  );
});

test("weeks of posts begin on the day of the setting, as those of metrics do", async () => {
  const connected = await connect({ profiles: 8, settings: { weekStartsOn: 0 } });
  const metrics = await csvOf(connected, "get_profile_metrics", {
    ...views,
    dimensions: ["date.week"],
  });
  const posts = await connected.call("list_facebook_posts", { ...october, limit: 500 });
  const question = { result: idOf(posts.text), group_by: "week", metrics: ["interactions"] };
  const { text } = await connected.call("read_result", question);
  // 2026-10-01 is a Thursday, and 2026-10-31 a Saturday.
  expect(text).toMatch(/\n2026-09-27\*\|\d+\|/);
  expect(text).toMatch(/\n2026-10-25\|\d+\|/);
  const weeksOf = (csv: string): (string | undefined)[] =>
    csvRows(csv).map((row) => row.get("date.week"));
  expect(weeksOf(await readCsv(connected, uriOf(text)))).toEqual(weeksOf(metrics));
});

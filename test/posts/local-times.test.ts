/** Days, hours and weekdays of posts are those of the zone of their profile, over changes of the clocks too. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** Zones with the hours that they were ahead of UTC before and after the clocks changed on 2026-10-25, 01:00 UTC. */
const zones = [
  ["Pacific/Pago_Pago", -11, -11],
  ["America/Bogota", -5, -5],
  ["UTC", 0, 0],
  ["Europe/Prague", 2, 1],
  ["Asia/Kathmandu", 5.75, 5.75],
  ["Pacific/Kiritimati", 14, 14],
] as const;

const change = Date.UTC(2026, 9, 25, 1);
const hour = 3_600_000;

/** Every five hours, of the profiles in turn, over the end of summer time. */
const posts = Array.from({ length: 120 }, (_, at) => {
  const time = Date.UTC(2026, 9, 20) + at * 5 * hour;
  const profile = at % zones.length;
  const [, before, after] = zones[profile] ?? ["", 0, 0];
  const local = new Date(time + (time < change ? before : after) * hour);
  return {
    post: {
      id: `post-${at}`,
      page_id: String(profile + 1),
      created_time: new Date(time).toISOString(),
      interactions: at,
    },
    local: local.toISOString().slice(0, 16).replace("T", " "),
    weekday: local.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }),
  };
});

async function listed() {
  const { baseUrl } = await serveFakeApi({
    profiles: zones.map(([timezone], at) => ({
      id: String(at + 1),
      name: `In ${timezone}`,
      timezone,
    })),
    posts: () => ({ data: { posts: posts.map(({ post }) => post) } }),
  });
  const connected = await connect({ baseUrl });
  const question = { date_start: "2026-10-20", date_end: "2026-11-14", limit: 500 };
  const { text } = await connected.call("list_facebook_posts", {
    ...question,
    fields: ["interactions"],
  });
  return { ...connected, text, result: idOf(text) };
}

test("the CSV has the time in UTC, and beside it the local one; the text has the local one", async () => {
  const { text, result, ...connected } = await listed();
  const rows = csvRows(await readCsv(connected, `result://${result}.csv`));
  expect(rows).toHaveLength(posts.length);
  for (const { post, local } of posts) {
    const row = rows.find((candidate) => candidate.get("id") === post.id);
    expect([row?.get("created_time"), row?.get("created_local")]).toEqual([
      post.created_time,
      local,
    ]);
  }
  expect(text).toContain("|created_local|");
  expect(text).not.toContain("created_time (UTC)");
});

test.each([
  ["hour", (local: string) => `${local.slice(11, 13)}:00`],
  ["day", (local: string) => local.slice(0, 10)],
  ["month", (local: string) => local.slice(0, 7)],
] as const)("groups by %s", async (by, groupOf) => {
  const { result, ...connected } = await listed();
  const { links } = await connected.call("read_result", { result, group_by: by });
  const rows = csvRows(await readCsv(connected, links.find((uri) => uri.endsWith(".csv")) ?? ""));
  const counted = new Map<string, number>();
  for (const { local } of posts)
    counted.set(groupOf(local), (counted.get(groupOf(local)) ?? 0) + 1);
  const names = { hour: "hour", day: "date.day", month: "date.month" };
  const counts = rows.map((row): [string, number] => [
    row.get(names[by]) ?? "",
    Number(row.get("posts")),
  ]);
  // A day without posts is a row too.
  expect(new Map(counts.filter(([, count]) => count > 0))).toEqual(counted);
  for (const row of rows.filter((candidate) => candidate.get("posts") === "0"))
    expect([row.get("interactions sum"), row.get("interactions mean")]).toEqual(["0", ""]);
});

test("groups by weekday, week and quarter; days are all shown", async () => {
  const { result, ...connected } = await listed();
  const groupedBy = async (by: string): Promise<string> =>
    (await connected.call("read_result", { result, group_by: by })).text;
  const mondays = posts.filter(({ weekday }) => weekday === "Monday").length;
  expect(await groupedBy("weekday")).toContain(`\nMonday|${mondays}|`);
  expect(await groupedBy("week")).toMatch(/\n2026-W43\*\|\d+\|/);
  expect(await groupedBy("quarter")).toContain("\n2026-Q4*|120|");
  const byDay = await groupedBy("day");
  const days = new Map<string, number>();
  for (const { local } of posts)
    days.set(local.slice(0, 10), (days.get(local.slice(0, 10)) ?? 0) + 1);
  const small = [...days.values()].filter((count) => count < 5).length;
  expect(small).toBeGreaterThan(1);
  expect(byDay).not.toContain(" groups below 5 posts");
  for (const [day, count] of days)
    expect(byDay).toContain(`\n${day}|${count}${count < 5 ? " (few)" : ""}|`);
});

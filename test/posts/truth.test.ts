/** Ranks, averages and continued lists of many posts equal those computed apart, over six zones and two changes of clocks. */
import { expect, test } from "vitest";
import { connect, type ConnectOptions } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { failure, serveFakeApi } from "../helpers/fake-api.ts";
import { isFull } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const hour = 3_600_000;
/** The hours that a zone is ahead of UTC, before and after its clocks change. */
const zones = [
  { timezone: "Pacific/Pago_Pago", before: -11, after: -11, change: 0 },
  { timezone: "America/New_York", before: -4, after: -5, change: Date.UTC(2026, 10, 1, 6) },
  { timezone: "UTC", before: 0, after: 0, change: 0 },
  { timezone: "Europe/Prague", before: 2, after: 1, change: Date.UTC(2026, 9, 25, 1) },
  { timezone: "Asia/Kathmandu", before: 5.75, after: 5.75, change: 0 },
  { timezone: "Pacific/Kiritimati", before: 14, after: 14, change: 0 },
] as const;
const profiles = Array.from({ length: 48 }, (_, at) => ({
  id: `page-${at}`,
  name: `Page ${at}`,
  timezone: zones[at % zones.length]?.timezone,
}));
const labels = ["Sale", "News", "People"].map((name) => ({ id: name.toLowerCase(), name }));
const types = ["photo", "video", "link", "status"];
const sorts = ["interactions", "comments", "shares"] as const;

/** A number that no other post has in the same field. */
const numberOf = (at: number, factor: number): number => (at * factor) % 100_003;

interface World {
  readonly post: Readonly<Record<string, unknown>> &
    Readonly<Record<(typeof sorts)[number], number>>;
  readonly page: string;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

const count = isFull ? 8132 : 3000;
const minutesBetween = Math.floor(30_000 / count);

/** Posts of three weeks, a few minutes apart. */
const world = Array.from({ length: count }, (_, at): World => {
  const time = Date.UTC(2026, 9, 19, 12) + (at * minutesBetween + (at % 7)) * 60_000;
  const page = (at * 5) % profiles.length;
  const { before, after, change } = zones[page % zones.length] ?? zones[2];
  const local = new Date(time + (time < change ? before : after) * hour);
  const own = labels.filter((_label, place) => at % (place + 2) === 0);
  const type = types[(at * 11) % 4 === 0 ? 1 : at % 4] ?? "photo";
  const text = local.toISOString();
  return {
    post: {
      id: `post-${at}`,
      page_id: `page-${page}`,
      created_time: new Date(time).toISOString(),
      type,
      post_labels: own,
      interactions: numberOf(at + 1, 7919),
      comments: numberOf(at + 1, 104_729),
      shares: numberOf(at + 1, 1_299_709),
    },
    page: `page-${page}`,
    keys: {
      type: [type],
      hour: [`${text.slice(11, 13)}:00`],
      weekday: [local.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" })],
      post_labels: own.length === 0 ? ["(no label)"] : own.map(({ name }) => name),
    },
  };
});

/** An API that takes posts of 20 profiles at a time, in pages of 500, and sorts them. */
async function served(options: ConnectOptions = {}) {
  const moved = new Map<unknown, number>();
  const { baseUrl, requests } = await serveFakeApi({
    profiles,
    posts: ({ body }) => {
      if (body.profiles.length > 20) return failure(4, "too many profiles");
      const { field = "created_time", order = "desc" } = Object(body["sort"]);
      const valueOf = ({ post }: World): number =>
        field === "created_time"
          ? Date.parse(String(post["created_time"]))
          : (moved.get(post["id"]) ?? Number(post[field]));
      const own = world.filter(({ page }) => body.profiles.includes(page));
      const sign = order === "asc" ? 1 : -1;
      const sorted = own.toSorted((one, other) => sign * (valueOf(one) - valueOf(other)));
      const [from, size] = [Number(body["after"] ?? 0), Number(body["limit"])];
      const next = from + size;
      const rest = next < sorted.length && { next: String(next), remaining: sorted.length - next };
      return {
        data: { posts: sorted.slice(from, next).map(({ post }) => post), ...rest },
      };
    },
  });
  const connected = await connect({ baseUrl, ...options });
  const list = (asked: object): ReturnType<typeof connected.call> =>
    connected.call("list_facebook_posts", { ...question, ...asked });
  const rowsOf = async (result: string): ReturnType<typeof readRows> =>
    readRows(await readCsv(connected, result));
  return { ...connected, list, rowsOf, moved, sent: () => requests("posts").length };
}

const readRows = async (csv: string): Promise<ReturnType<typeof csvRows>> => csvRows(csv);
const question = {
  date_start: "2026-10-19",
  date_end: "2026-11-12",
  fields: ["type", "post_labels", ...sorts],
};
const cursorOf = (text: string): string | undefined => /and cursor (\S+)/.exec(text)?.[1];
/** The cursor as if it were that of another result. */
const ofResult = (cursor = "", result: string): string => cursor.replace(/~r\w{8}~/, `~${result}~`);

const meanOf = (rows: readonly World[], field: (typeof sorts)[number]): number =>
  rows.reduce((sum, { post }) => sum + post[field], 0) / rows.length;

test.each(sorts)("the ten best by %s are those of all posts", async (field) => {
  const { list, rowsOf } = await served();
  const best = world.toSorted((one, other) => other.post[field] - one.post[field]);
  const { text } = await list({ sort_by: field, limit: 10 });
  expect(text).toContain(`Only the best 10 of ${count} by ${field}: averages are too high`);
  const rows = await rowsOf(`result://${idOf(text)}.csv`);
  expect(rows.map((row) => row.get("id"))).toEqual(best.slice(0, 10).map(({ post }) => post["id"]));
});

test.each(["type", "hour", "weekday", "post_labels"])("averages by %s", async (by) => {
  const { list, call, rowsOf } = await served();
  const { text } = await list({ limit: 25_000 });
  expect(text).toContain(`Complete: ${count} posts.`);
  const { links } = await call("read_result", { result: idOf(text), group_by: by });
  const rows = await rowsOf(links.find((uri) => uri.endsWith(".csv")) ?? "");
  const names = new Set(world.flatMap(({ keys }) => keys[by] ?? []));
  const groups = rows.filter((row) => names.has(row.get(by) ?? ""));
  expect(groups).toHaveLength(names.size);
  for (const row of groups) {
    const own = world.filter(({ keys }) => keys[by]?.includes(row.get(by) ?? ""));
    expect(numberIn(row, "posts")).toBe(own.length);
    for (const field of sorts)
      expect(numberIn(row, `${field} mean`)).toBeCloseTo(meanOf(own, field), 6);
  }
});

test.each([10, 700])("posts of several calls are in one result: %i at a time", async (limit) => {
  const { list, call, rowsOf } = await served();
  const asked = { sort_by: "shares" };
  const whole = await list({ ...asked, limit: count });
  let { text } = await list({ ...asked, limit: limit === 10 ? count - 20 : limit });
  const result = idOf(text);
  for (let cursor = cursorOf(text); cursor !== undefined; cursor = cursorOf(text))
    ({ text } = await list({ ...asked, limit, cursor }));
  expect(idOf(text)).toBe(result);
  expect(text).toContain(`Complete: ${count} posts. Shown: posts `);
  expect(await rowsOf(`result://${result}.csv`)).toEqual(
    await rowsOf(`result://${idOf(whole.text)}.csv`),
  );
  const grouped = async (id: string): Promise<string> =>
    (await call("read_result", { result: id, group_by: "hour" })).text.replaceAll(id, "");
  expect(await grouped(result)).toBe(await grouped(idOf(whole.text)));
});

test("sums and averages of a continued list are of all posts so far, and the first line says which are shown", async () => {
  const { list, rowsOf } = await served();
  const first = await list({ limit: 30 });
  const { text } = await list({ limit: 20, cursor: cursorOf(first.text) });
  expect(text).toContain(`Only the newest 50 of ${count}: sums and averages are over these`);
  expect(text).toContain("Shown: posts 31 to 50.");
  const rows = await rowsOf(`result://${idOf(text)}.csv`);
  const sum = rows.reduce((all, row) => all + (numberIn(row, "interactions") ?? 0), 0);
  expect(text).toMatch(new RegExp(`\nsum\\|.*\\|${sum}\\|`));
  expect(text).not.toMatch(/\n30\|/);
  expect(text).toMatch(/\n31\|/);
});

test("a cursor that is used twice takes no post from the result of the first", async () => {
  const { list, rowsOf } = await served();
  const first = await list({ limit: 30 });
  const cursor = cursorOf(first.text);
  const long = await list({ limit: 40, cursor });
  const short = await list({ limit: 5, cursor });
  expect(idOf(long.text)).toBe(idOf(first.text));
  expect(idOf(short.text)).not.toBe(idOf(first.text));
  const [one, other] = await Promise.all(
    [long, short].map(({ text }) => rowsOf(`result://${idOf(text)}.csv`)),
  );
  expect([one?.length, other?.length]).toEqual([70, 35]);
  expect(other).toEqual(one?.slice(0, 35));
});

test("where the posts before the cursor are not stored any more, the reply says that it is a part", async () => {
  const { list } = await served({ settings: { maxRequests: 200 } });
  const cursor = cursorOf((await list({ limit: 30 })).text);
  const { text } = await list({ limit: 20, cursor: ofResult(cursor, "rABCDEFGH") });
  expect(text).toContain(
    `Only 20 posts: those before them are not stored any more, and ${count - 50} more follow.`,
  );
  expect(text).toMatch(/\n1\|/);
  const rest = await list({ limit: count, cursor: cursorOf(text) });
  expect(rest.text).toContain(
    `Only ${count - 30} posts: those before them are not stored any more, and no more follow.`,
  );
  expect(rest.text).not.toContain("Complete");
});

test("posts of another question are not added, whatever result the cursor names", async () => {
  const { list } = await served();
  const other = idOf((await list({ sort_by: "shares", limit: 30 })).text);
  const cursor = cursorOf((await list({ limit: 30 })).text);
  const { text } = await list({ limit: 20, cursor: ofResult(cursor, other) });
  expect(text).toContain("Only 20 posts: those before them are not stored any more");
});

test("a post that moves behind the cursor while they are read is in the result once", async () => {
  const { list, rowsOf, moved } = await served();

  const asked = { profiles: ["Page 0", "Page 5"], sort_by: "shares", fresh: true };
  const first = await list({ ...asked, limit: 100 });
  const rows = await rowsOf(`result://${idOf(first.text)}.csv`);
  // The best post is now the worst.
  const id = rows[0]?.get("id");
  moved.set(id, -1);
  const { text } = await list({ ...asked, limit: 100, cursor: cursorOf(first.text) });
  const ids = (await rowsOf(`result://${idOf(text)}.csv`)).map((row) => row.get("id"));
  expect(ids.filter((one) => one === id)).toHaveLength(1);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a question that needs more requests than a call may send is refused before the first", async () => {
  const { list, failing, sent } = await served({ settings: { maxRequests: 2 } });
  await list({ profiles: ["Page 0"], limit: 10 });
  // These find the size that the API accepts.
  for (const limit of [10, 11]) {
    const { text } = await failing("list_facebook_posts", { ...question, limit });
    expect(text).toContain("too_many_requests_needed");
  }
  const before = sent();
  const { text } = await failing("list_facebook_posts", { ...question, limit: 10 });
  expect(text).toMatch(
    /^too_many_requests_needed: this question needs at least 4 requests \(the API takes posts of 12 profiles at a time\), and a call may send 2\nChoose fewer profiles or days, or raise --max-requests to 4\./,
  );
  expect(sent()).toBe(before);
});

test("a call that has sent its requests says that it stopped, and how many the rest takes", async () => {
  const { list } = await served({ settings: { maxRequests: 7 } });
  const { text } = await list({ limit: 25_000, sort_by: "shares" });
  expect(text).toMatch(
    /Only the best \d+ of \d+ by shares: averages are too high; the others take \d+ requests; the call stopped after \d requests, and the same call again goes on from there\./,
  );
});

/** Posts that have a label, a type or a promotion, and the others of the same pages (`split` of read_result). */
import { expect, test } from "vitest";
import { withPages } from "../helpers/posts-api.ts";
import { meanOf, medianOf, wrongIn } from "../helpers/posts-reference.ts";
import { servedPosts, world, type WorldPost } from "../helpers/posts-world.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf } from "../helpers/results.ts";

test.each([
  ["post_labels = News", "post_labels", "News"],
  ["type=video", "type", "video"],
  ["post_labels: (no label)", "post_labels", "(no label)"],
])("%s: numbers of both groups, computed apart", async (split, field, value) => {
  const { list, rowsOf } = await servedPosts();
  const result = idOf((await list({ limit: 25_000, date_end: "2026-10-20" })).text);
  const rows = await rowsOf(
    `result://${result}~metrics=interactions&split=${encodeURIComponent(split)}.csv`,
  );
  const days = world.filter(({ day }) => day >= "2026-10-19" && day <= "2026-10-20");
  const isWith = ({ keys }: WorldPost): boolean => keys[field]?.includes(value) === true;
  const pages = new Set(days.filter(isWith).map(({ page }) => page));
  const same = days.filter(({ page }) => pages.has(page));
  for (const [name, posts] of [
    ["with", same.filter(isWith)],
    ["without", same.filter((post) => !isWith(post))],
  ] as const) {
    const row = rows.find((candidate) => candidate.get("split") === name);
    const numbers = posts.map(({ post }) => post.interactions);
    expect(
      row &&
        wrongIn(row, {
          posts: posts.length,
          profiles: new Set(posts.map(({ page }) => page)).size,
          "interactions mean": meanOf(numbers),
          "interactions median": medianOf(numbers),
        }),
    ).toEqual([]);
  }
});

const posts = [
  { type: "video", interactions: 400, ppd_status: "paid" },
  { type: "video", interactions: 200, ppd_status: "organic" },
  { type: "photo", interactions: 90, ppd_status: "organic" },
  { type: "photo", interactions: 50, ppd_status: "paid" },
].map((post, at) => ({
  id: String(at),
  page_id: "1",
  created_time: `2026-10-0${5 + at}T09:30:00Z`,
  post_labels: [{ id: "l1", name: "Sale 2026" }],
  ...post,
}));
const linkPost = { id: "9", page_id: "2", created_time: "2026-10-06T08:00:00Z", type: "link" };

async function listed(fields: readonly string[]) {
  const connected = await withPages([{ posts: [...posts, { ...linkPost, interactions: 7 }] }]);
  const dates = { date_start: "2026-10-05", date_end: "2026-10-18" };
  const { text } = await connected.call("list_facebook_posts", { ...dates, fields });
  return { ...connected, result: idOf(text) };
}

const tablesOf = (text: string): string[] =>
  readReply(text).tables.map(({ header, rows }) =>
    [header, ...rows].map((cells) => cells.join("|")).join("\n"),
  );

test("the form: the condition, both groups, their profiles; pages without such posts are in neither", async () => {
  const { call, result } = await listed(["type", "interactions"]);
  const { text } = await call("read_result", { result, split: "type = Video" });
  expect(tablesOf(text)).toEqual([
    [
      "type video|posts|profiles|interactions sum|interactions mean|interactions median",
      "with|2 (few)|1|600|300|300",
      "without, same 1 profile|2 (few)|1|140|70|70",
    ].join("\n"),
  ]);
});

test("where posts say whether they were promoted, these are apart in a second table", async () => {
  const { call, result } = await listed(["type", "interactions", "ppd_status"]);
  const { text } = await call("read_result", { result, split: "type = video" });
  expect(tablesOf(text)[1]).toBe(
    [
      "type video+ppd_status|posts|profiles|interactions sum|interactions mean|interactions median",
      "with, paid|1 (few)|1|400|400|400",
      "with, organic|1 (few)|1|200|200|200",
      "without, same 1 profile, organic|1 (few)|1|90|90|90",
      "without, same 1 profile, paid|1 (few)|1|50|50|50",
    ].join("\n"),
  );
});

test("with group_by, both groups are divided by it", async () => {
  const { call, result } = await listed(["type", "interactions"]);
  const { text } = await call("read_result", { result, split: "type = video", group_by: "day" });
  expect(tablesOf(text)[0]?.split("\n").slice(0, 3)).toEqual([
    "type video+day|posts|profiles|interactions sum|interactions mean|interactions median",
    "with, 2026-10-05|1 (few)|1|400|400|400",
    "with, 2026-10-06|1 (few)|1|200|200|200",
  ]);
});

test.each([
  ["video", /^invalid_input: split "video" names no field and value\nWrite the field, = and/],
  ["type = reel", /^invalid_input: no post has type reel\nChoose from "video", "photo", "link"\.$/],
  ["nothing = 1", /^invalid_input: the posts have no nothing to group by\n/],
  ["interactions = 400", /^invalid_input: interactions cannot group posts: its values are numbers/],
])("%s is refused with what it takes", async (split, problem) => {
  const { failing, result } = await listed(["type", "interactions"]);
  expect((await failing("read_result", { result, split })).text).toMatch(problem);
});

test("a name matches in another letter case", async () => {
  const { call, result } = await listed(["post_labels", "interactions"]);
  const { text } = await call("read_result", { result, split: "post_labels = sale 2026" });
  expect(text).toMatch(/\npost_labels Sale 2026\|posts\|/);
});

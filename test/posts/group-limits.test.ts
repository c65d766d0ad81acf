/** Groups of posts are bounded before they are made: no text of a call decides how long the server works. */
import { expect, test } from "vitest";
import { longestBlock } from "../helpers/longest-block.ts";
import { withPages } from "../helpers/posts-api.ts";
import { idOf } from "../helpers/results.ts";

const labels = Array.from({ length: 30 }, (_, place) => ({ id: `l${place}`, name: `L${place}` }));
const posts = Array.from({ length: 2000 }, (_, place) => ({
  id: String(place),
  page_id: "1",
  type: `type${place % 700}`,
  created_time: `2026-10-${String(5 + (place % 14)).padStart(2, "0")}T09:30:00Z`,
  interactions: place,
  post_labels: labels,
}));

async function listed() {
  const connected = await withPages([{ posts }]);
  const { text } = await connected.call("list_facebook_posts", {
    date_start: "2026-10-05",
    date_end: "2026-10-18",
    fields: ["type", "interactions", "post_labels"],
    limit: 2000,
  });
  return { ...connected, result: idOf(text) };
}

test("a part counts once, at most three are combined, and at most five tables are made", async () => {
  const { failing, call, result } = await listed();
  const combined = Array.from({ length: 8 }, () => "post_labels").join("+");
  for (const [group_by, problem] of [
    [combined, "group_by combines 8 parts; it takes up to 3, each once"],
    ["type+type", "group_by combines 2 parts; it takes up to 3, each once"],
    ["type+hour+day+month", "group_by combines 4 parts"],
    [
      "type,hour,day,month,weekday,profile,post_labels",
      "group_by makes 7 tables; it makes up to 5",
    ],
  ]) {
    const { text } = await failing("read_result", { result, group_by });
    expect([group_by, text]).toEqual([
      group_by,
      expect.stringContaining(`invalid_input: ${problem}`),
    ]);
  }
  const { text } = await call("read_result", { result, group_by: "type+hour+day" });
  expect(text).toMatch(/^type\d+, 11:00, 2026-10-/m);
  const once = await call("read_result", { result, group_by: "hour,hour, hour" });
  expect(once.text.match(/^hour\|/gm)).toHaveLength(1);
});

test("the largest grouping that is allowed pauses, and a larger one is refused", async () => {
  const { attempt, failing, result } = await listed();
  const group_by =
    "post_labels+type+day,post_labels+day+type,type+post_labels+day,type+day+post_labels,day+type+post_labels";
  const metrics = ["interactions"];
  const block = await longestBlock(async () => {
    const { text } = await attempt("read_result", { result, group_by, metrics });
    expect(text).toMatch(/^L0, type\d+, 2026-10-/m);
  });
  expect(block).toBeLessThan(1000);
  const tooMany = Array.from(
    { length: 20 },
    (_, place) => `r${place} = interactions / interactions`,
  );
  const { text } = await failing("read_result", { result, group_by, metrics: tooMany });
  expect(text).toMatch(/^limit_exceeded: 60000 posts in groups with \d+ numbers each are too many/);
});

/** A ratio of posts is of the sums of its parts, under a name of its own. */
import { expect, test } from "vitest";
import { listed, tables } from "../helpers/listed-posts.ts";

test("a ratio of a group is the sum of a over the sum of b, never a mean of ratios", async () => {
  const { call, result } = await listed();
  const metrics = ["rate = interactions / insights_impressions"];
  const { text } = await call("read_result", { result, group_by: "type", metrics });
  expect(tables(text)).toMatchInlineSnapshot(`
    "type|posts|rate %|rate % median
    all posts|12|9.4|10
    video|6|15|15
    photo|6|2.7|2.7"
  `);
  const ranked = await call("read_result", { result, metrics, sort_by: metrics[0], top: 2 });
  expect(ranked.text).toMatch(/\|rate %\naverage\|\|9\.4\n1\|[^\n]*\|20\n2\|[^\n]*\|18\n/);
});

test.each([
  ["a column", ["comments = interactions / insights_impressions"], "comments"],
  ["another ratio", ["rate = interactions / comments", "rate = comments / interactions"], "rate"],
])("a ratio with the name of %s is rejected", async (_, metrics, name) => {
  const { failing, result } = await listed();
  const { text } = await failing("read_result", { result, metrics });
  expect(text).toMatch(
    new RegExp(
      `^invalid_input: the name ${name} of a formula is taken\\nGive the formula another name`,
    ),
  );
});

test("a ratio over 0 has no number", async () => {
  const { call, result } = await listed();
  const metrics = ["none = interactions / comments"];
  const { text } = await call("read_result", { result, group_by: "type", metrics });
  expect(text).toMatch(/\ntype\|posts\|none\|none median\nall posts\|12\|–\|–\nvideo\|6\|–\|–\n/);
});

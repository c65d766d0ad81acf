/** A ratio that is named as a rate is written in percent, and its change in points; its CSV has the share. */
import { expect, test } from "vitest";
import { connectTo, month } from "../helpers/comparison-api.ts";
import { withoutIds } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** Reactions of 3 % of the views of A and 12.5 % of others, and one point more since October. */
const rated = (profile: string, metric: string, day: string): number | null => {
  if (metric === "insights_views") return 1000;
  const share = (profile === "A" ? 30 : 125) + (day >= "2026-10-01" ? 10 : 0);
  return metric === "insights_reactions" ? share : 1;
};

const rate = "engagement_rate = insights_reactions / insights_views";
const question = {
  network: "facebook",
  metrics: [rate],
  date_start: "2026-10-01",
  date_end: "2026-10-28",
  profiles: ["A", "B"],
  dimensions: ["profile"],
};

test("totals, rows and medians in percent, the CSV as a share", async () => {
  const { call, client } = await connectTo(rated);
  const { text } = await call("get_profile_metrics", question);
  expect(withoutIds(text)).toContain(
    "\nall 2|total\nengagement_rate % insights_reactions / insights_views|8.8\n\nprofile|engagement_rate %\nB|13.5\nA|4\n",
  );
  const [, first] = csvRows(await readCsv({ client }, `result://${idOf(text)}.csv`));
  expect(first && numberIn(first, "engagement_rate")).toBe(0.135);
});

test("a change is in points, of the numbers shown", async () => {
  const { call } = await connectTo(rated);
  const compared = { ...question, compare_to: month.compare_to };
  const { text } = await call("get_profile_metrics", compared);
  expect(text).toContain("|8.8|7.8|+1 points\n");
  expect(text).toMatch(/\nprofile\|now\|before\|change\n(B\|13\.5\|12\.5|A\|4\|3)\|\+1 points\n/);
});

test.each([
  ["engagement_rate > 5%", "1 of 2 match"],
  ["engagement_rate > 0.05", "1 of 2 match"],
  ["engagement_rate >= 4 %", "2 of 2 match"],
])("%s: %s", async (condition, note) => {
  const { call } = await connectTo(rated);
  const { text } = await call("get_profile_metrics", { ...question, where: [condition] });
  expect(text).toContain(`\n${condition}: ${note}.\n`);
});

test("a bare percentage is refused, with both ways to write it", async () => {
  const { failing } = await connectTo(rated);
  const { text } = await failing("get_profile_metrics", {
    ...question,
    where: ["engagement_rate > 3"],
  });
  expect(text).toBe(
    "invalid_input: engagement_rate > 3 compares a rate with 3, which is 300 %\nWrite 3% for a percentage, or 0.03 for its share.",
  );
});

test("a ratio of another name stays a number", async () => {
  const { call } = await connectTo(rated);
  const { text } = await call("get_profile_metrics", {
    ...question,
    metrics: ["insights_reactions / insights_views"],
    where: ["insights_reactions / insights_views > 0.05"],
  });
  expect(text).toContain("\nB|0.135\n");
});

/** Conditions, shares and ranks in pieces: by the numbers that a reader sees, and never silently of other rows. */
import { expect, test } from "vitest";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf } from "../helpers/results.ts";

/** Pages of 1,000 to 1,007 views a day; the last one begins on 09-10. */
const numbers: Numbers = ({ index }, metric, day) =>
  index === 7 && day < "2026-09-10" ? null : metric.endsWith("lifetime") ? 1000 : 1000 + index;

const views = { network: "facebook", metrics: ["insights_views"], dimensions: ["profile"] };
const october = { ...views, period: "2026-10" };

async function ask(question: object): Promise<Connected & { text: string; result: string }> {
  const connected = await connect({ profiles: 8, numbers });
  const { text } = await connected.call("get_profile_metrics", { ...question });
  return { ...connected, text, result: idOf(text) };
}

test("a condition in a table of shares is about the numbers that the shares are of", async () => {
  const { call, result } = await ask(october);
  const where = ["insights_views > 31100"];
  const { text: plain } = await call("read_result", { result, where });
  const { text: shares } = await call("read_result", { result, where, view: "shares" });
  const matching = / > 31100: (\d of 8 match[^\n]*)\./;
  expect(matching.exec(shares)?.[1]).toBe(matching.exec(plain)?.[1]);
  expect(plain).toMatch(/: 4 of 8 match/);
});

test("a condition of the question that a piece does not have is named", async () => {
  const { call, result } = await ask({ ...october, where: ["insights_views > 31100"] });
  for (const piece of [{ grain: "week" }, { statistic: "max" }, { group_by: "profile_label" }])
    expect((await call("read_result", { result, ...piece })).text).toContain(
      "\nNot applied: insights_views > 31100 is about the rows of the question.\n",
    );
  const { text: shares } = await call("read_result", { result, view: "shares" });
  expect(shares).toMatch(/: 4 of 8 match/);
  expect(shares).not.toContain("Not applied");
});

test("months of a level are ranked and chosen by the numbers that they show", async () => {
  const months = { ...views, period: "2026-Q3", metrics: ["fans_lifetime"] };
  const { call, text, result } = await ask({ ...months, dimensions: ["date.month"] });
  expect(text).toContain("\n2026-07|7000\n2026-08|7000\n2026-09|8000\n");
  const where = ["fans_lifetime > 100"];
  expect((await call("read_result", { result, where })).text).toContain(": 3 of 3 match.");
  const lowest = await call("read_result", { result, sort_by: "fans_lifetime", order: "asc" });
  expect(readReply(lowest.text).tables.at(-1)?.rows[0]?.[0]).toBe("2026-07");
});

test("weekdays of a level are of the pages that are there throughout, and say so", async () => {
  const days = { ...views, period: "2026-Q3", metrics: ["fans_lifetime"] };
  const { text } = await ask({ ...days, dimensions: ["date.weekday"] });
  expect(text).toContain("\nMonday|7000\n");
  expect(text).toContain(
    "\nfans_lifetime: statistics are of the 7 profiles with values in the first",
  );
});

test("beside a piece across a break, all has a number for each side, and none for the whole", async () => {
  const { call, result } = await ask({
    ...views,
    metrics: ["insights_impressions"],
    period: "2025-11",
  });
  const { text } = await call("read_result", { result, profiles: ["Acme US"] });
  expect(text).toContain("\ninsights_impressions sum|no total|\n");
  expect(text).toMatch(/\n.* until 2025-11-14, impressions\|14000\|84266\n/);
  expect(text).toMatch(/\n.* from 2025-11-15, media views\|16000\|96304\n/);
});

test("in a report the line of all has the change of all, beside rows of single pages", async () => {
  const connected = await connect({
    profiles: 8,
    numbers: ({ index }, _, day) =>
      index === 3 && day > "2026-10-12" ? null : day < "2026-10" ? 1000 : 900 + index * 10,
    saveTo: "/",
  });
  const { text } = await connected.call("get_profile_metrics", {
    ...october,
    metrics: ["insights_views", "fans_lifetime"],
    compare_to: "previous_period",
  });
  const [, percent = ""] =
    /\ninsights_views sum\|all \d\|.*\|([-+.\d]+) with ended\n/.exec(text) ?? [];
  const { text: report } = await connected.call("save_report", {
    markdown: `{{ ${idOf(text)} | table }}`,
  });
  expect(report).toMatch(
    new RegExp(
      `\\n\\| total \\(8 pages\\) \\| [\\d,]+ \\| ${percent.replace("+", "\\+").replace("-", "[-−]")} % \\|`,
    ),
  );
});

test("several statistics of a metric have one column of the weeks that they are of", async () => {
  const { call, result } = await ask({ ...october, period: "2026-Q3" });
  const piece = { result, statistic: "median,p90,min", of: "week" };
  const { header } = readReply((await call("read_result", piece)).text).tables[0] ?? {};
  expect(header?.filter((name) => name === "weeks")).toHaveLength(1);
});

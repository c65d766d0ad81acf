/** Comparisons of an account whose pages come and go: 25 began in 2025-09, 5 in 2026-08, and 3 ended in July. */
import { connect } from "../helpers/connect.ts";
import { expect, test } from "vitest";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { seen } from "../helpers/line-checks.ts";
import { readCsv } from "../helpers/results.ts";
import { world, views, year, october, ask, column } from "../helpers/coming-pages.ts";

test("a year by month: the total of the same pages grew as their months did, and that of all pages says with whom", async () => {
  const { tables, text } = await ask({ ...year, dimensions: ["date.month"] });
  const [totals, months] = tables;
  if (totals === undefined || months === undefined) throw new Error(text);
  expect(totals.rows.map(([name, count]) => [name, count])).toEqual([
    ["all", "237"],
    ["same in both ranges", "206"],
    ["began 2025-09-01", "23"],
    ["began 2026-08-17", "5"],
    ["ended 2026-07-31", "3"],
  ]);
  expect(column(totals, "change %")).toEqual([
    "+43.4 with new and ended",
    expect.stringMatching(/^\+1[67]/),
    "new",
    "new",
    "ended",
  ]);
  expect(months.header.slice(0, 4)).toEqual(["month", "now, all 237", "same 206: now", "before"]);
  const shares = column(months, "change %").map(Number);
  const total = Number(column(totals, "change %")[1]);
  expect(Math.min(...shares)).toBeLessThanOrEqual(total);
  expect(Math.max(...shares)).toBeGreaterThanOrEqual(total);
});

test("the groups of the bridge add up to all, in the text and in the CSV", async () => {
  const { connected, tables, id } = await ask({ ...year, dimensions: ["profile"] });
  const [totals] = tables;
  if (totals === undefined) throw new Error("no totals");
  for (const title of ["profiles", "now", "before", "change"]) {
    const [total, ...groups] = column(totals, title).map(Number);
    expect([title, groups.reduce((sum, value) => sum + value, 0)]).toEqual([title, total]);
  }
  const rows = csvRows(await readCsv(connected, `result://${id}.csv`));
  const sumOf = (name: string): number =>
    rows.reduce((sum, row) => sum + (numberIn(row, name) ?? 0), 0);
  expect(String(sumOf("insights_views"))).toBe(column(totals, "now")[0]);
  expect(String(sumOf("insights_views:before"))).toBe(column(totals, "before")[0]);
});

test("labels: numbers of the same pages beside those of all, with how many they are", async () => {
  const { tables } = await ask({ ...year, dimensions: ["profile_label"] });
  const [, labels] = tables;
  expect(labels?.header).toEqual([
    "label",
    "profiles",
    "now, all",
    "same profiles",
    "now",
    "before",
    "change at equal days",
    "change %",
  ]);
  const counts = labels?.rows.map((cells) => [Number(cells[1]), Number(cells[3])]) ?? [];
  expect(counts.every(([total = 0, same = 0]) => same < total && same > 0)).toBe(true);
});

test("a quarter against the year before: the percent is not one of other pages than the numbers", async () => {
  const { tables } = await ask({
    ...views,
    period: "2026-Q3",
    compare_to: "previous_year",
    dimensions: [],
  });
  const [totals] = tables;
  expect(totals && column(totals, "change %").slice(0, 2)).toEqual([
    "+38.5 with new and ended",
    expect.stringMatching(/^\+1[67](\.\d)?$/),
  ]);
});

test("a shorter month of other weekdays: what its change is of is said", async () => {
  const february = { ...views, period: "2026-02", compare_to: "previous_period" };
  const { text } = await ask(february);
  expect(text).toMatch(/\n\w+ sum\|\d+\|\d+\|-\d+\|-1\.\d\n/);
  // Both months have a pattern of weekdays alone.
  expect(text).toMatch(
    /\nFebruary has 3 days fewer: the totals differ by -\d+(\.\d)? %\. It has a Thursday, a Friday and a Saturday less: at equal weekdays (0|~0|[-+]0\.\d) %\.\n/,
  );
});

test("rows that are cut are those that rose most and those that fell most", async () => {
  const falling: Numbers = (profile, metric, day, breakdown) => {
    const value = world(profile, metric, day, breakdown);
    return value === null || profile.index % 2 === 0 || day < "2026-10-01"
      ? value
      : Math.round(value * 0.8);
  };
  const { tables } = await ask({ ...october, dimensions: ["profile"] }, falling);
  const [, rose, fell] = tables;
  expect(rose?.title[0]).toMatch(/^Rose most, 5 of 1\d\d:$/);
  expect(fell?.title[0]).toMatch(/^Fell most, 5 of 1\d\d:$/);
  expect(rose && column(rose, "change at equal days").every((share) => share.startsWith("+"))).toBe(
    true,
  );
  expect(fell && column(fell, "change at equal days").every((share) => share.startsWith("-"))).toBe(
    true,
  );
  expect(rose && column(rose, "#")).toEqual(["1", "2", "3", "4", "5"]);
});

test("where is part of the question: what rose, and the ranks, are those of the pages that match", async () => {
  const { text, tables } = await ask({
    ...october,
    dimensions: ["profile"],
    where: ["insights_views > 4800"],
    top: 4,
  });
  const [, count = ""] = / (\d+) of 250 match/.exec(text) ?? [];
  expect(Number(count)).toBeGreaterThan(10);
  expect(text).toContain(`\n${count} that match|now|before|`);
  expect(text).toMatch(new RegExp(`\\nLargest changes, 4 of ${count}:\\n#.*(\\n[1-4]\\|.*){4}\\n`));
  const [, compared = ""] = /\d+ of (\d+) rose/.exec(text) ?? [];
  expect(Number(compared)).toBeLessThanOrEqual(Number(count));
  expect(tables.length).toBe(3);
});

test("a page with an outage of three days at the start is compared at equal days, or has gaps, and does not begin", async () => {
  const { text } = await ask({ ...october, dimensions: ["profile"], top: 3 });
  expect(text).toMatch(/\nall 234\|/);
  expect(text).not.toContain("began 2026-10");
});

test("a part of a week has no change; days of other weekdays have none in percent", async () => {
  const weeks = await ask({ ...october, dimensions: ["date.week"] });
  const [, rows] = weeks.tables;
  const starred = rows?.rows.filter(([name = "", before = ""]) => (name + before).includes("*"));
  expect(starred?.length).toBeGreaterThan(1);
  const place = rows?.header.indexOf("change") ?? 0;
  expect(starred?.every((cells) => ["", "–"].includes(cells[place] ?? ""))).toBe(true);
  const days = await ask({ ...october, dimensions: ["date.day"] });
  expect(days.tables[1]?.header).not.toContain("change %");
});

test("a part of a month has a change where both ranges have as many first days of it, and no rank", async () => {
  const { tables } = await ask({
    ...views,
    date_start: "2026-08-01",
    date_end: "2026-11-10",
    compare_to: "previous_year",
    dimensions: ["date.month"],
    sort_by: "change",
    order: "asc",
  });
  const rows = tables.at(-1);
  const part = rows?.rows.find((cells) => cells.some((cell) => cell.startsWith("2026-11*")));
  expect(part?.[rows?.header.findIndex((title) => title.startsWith("change")) ?? -1]).toMatch(
    /^[-+]\d+$/,
  );
  // Rows without a rank come last.
  expect(rows?.rows.indexOf(part ?? [])).toBe((rows?.rows.length ?? 0) - 1);
});

test("weekdays keep the order of the week", async () => {
  const { tables } = await ask({ ...october, dimensions: ["date.weekday"] });
  expect(tables[1] && column(tables[1], "weekday")).toEqual([
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
  ]);
});

test("rows by page and label are those that exist", async () => {
  const { connected, id } = await ask({ ...october, dimensions: ["profile", "profile_label"] });
  const rows = csvRows(await readCsv(connected, `result://${id}.csv`));
  const plain = await ask({
    ...views,
    period: "2026-10",
    dimensions: ["profile", "profile_label"],
  });
  const single = csvRows(await readCsv(plain.connected, `result://${plain.id}.csv`));
  expect(rows.length).toBe(single.length);
});

test("a chart draws the changes of the pages of the reply in its order, and below a line those that are set apart", async () => {
  const { connected, id, tables } = await ask({ ...year, dimensions: ["profile"], top: 8 });
  const { text } = await connected.call("chart_result", { result: id, top: 8 });
  const names = tables[1] ? column(tables[1], "profile") : [];
  const [, drawn = ""] = /^change of insights_views sum: (.*)$/m.exec(text) ?? [];
  const places = names.map((name) => drawn.indexOf(`${name} `));
  expect(places.every((place) => place !== -1)).toBe(true);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(text).toContain("Below the line: not compared, with the reason.");
  expect(text).toContain("Not compared, and not drawn: 34 more rows.");
});

test("lines with a percent, and lines that say why they have none, were seen", () => {
  expect(seen.percents).toBeGreaterThan(100);
  expect(seen.words).toBeGreaterThan(10);
});

test("rows of a breakdown say what they add up to, on both sides of a comparison", async () => {
  const { call } = await connect({ profiles: 12 });
  const reactions = { network: "facebook", metrics: ["insights_reactions"], period: "last_month" };
  const { text } = await call("get_profile_metrics", {
    ...reactions,
    compare_to: "previous_period",
    dimensions: ["reaction_type"],
  });
  const sums = ["2026-10", "2026-09"].map(async (period) => {
    const question = { ...reactions, period, dimensions: ["reaction_type"] };
    return /The rows of .*(?=\.\n)/.exec((await call("get_profile_metrics", question)).text)?.[0];
  });
  const [now = "", before = ""] = await Promise.all(sums);
  expect(now).toMatch(/add up to [\d.]+ % of insights_reactions sum$/);
  expect(text).toContain(`\n${now}.\n${before}, before.\n`);
});

test("a level on both sides of a break has the days of the ranges", async () => {
  const { call } = await connect({ profiles: 12 });
  const fans = { network: "facebook", metrics: ["fans_lifetime"], dimensions: [] };
  const { text } = await call("get_profile_metrics", {
    ...fans,
    period: "2026",
    compare_to: "previous_period",
  });
  expect(text).toContain(
    "\nall 12|2026-01-01 to 12-31, page follows|2025-01-01 to 11-14, page fans|2025-11-15 to 12-31, page follows\n",
  );
});

/** Dates, breakdowns and numbers in pictures, as people write them. */
import { expect, test } from "vitest";
import { svgOf } from "../../src/answers/charts/svg/render.ts";
import { heatShades } from "../../src/answers/charts/svg/style.ts";
import { axisDates, dateTitle } from "../../src/answers/charts/model/dates.ts";
import { breakdownWords } from "../../src/answers/charts/model/breakdowns.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { bucketName } from "../../src/base/time/grains.ts";
import { chart, panel, pictureOf, resultOf, series } from "../helpers/charts.ts";
import { connect } from "../helpers/connect.ts";
import { boxesOf, labelsOf } from "../helpers/svg.ts";

test.each([
  ["2026-10-01", "1 Oct 2026"],
  ["2026-10-01*", "1 Oct 2026*"],
  ["2026-W01", "29 Dec 2025"],
  ["2026-W40*", "28 Sep 2026*"],
  ["2025-11", "Nov 2025"],
  ["2025-11* until 2025-11-14", "Nov 2025* until 14 Nov 2025"],
  ["2026-Q4", "Q4 2026"],
  ["2026", "2026"],
  ["–", "–"],
  ["Monday*", "Monday*"],
  ["2026-10-01st street", "2026-10-01st street"],
  ["2026-13", "2026-13"],
  ["2026-10-32", "2026-10-32"],
])("the row %s is %s", (name, title) => {
  expect(dateTitle(name)).toBe(title);
});

test("a week has the date of its first day, in every year", () => {
  for (let day = toDay("2019-12-30"); day < "2031-01-06"; day = addDays(day, 7))
    expect(dateTitle(bucketName(day, { unit: "week" }))).toBe(dateTitle(day));
});

test("an axis has the year only where there are several; of a long range, the starts of months", () => {
  const days = (start: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) => addDays(toDay(start), at));
  expect(axisDates({ dimension: "day", places: days("2026-10-30", 3) })).toEqual([
    "30 Oct",
    "31 Oct",
    "1 Nov",
  ]);
  expect(axisDates({ dimension: "day", places: days("2025-12-31", 2) })).toEqual([
    "31 Dec 2025",
    "1 Jan 2026",
  ]);
  expect(axisDates({ dimension: "day", places: ["2026-10-01", "–"] })).toEqual(["1 Oct", "–"]);
  const long = axisDates({ dimension: "day", places: days("2025-11-15", 100) });
  expect([...long.entries()].filter(([, name]) => name !== "")).toEqual([
    [16, "Dec"],
    [47, "2026"],
    [78, "Feb"],
  ]);
});

test("rows of breakdowns have names in words; names of profiles stay", () => {
  expect(breakdownWords("gender_age", "F.18-24")).toBe("Women 18–24");
  expect(breakdownWords("gender_age", "U.65+")).toBe("Unknown gender 65+");
  expect(breakdownWords("gender_age", "X.18-24")).toBe("X.18-24");
  expect(breakdownWords("country", "DE")).toBe("Germany");
  expect(breakdownWords("country", "__proto__")).toBe("__proto__");
  expect(breakdownWords("profile", "F.18-24")).toBe("F.18-24");
});

test("ages are drawn in words, with full numbers beside their bars", async () => {
  const connected = await connect({ profiles: 4 });
  const ages = { metrics: ["insights_reach"], dimensions: ["gender_age"] };
  const { text } = await connected.call("chart_result", {
    result: await resultOf(connected, ages),
  });
  expect(text).toMatch(/^Reach by gender and age, four profiles: bar chart, 1 series, 7 groups\./);
  const [, number = ""] = /Women 18–24 ([\d.]+)/.exec(text) ?? [];
  const labels = labelsOf(await pictureOf(connected, text));
  const y = labels.find((label) => label.text === "Women 18–24")?.y ?? 0;
  expect(labels.find((label) => label.text === number)?.y).toBeCloseTo(y, -1);
  const bars = panel("insights_views", [series("insights_views", [11_080, 7])]);
  const rows = { isTime: false, dimension: "profile", places: ["US", "UK"] };
  expect(labelsOf(svgOf(chart("bar", [bars], rows))).map((label) => label.text)).toContain(
    "11,080",
  );
});

test("a year of days is drawn by week, and by day for those who ask", async () => {
  const connected = await connect({ profiles: 2 });
  const year = { date_start: "2025-01-01", date_end: "2025-12-31", dimensions: ["date.day"] };
  const titleOf = async (metrics: readonly string[], args: object = {}): Promise<string> => {
    const result = await resultOf(connected, { ...year, metrics });
    return (await connected.call("chart_result", { result, ...args })).text;
  };
  const weeks = await titleOf(["insights_views"]);
  expect(weeks).toMatch(/^Views by week, two profiles: bar chart, 1 series, 53 weeks\./);
  expect(weeks).toContain("A long range of days is drawn by week; with grain day, each day.");
  expect(await titleOf(["insights_views"], { grain: "day" })).toContain("365 days.");
  // People have no number for a week that days add up to.
  expect(await titleOf(["insights_reach"])).toContain("365 days.");
});

test("one high number does not make the others of a heatmap alike, and the key has both ends of each class", () => {
  const days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
  const rows = days.map((name, at) => series(name, [at + 1, at + 8, at === 6 ? 90_000 : at + 15]));
  const svg = svgOf(chart("heatmap", [panel("insights_views", rows)], { dimension: "week" }));
  const counts = heatShades.map(
    ({ light }) => boxesOf(svg).filter(({ fill }) => fill === light).length,
  );
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
  expect(labelsOf(svg).map(({ text }) => text)).toEqual(expect.arrayContaining(["1–4", "17–90k"]));
});

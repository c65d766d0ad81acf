/** Replies to pieces in full: statistics, their buckets, lists of gaps, and clipped days. */
import { expect, test } from "vitest";
import { withoutIds } from "../helpers/connect.ts";
import { october, resultOf, type ValueOf } from "../helpers/pieces.ts";

const dayNumber: ValueOf = (profile, _, day) => Number(day.slice(8)) * (profile === "B" ? 10 : 1);

/** C begins on the second Thursday. */
const late: ValueOf = (profile, metric, day) =>
  profile === "C" && day < "2026-10-08" ? null : dayNumber(profile, metric, day);

async function expectReplies(
  { read }: Awaited<ReturnType<typeof resultOf>>,
  pieces: readonly object[],
): Promise<void> {
  for (const piece of pieces)
    expect(withoutIds(await read(piece))).toMatchSnapshot(JSON.stringify(piece));
}

test("statistics of sums and of people over several profiles, of which one begins late", async () => {
  const stored = await resultOf(late, {
    ...october,
    metrics: ["insights_views", "insights_reach"],
    dimensions: ["date.day"],
  });
  await expectReplies(stored, [
    { statistic: "min,median" },
    { statistic: "max" },
    { statistic: "first,last", metrics: ["insights_views"] },
    { statistic: " median , p90,median" },
    { statistic: "max", profiles: ["C"] },
    { statistic: "max", profiles: ["A", "B"] },
  ]);
});

test("statistics of levels are of days on which every profile has a value", async () => {
  const stored = await resultOf(late, {
    ...october,
    metrics: ["fans_lifetime", "fans_change"],
    dimensions: ["date.day"],
  });
  await expectReplies(
    stored,
    ["min", "max", "first", "median"].map((statistic) => ({ statistic })),
  );
});

test("statistics of weeks and months name those that are cut", async () => {
  const stored = await resultOf(dayNumber, {
    ...october,
    date_start: "2026-09-20",
    metrics: ["insights_views", "insights_reach"],
    dimensions: ["profile", "date.day"],
  });
  await expectReplies(stored, [
    { statistic: "min,max", of: "week" },
    { statistic: "max", of: "month" },
    { statistic: "sum", of: "week", metrics: ["insights_views"] },
    { statistic: "min", of: "week", where: ["insights_views > 1"], sort_by: "insights_views" },
  ]);
  const fullWeeks = await resultOf(dayNumber, {
    ...october,
    date_start: "2026-09-28",
    date_end: "2026-10-11",
    metrics: ["insights_views"],
    dimensions: ["profile", "date.day"],
  });
  expect(await fullWeeks.read({ statistic: "max", of: "week" })).toContain(
    "\nThe numbers are the max of the weeks of each row. A week of a profile counts",
  );
});

test("lists of gaps in either order, in parts", async () => {
  const gaps: ValueOf = (profile, metric, day) =>
    metric !== "fans_lifetime" &&
    ((profile === "A" && day < "2026-10-05") || (profile === "B" && day < "2026-10-03"))
      ? null
      : 1;
  const stored = await resultOf(gaps, { ...october, dimensions: ["profile", "date.day"] });
  await expectReplies(stored, [
    { view: "gaps" },
    { view: "gaps", order: "asc" },
    { view: "gaps", top: 1 },
    { view: "gaps", order: "asc", top: 1, offset: 1 },
    { view: "gaps", profiles: ["C"] },
    { view: "gaps", date_start: "2026-10-03" },
    { view: "table", top: 1 },
  ]);
});

test("a piece that goes beyond the days of the result says which it holds", async () => {
  const stored = await resultOf(dayNumber, { ...october, dimensions: ["profile", "date.day"] });
  const note = "\nThe result holds 2026-10-01 to 2026-10-14 only.\n";
  const ofViews = { metrics: ["insights_views"], grain: "total" };
  for (const beyond of [
    { date_start: "2026-09-30" },
    { date_end: "2026-10-15" },
    { date_start: "2026-09-01", date_end: "2026-10-10" },
  ])
    expect(await stored.read({ ...ofViews, ...beyond })).toContain(note);
  for (const within of [
    {},
    { date_start: "2026-10-01" },
    { date_end: "2026-10-14" },
    { date_start: "2026-10-14" },
    { date_end: "2026-10-01" },
  ])
    expect(await stored.read({ ...ofViews, ...within })).not.toContain("The result holds");
});

test("the grain of a result changes nothing, and other grains are made from its days", async () => {
  const monthly = await resultOf(dayNumber, { ...october, dimensions: ["date.month"] });
  const tableOf = (text: string): string =>
    text.split("\n\n").slice(1).join("\n").split("\nresult:")[0] ?? "";
  expect(tableOf(await monthly.read({ grain: "month" }))).toBe(tableOf(await monthly.read({})));
  const byDay = await resultOf(dayNumber, { ...october, dimensions: ["profile"] });
  await expectReplies(byDay, [
    { grain: "week", metrics: ["insights_views"] },
    { grain: "weekday" },
  ]);
});

test("a ratio ranks a piece that does not show it", async () => {
  const stored = await resultOf(late, { ...october, dimensions: ["profile", "date.day"] });
  const ratio = "per_person = insights_views / insights_reach";
  await expectReplies(stored, [
    { grain: "total", metrics: ["insights_views"], sort_by: ratio },
    { grain: "total", metrics: [ratio], sort_by: "insights_views", order: "asc" },
    { grain: "total", metrics: [ratio, "insights_views"], top: 1 },
  ]);
});

/** Sums and differences of metrics: by profile and day, where all have a value, with the rules of their kind. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const parts = ["insights_impressions", "insights_impressions_paid"];
const organic = "organic = insights_impressions - insights_impressions_paid";
const period = { network: "facebook", date_start: "2026-09-01", date_end: "2026-10-31" };

async function rowsBy(
  connected: Connected,
  metrics: readonly string[],
  dimensions: readonly string[],
  more: object = {},
): Promise<CsvRow[]> {
  const { text } = await connected.call("get_profile_metrics", {
    ...period,
    metrics,
    dimensions,
    ...more,
  });
  return csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
}

/** The difference of a cell; null where a part has no value. */
function differenceIn(row: CsvRow): number | null {
  const [above, below] = parts.map((name) => numberIn(row, name));
  return above === null || below === null || above === undefined || below === undefined
    ? null
    : above - below;
}

test("a cell is the difference of its parts, and missing where one is", async () => {
  const connected = await connect({ profiles: 12 });
  const rows = await rowsBy(connected, [...parts, organic], ["profile", "date.day"]);
  expect(rows.some((row) => differenceIn(row) === null)).toBe(true);
  for (const row of rows) expect(numberIn(row, "organic")).toBe(differenceIn(row));
});

test.each([
  ["month", "date.month", (row: CsvRow) => row.get("date.day")?.slice(0, 7)],
  ["page", "profile", (row: CsvRow) => row.get("profile")],
])("its total by %s is the sum of the cells that have all parts", async (_, dimension, keyOf) => {
  const connected = await connect({ profiles: 12 });
  const cells = await rowsBy(connected, [...parts, organic], ["profile", "date.day"]);
  const rows = await rowsBy(connected, [organic], [dimension]);
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    const rowCells = cells.filter((cell) => keyOf(cell) === row.get(dimension));
    const known = rowCells.map(differenceIn).filter((value) => value !== null);
    const sum = known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
    expect([row.get(dimension), numberIn(row, "organic")]).toEqual([row.get(dimension), sum]);
  }
});

test("levels of one day are added, and the last day counts", async () => {
  const connected = await connect({ profiles: 4 });
  const levels = ["fans_lifetime", "insights_fans_lifetime"];
  const sum = "all = fans_lifetime + insights_fans_lifetime";
  const days = await rowsBy(connected, [...levels, sum], ["profile", "date.day"]);
  for (const row of days) {
    const [fans, insightsFans] = levels.map((name) => numberIn(row, name));
    expect(numberIn(row, "all")).toBe(
      fans === null || insightsFans === null ? null : Number(fans) + Number(insightsFans),
    );
  }
  const totals = await rowsBy(connected, [sum], ["profile"]);
  for (const row of totals) {
    const last = days.findLast(
      (day) => day.get("profile") === row.get("profile") && numberIn(day, "all") !== null,
    );
    expect(numberIn(row, "all")).toBe(last === undefined ? null : numberIn(last, "all"));
  }
});

test("a sum is a part of a ratio: the sum over the sum, of the days that have all", async () => {
  const connected = await connect({ profiles: 6 });
  const rate =
    "organic_rate = (insights_impressions - insights_impressions_paid) / insights_impressions";
  const { text } = await connected.call("get_profile_metrics", {
    ...period,
    metrics: [rate],
    dimensions: ["date.month"],
  });
  expect(text).toContain("|organic_rate %\n");
  const cells = await rowsBy(connected, parts, ["profile", "date.day"]);
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  for (const row of rows) {
    const rowCells = cells.filter(
      (cell) =>
        cell.get("date.day")?.startsWith(row.get("date.month") ?? "") === true &&
        differenceIn(cell) !== null,
    );
    const sumOf = (valueOf: (cell: CsvRow) => number | null): number =>
      rowCells.reduce((sum, cell) => sum + (valueOf(cell) ?? 0), 0);
    expect(numberIn(row, "organic_rate")).toBeCloseTo(
      sumOf(differenceIn) / sumOf((cell) => numberIn(cell, parts[0] ?? "")),
      9,
    );
  }
});

test("conditions, orders, comparisons and pieces take it by its name", async () => {
  const { call } = await connect({ profiles: 12 });
  const question = { ...period, metrics: [...parts, organic], dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", { ...question, where: ["organic > 100000"] });
  const rows = readReply(text).tables.at(-1)?.rows ?? [];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((cells) => Number(cells.at(-1)) > 100_000)).toBe(true);
  const compared = await call("get_profile_metrics", {
    ...question,
    metrics: [organic],
    date_start: "2026-10-01",
    compare_to: "previous_period",
    sort_by: "organic:change",
  });
  expect(compared.text).toMatch(/\norganic sum\|/);
  const reply = await call("get_profile_metrics", { ...question, metrics: parts });
  const piece = await call("read_result", { result: idOf(reply.text), metrics: [organic] });
  expect(piece.text).toMatch(/\norganic sum\|/);
});

test("a difference has no shares; a sum has", async () => {
  const { call } = await connect({ profiles: 6 });
  const sum = "both = insights_impressions + insights_views";
  const question = { ...period, dimensions: ["profile"] };
  const organicReply = await call("get_profile_metrics", { ...question, metrics: [organic] });
  const withheld = await call("read_result", { result: idOf(organicReply.text), view: "shares" });
  expect(withheld.text).toContain("\nAcme US|·\n");
  const sumReply = await call("get_profile_metrics", { ...question, metrics: [sum] });
  const { text } = await call("read_result", { result: idOf(sumReply.text), view: "shares" });
  expect(text).toContain("both % of all");
});

test.each([
  [
    "fans_lifetime - fans_change",
    "fans_lifetime - fans_change cannot be computed: fans_lifetime is of the kind level, and fans_change of the kind net",
  ],
  [
    "insights_reach + insights_reach_paid",
    "insights_reach + insights_reach_paid cannot be computed: insights_reach is of the kind people, whose numbers do not add up",
  ],
  [
    "insights_views / (insights_impressions - insights_impressions_paid)",
    "insights_views / (insights_impressions - insights_impressions_paid) cannot be computed: insights_impressions - insights_impressions_paid can be negative, which is no base",
  ],
  ["insights_views - nothing", 'facebook has no metric "nothing"'],
  ["insights_views - ", '"insights_views - " is no formula of metrics'],
])("%s is refused with what to do", async (metric, problem) => {
  const { failing } = await connect({ profiles: 2 });
  const { text } = await failing("get_profile_metrics", { ...period, metrics: [metric] });
  expect(text).toContain(`invalid_input: ${problem}`);
});

/** Comparisons per profile, and statistics of the days of both ranges: of the same pages, computed apart from single days. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const metrics = ["insights_views", "insights_reach", "fans_lifetime"];
const compared = {
  network: "facebook",
  metrics,
  date_start: "2026-10-01",
  date_end: "2026-10-31",
  compare_to: "previous_period",
};

async function rowsOf(connected: Connected, question: object, piece = ""): Promise<CsvRow[]> {
  const { text } = await connected.call("get_profile_metrics", { ...compared, ...question });
  return csvRows(await readCsv(connected, `result://${idOf(text)}${piece}.csv`));
}

const isNow = (row: CsvRow): boolean => (row.get("date.day") ?? "") >= compared.date_start;

const rounded = (value: number | null): number | null => value && Number(value.toPrecision(9));

const median = (list: readonly number[]): number => {
  const sorted = list.toSorted((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 1 ? half : half - 1], sorted[half]];
  return (low + high) / 2;
};

/** The same pages of a metric, and the days of September and October. */
async function read(connected: Connected) {
  const pages = await rowsOf(connected, { dimensions: ["profile"] });
  const range = { date_start: "2026-09-01", compare_to: null };
  const days = await rowsOf(connected, { ...range, dimensions: ["profile", "date.day"] });
  const same = (metric: string): string[] =>
    pages.flatMap((row) =>
      row.get(`${metric}:group`) === "same" ? (row.get("profile") ?? []) : [],
    );
  return { pages, days, same };
}

test("a median of days, of each page and of all: now, before and the change", async () => {
  const connected = await connect({ profiles: 24 });
  const { days, same } = await read(connected);
  const rows = await rowsOf(connected, { dimensions: ["profile"] }, "~statistic=median");
  for (const metric of metrics) {
    const ids = same(metric);
    expect(ids.length).toBeGreaterThan(10);
    for (const row of rows) {
      const id = row.get("profile") ?? "";
      const [now = null, before = null] = [true, false].map((later) => {
        const values = days.flatMap((day) =>
          day.get("profile") === id && isNow(day) === later ? (numberIn(day, metric) ?? []) : [],
        );
        return values.length === 0 ? null : median(values);
      });
      const names = [metric, `${metric}:before`, `${metric}:change`];
      const shown = names.map((name) => numberIn(row, name));
      const change = ids.includes(id) ? Number(now) - Number(before) : null;
      const expected = [now, before, change];
      expect([metric, id, ...shown.map(rounded)]).toEqual([metric, id, ...expected.map(rounded)]);
    }
  }
  const [total = new Map()] = await rowsOf(connected, { dimensions: [] }, "~statistic=median");
  const ids = same("insights_views");
  const dates = [...new Set(days.map((day) => day.get("date.day") ?? ""))];
  const totals = dates.map((date) => ({
    isNow: date >= compared.date_start,
    value: days
      .filter((day) => day.get("date.day") === date && ids.includes(day.get("profile") ?? ""))
      .reduce((sum, day) => sum + (numberIn(day, "insights_views") ?? 0), 0),
  }));
  const ofSide = (later: boolean): number =>
    median(totals.flatMap((day) => (day.isNow === later ? day.value : [])));
  expect(numberIn(total, "insights_views")).toBe(ofSide(true));
  expect(numberIn(total, "insights_views:before")).toBe(ofSide(false));
});

test("per profile, sums and levels are divided by the same pages, in total and by label", async () => {
  const connected = await connect({ profiles: 24 });
  const { pages, same } = await read(connected);
  const [row = new Map()] = await rowsOf(connected, { dimensions: [] }, "~per_profile=true");
  for (const metric of ["insights_views", "fans_lifetime"]) {
    const ids = same(metric);
    const sum = (name: string): number =>
      pages
        .filter((page) => ids.includes(page.get("profile") ?? ""))
        .reduce((total, page) => total + (numberIn(page, name) ?? 0), 0);
    for (const name of [metric, `${metric}:before`, `${metric}:change`])
      expect([name, numberIn(row, name)]).toEqual([
        name,
        expect.closeTo(sum(name) / ids.length, 6),
      ]);
  }
  const { text } = await connected.call("get_profile_metrics", {
    ...compared,
    dimensions: ["profile_label"],
  });
  const piece = { result: idOf(text), per_profile: true };
  const shown = await connected.call("read_result", piece);
  expect(shown.text).toMatch(/\ninsights_views sum per profile\|same \d+\|\d+\|\d+\|[+-]\d+\|/);
  expect(shown.text).toMatch(
    /\nlabel\|same profiles\|now\|before\|change at equal days\|change %\n/,
  );
});

test("what both sides cannot have is refused with what to write", async () => {
  const { call, failing } = await connect({ profiles: 6 });
  const { text } = await call("get_profile_metrics", { ...compared, dimensions: ["profile"] });
  const result = idOf(text);
  for (const [piece, problem] of [
    [{ statistic: "min,max" }, "a comparison has one statistic"],
    [{ statistic: "sum" }, "a comparison has one statistic"],
    [{ per_profile: true }, "per_profile divides rows of several profiles"],
    [{ of: "week" }, "of week is for a statistic"],
  ] as const)
    expect((await failing("read_result", { result, ...piece })).text).toContain(problem);
});

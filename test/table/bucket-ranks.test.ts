/** Weeks and months that stand out: rank and range of the latest one, scores only with many before it. */
import type { Result } from "../../src/numbers/cells/result.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../../src/base/async/work.ts";
import {
  type BucketRanks,
  bucketLines,
  bucketRanksOf,
  leastBefore,
} from "../../src/numbers/table/bucket-ranks.ts";
import { outlierScore } from "../../src/numbers/table/outliers.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { addRatios } from "../../src/numbers/meaning/ratio-columns.ts";
import { derivedMetric } from "../../src/numbers/meaning/ratios.ts";
import { dailyResult, facebookMetrics, resultOf, type Cell } from "../helpers/grids.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const bucketRanks = (result: Result, grain: "week" | "month"): BucketRanks =>
  bucketRanksOf(result, bucketLines(result, grain));

/** Weeks of the same number each day, from a Monday. */
const weeksOf = (sums: readonly Cell[], metric = "insights_views") =>
  resultOf(metric, [sums.flatMap((sum) => Array<Cell>(7).fill(sum))], "2026-01-05");

test("the rank, the lowest and the highest are those of the whole weeks; equal numbers share a rank", () => {
  const seen = { ties: 0, ends: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { freq: 6 }), {
        minLength: 3,
        maxLength: 20,
      }),
      (sums) => {
        const { ranks, compared } = bucketRanks(weeksOf(sums), "week");
        const totals = sums.flatMap((sum) => (sum === null ? [] : [7 * sum]));
        expect(compared).toBe(0);
        const latest = totals.at(-1) ?? 0;
        const sorted = totals.toSorted((left, right) => right - left);
        const rank = sorted.indexOf(latest) + 1;
        seen.ties += sorted.filter((sum) => sum === latest).length > 1 ? 1 : 0;
        seen.ends += rank === 1 ? 1 : 0;
        const ranked = { value: latest, rank, count: totals.length };
        const ends = { lowest: sorted.at(-1), highest: sorted[0] };
        expect(ranks).toMatchObject(totals.length < 3 ? [] : [{ ...ranked, ...ends }]);
      },
    ),
    drawing(40, 2000, 1),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThanOrEqual(leastDrawn);
});

test("scores need 26 weeks before a week", () => {
  const quiet = Array.from({ length: leastBefore }, (_, at) => 1000 + (at % 3));
  const short = bucketRanks(weeksOf([...quiet.slice(1), 9000]), "week");
  expect(short).toMatchObject({ compared: 0, outliers: [] });
  const long = bucketRanks(weeksOf([...quiet, 9000]), "week");
  expect(long.compared).toBe(1);
  // The median of the weeks before is 7 * 1001, and counts vary by at least the square root of it.
  const usual = 7 * 1001;
  const score = (7 * 9000 - usual) / Math.max(1.4826 * 7, Math.sqrt(usual));
  expect(long.outliers).toMatchObject([{ value: 63_000 }]);
  expect(long.outliers[0]?.score).toBeCloseTo(score, 8);
  expect(Math.abs(score)).toBeGreaterThan(outlierScore);
});

test("a level differs from the end of the bucket before, which must have its last days", () => {
  const weeks = [10, 20, 30, 40, 50].flatMap((level) => Array<Cell>(7).fill(level));
  // The third week ends on its third day, so that the fourth would differ from it by more than a week.
  const cut = weeks.map((value, at) => (at > 16 && at < 21 ? null : value));
  const { ranks } = bucketRanks(resultOf("fans_lifetime", [cut], "2026-01-05"), "week");
  expect(ranks).toEqual([]);
  const long = [...cut, ...[60, 75].flatMap((level) => Array<Cell>(7).fill(level))];
  const later = bucketRanks(resultOf("fans_lifetime", [long], "2026-01-05"), "week");
  expect(later.ranks).toMatchObject([{ value: 15, rank: 1, count: 4, thin: 2, lowest: 10 }]);
});

test("the first bucket of a level has no difference, which is not a gap", () => {
  const weeks = [10, 20, 40, 70].flatMap((level) => Array<Cell>(7).fill(level));
  const { ranks } = bucketRanks(resultOf("fans_lifetime", [weeks], "2026-01-05"), "week");
  expect(ranks).toMatchObject([{ value: 30, rank: 1, count: 3, thin: 0, lowest: 10 }]);
});

test("no difference of a level crosses a break on which a bucket begins", () => {
  const saturday = 6;
  // Fans until Friday, 2025-11-14, and followers, which are many more, from Saturday on.
  const days = Array.from({ length: 70 }, (_, at) => (at < 42 ? 100 : 90_000) + at);
  const result = {
    ...resultOf("fans_lifetime", [days], "2025-10-04"),
    weekStart: saturday,
  } as const;
  const { ranks } = bucketRanks(result, "week");
  expect(ranks).toMatchObject([{ value: 7, count: 3, thin: 0, highest: 7, since: "2025-11-15" }]);
});

test("buckets before a break do not count, and the rank says since when", () => {
  const days = Array.from({ length: 70 }, (_, at) => at);
  const { ranks } = bucketRanks(resultOf("fans_change", [days], "2025-10-06"), "week");
  expect(ranks).toMatchObject([{ count: 4, rank: 1, thin: 0, since: "2025-11-16" }]);
});

test("a ratio that never varied has no scores", () => {
  const days = Array.from({ length: 28 * 7 }, () => [6, 3]);
  const parts = dailyResult(
    facebookMetrics("insights_reactions", "insights_views"),
    [days],
    "2026-01-05",
  );
  const [above, below] = ["insights_reactions", "insights_views"].map((name) => [
    { name, sign: 1 as const },
  ]);
  const ratio = { name: "rate", above: above ?? [], below: below ?? [] };
  const result = finish(addRatios(parts, [derivedMetric(ratio, parts.metrics)]));
  const { ranks, outliers, compared } = bucketRanks(result, "week");
  expect(ranks.find(({ metric }) => metric.name === "rate")).toMatchObject({ value: 2, rank: 1 });
  expect(outliers).toEqual([]);
  expect(compared).toBe(2 * 2);
});

test("levels are ranked by their difference, and a cut or thin week is not ranked", () => {
  const rising = [10, 20, 30, 45].flatMap((level) => Array<Cell>(7).fill(level));
  const level = bucketRanks(resultOf("fans_lifetime", [rising], "2026-01-05"), "week");
  expect(level.ranks).toMatchObject([{ value: 15, rank: 1, count: 3, lowest: 10, highest: 15 }]);
  const days = [5, 6, 7, 8].flatMap((sum) => Array<Cell>(7).fill(sum));
  const cut = bucketRanks(resultOf("insights_views", [days.slice(0, -1)], "2026-01-05"), "week");
  expect(cut.ranks).toMatchObject([{ value: 49, count: 3 }]);
  const thin = bucketRanks(resultOf("insights_views", [days.with(25, null)], "2026-01-05"), "week");
  expect(thin.ranks).toMatchObject([{ value: 49, count: 3 }]);
});

test("a reader gets the latest week with its rank and range, no verdict", async () => {
  const connected = await connect({ profiles: 30 });
  const question = {
    network: "facebook",
    metrics: ["insights_views"],
    profiles: facebookIds(30),
    period: "last_13_weeks",
    dimensions: ["date.week"],
  };
  const { text } = await connected.call("get_profile_metrics", question);
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  const values = rows.map((row) => numberIn(row, "insights_views") ?? 0);
  const latest = values.at(-1) ?? 0;
  const { text: view } = await connected.call("read_result", {
    result: idOf(text),
    view: "outliers",
  });
  const [, value, rank, lowest, highest] =
    /^2026-W\d\d\|insights_views\|(\d+)\|(\d+) of 13.*\|(\d+)\|(\d+)$/m.exec(view) ?? [];
  expect(Number(value)).toBe(latest);
  expect(Number(rank)).toBe(1 + values.filter((number) => number > latest).length);
  expect([lowest, highest].map(Number)).toEqual([Math.min(...values), Math.max(...values)]);
  expect(view).toContain("No scores: they need 26 weeks before a week.");
  expect(view).not.toMatch(/stands? out/);
});

test("every result can be viewed by week", async () => {
  const { call, failing } = await connect({ profiles: 6 });
  const days = { network: "facebook", metrics: ["insights_views"], period: "last_12_weeks" };
  const { text } = await call("get_profile_metrics", days);
  const view = { view: "outliers", grain: "week" };
  const weeks = await call("read_result", { result: idOf(text), ...view });
  expect(weeks.text).toMatch(/^all 6\|2026-W\d\d\|insights_views\|/m);
  const long = await call("get_profile_metrics", { ...days, period: "2025" });
  const year = await call("read_result", { result: idOf(long.text), ...view });
  expect(year.text).toMatch(/^all 6\|2025-W\d\d\|insights_views\|/m);
  const weekdays = { result: idOf(text), view: "outliers", grain: "weekday" };
  expect((await failing("read_result", weekdays)).text).toContain(
    "view outliers has no grain weekday\nChoose one of day, week, month, quarter, year.",
  );
});

/** Statistics of whole weeks and months, against numbers computed apart. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { statisticBuckets, statistics, type Statistic } from "../../src/catalog/statistics.ts";
import { statistic as statisticOf } from "../../src/numbers/table/statistic.ts";
import { firstColumn } from "../../src/numbers/table/table.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { resultOf, type Cell } from "../helpers/grids.ts";
import { drawing } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const day = 86_400_000;
const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const mondayOf = (date: string): string => {
  const time = Date.parse(date);
  return isoOf(time - ((new Date(time).getUTCDay() + 6) % 7) * day);
};
const bucketNames: Readonly<Record<string, (date: string) => string>> = {
  week: mondayOf,
  month: (date) => date.slice(0, 7),
  quarter: (date) => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`,
};

/** The lists of the days of each bucket that is whole: its day before and after are in other buckets. */
function wholeBuckets(days: readonly Cell[], first: string, bucket: string): Cell[][] {
  const nameOf = bucketNames[bucket] ?? String;
  const dated = days.map((value, at) => ({ value, date: isoOf(Date.parse(first) + at * day) }));
  const names = [...new Set(dated.map(({ date }) => nameOf(date)))];
  return names.flatMap((name) => {
    const bucketDays = dated.filter(({ date }) => nameOf(date) === name);
    const before = isoOf(Date.parse(bucketDays[0]?.date ?? "") - day);
    const after = isoOf(Date.parse(bucketDays.at(-1)?.date ?? "") + day);
    const isCut = nameOf(before) === name || nameOf(after) === name;
    return isCut ? [] : [bucketDays.map(({ value }) => value)];
  });
}

const referenceOf: Readonly<Record<Statistic, (list: readonly number[]) => number>> = {
  sum: (list) => list.reduce((sum, value) => sum + value, 0),
  mean: (list) => list.reduce((sum, value) => sum + value, 0) / list.length,
  median: (list) => share(list, 0.5),
  p90: (list) => share(list, 0.9),
  min: (list) => Math.min(...list),
  max: (list) => Math.max(...list),
  first: ([value = Number.NaN]) => value,
  last: (list) => list.at(-1) ?? Number.NaN,
};

function share(list: readonly number[], part: number): number {
  const sorted = list.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * part;
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}

test("a bucket counts if it is whole and has 95 % of its days; its number is the sum of these", () => {
  const seen = { cut: 0, lacking: 0, none: 0, full: 0 };
  // Most days have a value, so that buckets lie on both sides of 95 %.
  const cell = fc.option(fc.integer({ min: -50, max: 50 }), { freq: 40 });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 100, maxLength: 100 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("2026-01-01", "2026-02-03", "2026-03-30"),
      fc.constantFrom(...statisticBuckets),
      fc.constantFrom(...statistics),
      (profiles, first, bucket, statistic) => {
        const result = resultOf("fans_change", profiles, first);
        const { values, buckets } = firstColumn(
          statisticOf(result, ["profile"], { names: [statistic], of: bucket }),
        );
        for (const [at, days] of profiles.entries()) {
          const bucketCells = wholeBuckets(days, first, bucket);
          const counted = bucketCells.flatMap((list) => {
            const numbers = list.filter((value) => value !== null);
            return numbers.length >= 0.95 * list.length ? [referenceOf.sum(numbers)] : [];
          });
          const expected = counted.length === 0 ? Number.NaN : referenceOf[statistic](counted);
          const isClose = Math.abs((values[at] ?? 0) - expected) < 1e-8;
          expect(isClose || Object.is(values[at], expected)).toBe(true);
          expect([buckets?.counted[at], buckets?.total]).toEqual([
            counted.length,
            bucketCells.length,
          ]);
          seen.cut += bucketCells.flat().length < days.length ? 1 : 0;
          seen.lacking += counted.length < bucketCells.length ? 1 : 0;
          seen.none += counted.length === 0 ? 1 : 0;
          seen.full += counted.length === bucketCells.length ? 1 : 0;
        }
      },
    ),
    drawing(50, 3000, 1),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
});

test("how many profiles grew in each of the last six months", async () => {
  const connected = await connect({ profiles: 40 });
  const months = { period: "last_6_months", dimensions: ["profile", "date.month"] };
  const question = { network: "facebook", metrics: ["fans_change"], profiles: facebookIds(40) };
  const byMonth = await connected.call("get_profile_metrics", { ...question, ...months });
  const rows = csvRows(await readCsv(connected, `result://${idOf(byMonth.text)}.csv`));
  const byDay = { ...months, dimensions: ["profile", "date.day"] };
  const daily = await connected.call("get_profile_metrics", { ...question, ...byDay });
  const days = csvRows(await readCsv(connected, `result://${idOf(daily.text)}.csv`));
  // A month counts where at least 95 % of its days have a value.
  const isCovered = (id: string, month: string): boolean => {
    const monthDays = days.filter(
      (row) => row.get("profile") === id && row.get("date.day")?.startsWith(month),
    );
    return (
      monthDays.filter((row) => row.get("fans_change") !== "").length >= monthDays.length * 0.95
    );
  };
  const grown = facebookIds(40).filter((id) => {
    const profileRows = rows.filter((row) => row.get("profile") === id);
    return profileRows.every(
      (row) =>
        (numberIn(row, "fans_change") ?? 0) > 0 && isCovered(id, row.get("date.month") ?? ""),
    );
  });
  expect(grown.length).toBeGreaterThan(0);
  expect(grown.length).toBeLessThan(40);
  const halfYear = { ...question, period: "last_6_months" };
  const { text } = await connected.call("get_profile_metrics", halfYear);
  const { text: piece } = await connected.call("read_result", {
    result: idOf(text),
    statistic: "min",
    of: "month",
    where: ["fans_change > 0"],
  });
  expect(piece).toMatch(new RegExp(`^fans_change > 0: ${grown.length} of 40 match`, "m"));
  expect(piece).toContain("|fans_change min of calendar months\n");
  const matching = csvRows(await readCsv(connected, piece.split("\n").at(-1) ?? ""));
  expect(new Set(matching.map((row) => row.get("profile")))).toEqual(new Set(grown));
});

test("a row that lacks a bucket says how many it has, and meets no condition", async () => {
  const connected = await connect({ profiles: 12 });
  const question = { network: "facebook", metrics: ["insights_views"], period: "last_8_weeks" };
  const { text } = await connected.call("get_profile_metrics", question);
  const piece = { result: idOf(text), statistic: "min", of: "week" };
  const reply = await connected.call("read_result", piece);
  const lacking = [...reply.text.matchAll(/^(.+?)\|\d+(?:\|\d*%?)?\|(\d) of 8$/gm)];
  expect(lacking.length).toBeGreaterThan(0);
  const some = await connected.call("read_result", { ...piece, where: ["insights_views >= 0"] });
  for (const [, name] of lacking) expect(some.text).not.toContain(`\n${name}|`);
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ of: "month" }, /^invalid_input: of month is for a statistic, and none is named/],
  [
    { of: "week", statistic: "min", grain: "month" },
    /^invalid_input: of week is for rows of the whole range, and these are by month/,
  ],
  [{ of: "month", view: "gaps" }, /^invalid_input: of cannot be combined with view gaps/],
  [
    { of: "month", statistic: "sum", metrics: ["insights_reach"] },
    /^invalid_input: insights_reach has no sum here/,
  ],
])("%j is refused with what to do", async (wrong, problem) => {
  const { call, failing } = await connect({ profiles: 6 });
  const question = {
    network: "facebook",
    metrics: ["fans_change", "insights_reach"],
    period: "last_month",
  };
  const { text } = await call("get_profile_metrics", question);
  const refused = await failing("read_result", { result: idOf(text), ...wrong });
  expect(refused.text).toMatch(problem);
});

/** Weeks begin on the weekday that the API's do; where that was learned wrongly, repaired or refused. */
import { toDay } from "../../src/time/days.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { difference, numbersByKey } from "../helpers/compare.ts";
import { benchOf, type Bench } from "../helpers/in-memory.ts";

const metrics = metricsOf("twitter", 3).slice(0, 4);
const names = metrics.map(({ name }) => name);
const fromSaturday = { firstWeekday: 6, week: (day: string): string => day };

async function weekly(bench: Bench, profiles: number, end: string): Promise<Question> {
  const question = {
    version: 3 as const,
    network: "twitter" as const,
    metrics,
    start: toDay("2025-01-01"),
    end: toDay(end),
    dimensions: ["date.week" as const],
  };
  const list = await bench.profiles(question);
  return { ...question, profiles: list.slice(0, profiles), excluded: new Set() };
}

test("a week cut in two is put together again: sums add, averages are asked again whole", async () => {
  const bench = benchOf({ rowStyle: fromSaturday });
  const whole = benchOf({ rowStyle: fromSaturday }, { profiles: 1e9, metrics: 1e9, months: 1200 });
  const query = await weekly(bench, 5, "2026-10-31");
  bench.learned.weekStart = 1;

  const split = await bench.run(query);
  const unsplit = await whole.run(query);

  const numbers = numbersByKey({ ...split.cells, metrics: names });
  expect(difference(numbers, numbersByKey({ ...unsplit.cells, metrics: names }))).toBeUndefined();
  const averagesOnly = bench.sandbox
    .requests("metrics")
    .filter(({ body }) =>
      JSON.stringify(body).includes('"metrics":["ff_ratio","followers_lifetime"]'),
    );
  expect(averagesOnly).toHaveLength(1);
});

test("refuses to fold into weeks that hold other days than was learnt", async () => {
  const bench = benchOf({ rowStyle: fromSaturday, profiles: 120 });
  const query = await weekly(bench, 120, "2025-01-31");
  bench.learned.weekStart = 1;

  await expect(bench.run(query)).rejects.toThrow(
    /upstream_failed: the API('s rows of date.week hold other days| has \d+ rows of date.week)/,
  );
});

test("refuses, where sums show other weeks than averages would be folded into", async () => {
  const bench = benchOf({ rowStyle: fromSaturday, profiles: 120 });
  const query = await weekly(bench, 120, "2025-01-31");
  bench.learned.weekStart = 1;
  const facebook = {
    ...query,
    network: "facebook" as const,
    metrics: metricsOf("facebook", 3),
    start: toDay("2025-01-04"),
  };
  const profiles = await bench.profiles(facebook);

  await expect(bench.run({ ...facebook, profiles })).rejects.toThrow(
    "the API has 4 rows of date.week where the calendar has 5",
  );
});

test("asks once how weeks begin, however many requests turn out to need it", async () => {
  const limits = { profiles: 100, metrics: 1, months: 12 };
  const bench = benchOf({ complexity: 4, limits: { 3: limits } }, limits);
  const query = await weekly(bench, 5, "2025-02-28");

  await bench.run(query);

  const probes = bench.sandbox
    .requests("metrics")
    .filter(({ body }) =>
      JSON.stringify(body).includes('"date_start":"2025-02-23","date_end":"2025-02-24"'),
    );
  expect(probes).toHaveLength(1);
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  "learns that weeks begin on weekday %i, and folds by it",
  async (firstWeekday) => {
    const rowStyle = { firstWeekday, week: (day: string): string => day };
    const bench = benchOf({ rowStyle, profiles: 120 });
    const whole = benchOf(
      { rowStyle, profiles: 120 },
      { profiles: 1e9, metrics: 1e9, months: 1200 },
    );
    const query = await weekly(bench, 120, "2025-02-20");

    const split = await bench.run(query);
    const unsplit = await whole.run(query);

    expect(bench.learned.weekStart).toBe(firstWeekday);
    const numbers = numbersByKey({ ...split.cells, metrics: names });
    expect(difference(numbers, numbersByKey({ ...unsplit.cells, metrics: names }))).toBeUndefined();
  },
);

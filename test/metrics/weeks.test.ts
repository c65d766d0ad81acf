/** Weeks begin on the weekday that the API's do; where that was learned wrongly, numbers are refused. */
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

/** Two years of five profiles of facebook, whose requests are cut between weeks. */
async function twoYears(
  bench: Bench,
  name: string,
  [start, end] = ["2023-01-04", "2024-10-31"],
): Promise<Question> {
  const subject = {
    version: 3 as const,
    network: "facebook" as const,
    metrics: metricsOf("facebook", 3).filter((metric) => metric.name === name),
    dimensions: ["date.week" as const],
  };
  const list = await bench.profiles(subject);
  return {
    ...subject,
    start: toDay(start ?? ""),
    end: toDay(end ?? ""),
    profiles: list.slice(0, 5),
    excluded: new Set(),
  };
}

test.each(["insights_views", "insights_reach", "fans_lifetime"])(
  "requests for %s are cut between the weeks that were learned, and show the same numbers",
  async (name) => {
    const bench = benchOf({ rowStyle: fromSaturday });
    const whole = benchOf(
      { rowStyle: fromSaturday },
      { profiles: 1e9, metrics: 1e9, months: 1200 },
    );
    const query = await twoYears(bench, name);

    const split = await bench.run(query);
    const unsplit = await whole.run(query);

    const numbersOf = ({ cells }: typeof split): ReturnType<typeof numbersByKey> =>
      numbersByKey({ ...cells, metrics: [name] });
    expect(numbersOf(split).size).toBe(96);
    expect(difference(numbersOf(split), numbersOf(unsplit))).toBeUndefined();
    const ends = bench.sandbox
      .requests("metrics")
      .flatMap(
        ({ body }) =>
          /"date_end":"(2023-[\d-]+)".*date\.week/.exec(JSON.stringify(body))?.[1] ?? [],
      );
    expect(ends, "a Friday").toEqual(["2023-12-29"]);
  },
);

test.each(["insights_views", "insights_reach", "fans_lifetime"])(
  "%s is refused where weeks were learned wrongly",
  async (name) => {
    const bench = benchOf({ rowStyle: fromSaturday });
    const query = await twoYears(bench, name);
    bench.learned.weekStart = 1;

    await expect(bench.run(query)).rejects.toThrow(
      "upstream_failed: the API's rows of date.week hold other days than the calendar's",
    );
  },
);

test("refuses to fold into weeks that hold other days than was learnt", async () => {
  const bench = benchOf({ rowStyle: fromSaturday, profiles: 120 });
  const query = await weekly(bench, 120, "2025-01-31");
  bench.learned.weekStart = 1;

  await expect(bench.run(query)).rejects.toThrow(
    /upstream_failed: the API('s rows of date.week hold other days| has \d+ rows of date.week)/,
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

/** Random questions and pieces, valid or not: each is answered or refused, and none shows a defect. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { metricsOf } from "../src/catalog/metrics/index.ts";
import { metricNetworksOf } from "../src/catalog/networks.ts";
import { renewed } from "./helpers/renewed.ts";
import { drawing } from "./helpers/repetitions.ts";
import { idOf, readCsv } from "./helpers/results.ts";

const runs = drawing(30, 2000, 1);

const some = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });

const questions = fc.constantFrom(...metricNetworksOf[3]).chain((network) => {
  const known = metricsOf(network, 3);
  const name = fc.constantFrom(...known.map((metric) => metric.name));
  const ratio = fc.tuple(name, name).map(([above, below]) => `${above} / ${below}`);
  const breakdown = known.flatMap(({ breakdowns }) => breakdowns)[0] ?? "profile_label";
  return fc.record({
    network: fc.constant(network),
    metrics: fc.array(fc.oneof({ weight: 3, arbitrary: name }, ratio), {
      minLength: 1,
      maxLength: 3,
    }),
    dimensions: fc.constantFrom<string[]>(
      [],
      ["profile"],
      ["profile_label"],
      ["date.day"],
      ["date.week"],
      ["date.month", "profile"],
      ["date.quarter"],
      ["date.weekday"],
      ["profile", "date.day"],
      ["profile", "profile_label"],
      [breakdown],
    ),
    date_start: fc.constantFrom(
      "2025-04-10",
      "2025-06-01",
      "2025-11-10",
      "2026-10-30",
      "2026-11-15",
    ),
    days: fc.integer({ min: 0, max: 60 }),
    compare_to: some(
      fc.constantFrom("previous_period", "previous_year", "previous_year_weekdays", "2025-01-15"),
    ),
    labels: some(fc.constant(["Europe"])),
  });
});

/** Most arguments of pieces exclude each other, so that each is given in one case of eight. */
const rarely = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const pieces = fc.record({
  grain: rarely(fc.constantFrom("day", "week", "month", "quarter", "year", "weekday", "total")),
  view: rarely(fc.constantFrom("table", "gaps", "outliers", "shares")),
  statistic: rarely(fc.constantFrom("median", "p90, max", "sum", "mean")),
  sort_by: rarely(fc.constantFrom("change", "coverage", "fans_change", "insights_reach")),
  order: rarely(fc.constantFrom("asc", "desc")),
  top: rarely(fc.integer({ min: 1, max: 5 })),
  per_profile: rarely(fc.boolean()),
});

/** Texts of numbers that no reader should see, and of errors that are ours. */
const defect = /internal_error|\bNaN\b|Infinity|undefined|\[object/;

test("no question and no piece of its result ends in a defect", async () => {
  const connected = renewed({ profiles: 24 }, 60);
  const outcomes = { answered: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(questions, fc.array(pieces, { maxLength: 3 }), async (sample, read) => {
      const { client, attempt } = await connected();
      const { days, ...question } = sample;
      const end = new Date(Date.parse(sample.date_start) + days * 86_400_000);
      const date_end = end.toISOString().slice(0, 10);
      const { text, isError } = await attempt("get_profile_metrics", {
        ...question,
        date_end,
        skip_unavailable: true,
      });
      expect(text).not.toMatch(defect);
      if (isError) return;
      const result = idOf(text);
      expect(await readCsv({ client }, `result://${result}.csv`)).not.toMatch(defect);
      for (const piece of read) {
        const { text: part, isError: isRefused } = await attempt("read_result", {
          result,
          ...piece,
        });
        expect(part).not.toMatch(defect);
        outcomes[isRefused ? "refused" : "answered"] += 1;
      }
    }),
    runs,
  );
  expect(outcomes.answered, "enough is not refused").toBeGreaterThan(outcomes.refused / 4);
}, 600_000);

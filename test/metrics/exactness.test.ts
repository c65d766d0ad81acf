/** The law: what is split and merged says the same as what was never split. */
import { toDay } from "../../src/base/time/days.ts";
import { hash, textHash } from "../../src/sandbox/hash.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import type { ApiClient } from "../../src/suite/api/client.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import { addDays } from "../../src/base/time/days.ts";
import { breakdowns, type Dimension } from "../../src/catalog/dimensions.ts";
import { allowsDimension, metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworksOf, type ApiVersion } from "../../src/catalog/networks.ts";
import { neededRange } from "../../src/questions/metrics/question/needs.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import type { RowStyle } from "../../src/sandbox/metrics-answer.ts";
import { benchOf, never } from "../helpers/in-memory.ts";
import { difference, numbersByKey } from "../helpers/compare.ts";
import { rememberedNumbers } from "../helpers/remembered-numbers.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { cellsOf } from "../helpers/day-values.ts";

/** One value in five is missing. */
const holedNumbers: Numbers = (profile, metric, day, breakdown) => {
  const chance = hash(profile.index, textHash(metric), textHash(day), textHash(breakdown ?? ""), 3);
  return chance % 5 === 0 ? null : rememberedNumbers(profile, metric, day, breakdown);
};

const rowStyles: Record<string, Partial<RowStyle>> = {
  "ISO weeks, label ids": {},
  "weeks from Sunday by their first day, label names": {
    firstWeekday: 0,
    week: (day) => day,
    label: ({ name }) => name,
  },
  "weeks from Monday as numbers, labels as objects": {
    week: (day) => Number(day.replaceAll("-", "")),
    label: ({ id, name }) => ({ name, id }),
    breakdown: (type, text) => ({ type, value: text }),
  },
  "rows and metrics in reverse": { arrange: (rows) => rows.toReversed() },
  "weeks from Saturday": { firstWeekday: 6, week: (day) => day },
  "weeks from Sunday as objects": {
    firstWeekday: 0,
    week: (day) => ({ start: day, kind: "week" }),
  },
};

const lifted = { profiles: 1e9, metrics: 1e9, months: 1200 };

interface Case {
  readonly query: Omit<Question, "profiles" | "excluded">;
  readonly profiles: readonly number[];
  readonly style: string;
  readonly limits: { readonly profiles: number; readonly metrics: number; readonly months: number };
  readonly complexity: number;
}

const cases: fc.Arbitrary<Case> = fc
  .constantFrom<ApiVersion>(2, 3)
  .chain((version) =>
    fc.record({
      version: fc.constant(version),
      network: fc.constantFrom(...metricNetworksOf[version]),
    }),
  )
  .chain(({ version, network }) => {
    const known = metricsOf(network, version);
    return fc
      .record({
        breakdown: fc.option(fc.constantFrom(...breakdowns), { freq: 2 }),
        picked: fc.uniqueArray(fc.nat(known.length - 1), { minLength: 1, maxLength: 5 }),
        base: fc.shuffledSubarray<Dimension>(["profile", "profile_label"]),
        date: fc.option(fc.constantFrom<Dimension>("date.day", "date.week", "date.month"), {
          freq: 4,
        }),
        datePlace: fc.nat(2),
        profiles: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 9 }),
        start: fc.nat(500).map((days) => addDays(toDay("2025-02-01"), days)),
        length: fc.oneof(fc.nat(9), fc.nat(80)),
        style: fc.constantFrom(...Object.keys(rowStyles)),
        limits: fc.record({
          profiles: fc.integer({ min: 1, max: 4 }),
          metrics: fc.integer({ min: 1, max: 3 }),
          months: fc.constant(1),
        }),
        complexity: fc.oneof(fc.constant(1e9), fc.integer({ min: 6, max: 60 })),
      })
      .map(({ breakdown, picked, base, date, datePlace, start, length, complexity, ...rest }) => {
        const allowing = known.filter(
          (metric) => breakdown !== null && allowsDimension(metric, breakdown),
        );
        const metrics =
          allowing.length > 0 ? allowing : picked.flatMap((index) => known[index] ?? []);
        const dated = date === null ? base : base.toSpliced(datePlace, 0, date);
        const dimensions =
          breakdown !== null && allowing.length > 0 ? [...dated, breakdown] : dated;
        // One cell has as many numbers as its breakdown has rows, for each label of its profile.
        const smallest = breakdown === null ? 1 : 25;
        return {
          ...rest,
          complexity: complexity * smallest,
          query: { version, network, metrics, start, end: addDays(start, length), dimensions },
        };
      });
  });

async function answered(api: ApiClient, request: MetricsRequest): Promise<Map<string, number>> {
  const answer = await api.metrics(request, never);
  return numbersByKey({ ...answer, values: answer.values.unpacked() });
}

test("split and merged, a query says the same as unsplit", async () => {
  const runs = repetitions(150, 10_000);
  await fc.assert(
    fc.asyncProperty(
      cases,
      async ({ query: question, profiles: picked, style, limits, complexity }) => {
        const shared = { profiles: 12, numbers: holedNumbers, rowStyle: rowStyles[style] ?? {} };
        const reference = benchOf({ ...shared, complexity: 1e12 }, lifted);
        const split = benchOf({ ...shared, complexity }, limits);
        const candidates = (await reference.profiles(question)).filter(
          (profile) => profile.insightsEnabled !== false,
        );
        const profiles = [
          ...new Set(picked.flatMap((index) => candidates[index % candidates.length] ?? [])),
        ];
        const query: Question = { ...question, profiles, excluded: new Set() };

        const request: MetricsRequest = {
          ...query,
          profiles: profiles.map(({ id }) => id),
          metrics: query.metrics.map(({ name }) => name),
        };
        const { days, split: rows } = await split.run(query);
        // Levels need the last days of the range alone.
        const { start } = neededRange(query);
        for (const values of rows === undefined ? [days] : [days, rows]) {
          const cells = cellsOf(values, start);
          const dimensions = cells.axes.map(({ type }) => type);
          const expected = await answered(reference.api, { ...request, start, dimensions });
          const actual = numbersByKey({ ...cells, metrics: request.metrics });
          expect(difference(actual, expected)).toBeUndefined();
        }
      },
    ),
    { numRuns: runs },
  );
});

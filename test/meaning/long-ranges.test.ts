/** Over long ranges, numbers and gaps are those of days, as over short ones: each equals one computed apart. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AskedRows } from "../helpers/asked-rows.ts";
import { checkCsv } from "../helpers/check-csv.ts";
import { csvRows } from "../helpers/csv.ts";
import { argumentsOf, askedOf, cases, connections, type Case } from "../helpers/figure-cases.ts";
import { daysFrom } from "../helpers/day-names.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";
import { statedMissing } from "../helpers/stated-missing.ts";

const shapes = [
  [],
  ["profile"],
  ["date.month"],
  ["profile", "date.month"],
  ["date.quarter"],
  ["date.year", "profile"],
  ["profile_label"],
  ["date.week"],
  ["date.day"],
];
const starts = ["2025-03-28", "2025-10-20", "2025-11-14", "2026-02-20", "2026-07-01"];

const longCases: fc.Arbitrary<Case> = fc
  .tuple(
    cases,
    fc.constantFrom(...shapes),
    fc.constantFrom(...starts),
    // Almost a year leaves no room for all days before the range.
    fc.integer({ min: 93, max: 400 }).filter((length) => length < 337 || length > 366),
  )
  .map(([testCase, dimensions, start, length]) => ({
    ...testCase,
    dimensions,
    start,
    length,
    budget: 6000,
  }));

/** The profile-days without a value. */
const daysMissing = (metric: string, { reference, ids: profiles, days }: AskedRows): number =>
  profiles.reduce(
    (sum, profile) =>
      sum +
      reference
        .applicable(metric, days)
        .filter((day) => reference.combined(metric, [profile], [day]) === null).length,
    0,
  );

test("numbers of the kind, and counts of missing days", async () => {
  const connected = connections();
  const drawn = { kinds: 0, gaps: 0 };
  await fc.assert(
    fc.asyncProperty(longCases, async (testCase) => {
      const question = askedOf(testCase);
      fc.pre(daysFrom(question.start, question.end).length > 92);
      const { client, call } = await connected(testCase);
      const { text } = await call("get_profile_metrics", argumentsOf(testCase, question));
      const rows = csvRows(await readCsv({ client }, `result://${idOf(text)}.csv`));
      const questionRows = new AskedRows(question);
      drawn.kinds += checkCsv(rows, question);
      if (questionRows.holdsEnd) return;
      const counts = testCase.metrics.map((metric) => daysMissing(metric, questionRows));
      const missing = counts.reduce((sum, count) => sum + count, 0);
      drawn.gaps += missing > 0 ? 1 : 0;
      const [opening = ""] = text.split("\n");
      const stated = statedMissing(opening, testCase.metrics);
      const counted = testCase.metrics.map((metric) => stated.get(metric)?.missing ?? 0);
      expect({ opening, counted }).toEqual({ opening, counted: counts });
      expect(opening).not.toMatch(/not visible|by month\./);
    }),
    drawing(8, 1500, 1),
  );
  expect(Math.min(...Object.values(drawn))).toBeGreaterThanOrEqual(leastDrawn);
}, 900_000);

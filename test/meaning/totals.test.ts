/** The last row of a table, against sums made straight from the cells. */
import { toDay } from "../../src/time/days.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, daysOf } from "../../src/time/days.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { Result } from "../../src/cells/result.ts";
import { coarsen } from "../../src/meaning/coarsen.ts";
import { exactTable } from "../../src/tables/exact.ts";
import { formatNumber } from "../../src/text/numbers.ts";

const [added, averaged] = ["fans_change", "fans_lifetime"].map((name) =>
  metricsOf("facebook", 3).filter((metric) => metric.name === name),
);
const metrics = [...(added ?? []), ...(averaged ?? [])];

interface Case {
  readonly profiles: number;
  readonly days: number;
  readonly values: readonly (number | null)[];
  readonly grain: "day" | "week" | "month" | "total";
  readonly daysFirst: boolean;
}

const cases: fc.Arbitrary<Case> = fc
  .record({ profiles: fc.integer({ min: 1, max: 5 }), days: fc.integer({ min: 1, max: 45 }) })
  .chain(({ profiles, days }) =>
    fc.record({
      profiles: fc.constant(profiles),
      days: fc.constant(days),
      values: fc.array(fc.option(fc.integer({ min: -50, max: 5000 }), { freq: 4 }), {
        minLength: profiles * days * 2,
        maxLength: profiles * days * 2,
      }),
      grain: fc.constantFrom("day", "week", "month", "total"),
      daysFirst: fc.boolean(),
    }),
  );

function resultOf({ profiles, days, values, daysFirst }: Case): Result {
  const start = toDay("2026-01-20");
  const end = addDays(start, days - 1);
  const byProfile = {
    type: "profile" as const,
    rows: Array.from({ length: profiles }, (_, index) => `p${index}`),
  };
  const byDay = { type: "date.day" as const, rows: daysOf(start, end) };
  return {
    network: "facebook",
    start,
    end,
    cells: {
      axes: daysFirst ? [byDay, byProfile] : [byProfile, byDay],
      metrics,
      values: Float64Array.from(values, (value) => value ?? Number.NaN),
    },
    profileCount: profiles,
    remarks: [],
    names: {},
  };
}

/** The sum and the mean of what is there; what the two numbers of each cell stand for. */
function expected(values: readonly (number | null)[]): [string, string] {
  const sums = values.filter((value, at) => at % 2 === 0 && value !== null);
  const levels = values.filter((value, at) => at % 2 === 1 && value !== null);
  const total = (list: readonly (number | null)[]): number =>
    list.reduce((sum: number, value) => sum + (value ?? 0), 0);
  return [
    formatNumber(sums.length === 0 ? Number.NaN : total(sums)),
    formatNumber(levels.length === 0 ? Number.NaN : total(levels) / levels.length),
  ];
}

test("is exact at every grain, for one bucket as for many", () => {
  fc.assert(
    fc.property(cases, (one) => {
      const result = resultOf(one);
      const shown = one.grain === "day" ? result : coarsen(result, one.grain);
      const lines = exactTable(shown ?? result, result).split("\n");
      const last = lines
        .findLast((line) => /^(sum|average)/.test(line))
        ?.split("|")
        .slice(1);
      if (last === undefined) return;
      // Profile by profile, whose numbers stand at these places.
      const perProfile = Array.from({ length: one.profiles }, (_, profile) =>
        one.values.filter((_value, at) => {
          const cell = Math.floor(at / 2);
          return (one.daysFirst ? cell % one.profiles : Math.floor(cell / one.days)) === profile;
        }),
      );
      const goesDown = (shown ?? result).cells.axes.some(
        ({ type, rows }) => type !== "profile" && rows.length > 1,
      );
      const series = goesDown ? perProfile : [one.values];
      const all = series.map(expected);
      const columns = [...all.map(([sum]) => sum), ...all.map(([, mean]) => mean)];
      // Columns without any value are left out.
      const shownColumns = columns.filter((_, index) => {
        const values = series[index % series.length] ?? [];
        return values.some(
          (value, at) => at % 2 === Math.floor(index / series.length) && value !== null,
        );
      });
      expect(last).toEqual(shownColumns);
    }),
    { numRuns: 500 },
  );
});

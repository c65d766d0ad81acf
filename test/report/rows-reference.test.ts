/** Conditions, ranks and medians of rows, against numbers computed apart: gaps, ties, withheld numbers, breaks, stars. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../../src/base/async/work.ts";
import { ToolError } from "../../src/base/errors/tool-error.ts";
import { StoredMetrics } from "../../src/answers/results/stored.ts";
import { replyText } from "../../src/answers/replies/layout.ts";
import type { Piece } from "../../src/answers/replies/reply.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { resultOf, type Cell } from "../helpers/grids.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { readReply } from "../helpers/reply-tables.ts";

const day = 86_400_000;

/** How each metric is combined over days; the break of fans is on 2025-11-15. */
const totals: Readonly<Record<string, (list: readonly number[]) => number>> = {
  insights_views: (list) => list.reduce((sum, value) => sum + value, 0),
  insights_reach: (list) => list.reduce((sum, value) => sum + value, 0) / list.length,
  fans_change: (list) => list.reduce((sum, value) => sum + value, 0),
  fans_lifetime: (list) => list.at(-1) ?? Number.NaN,
};
const metrics = Object.keys(totals);
const beforeBreak = "2025-11-03";

const drawn = { gaps: 0, ties: 0, lacking: 0, median: 0, none: 0, some: 0, breaks: 0, stars: 0 };

const some = fc.integer({ min: 0, max: 2 });
const fourWeeks = { minLength: 28, maxLength: 28 };

/** A profile has all of its days, most, some, or none. */
const profile = fc.oneof(
  { weight: 6, arbitrary: fc.array<Cell>(some, fourWeeks) },
  { weight: 2, arbitrary: fc.array(fc.option(some, { freq: 30 }), fourWeeks) },
  { weight: 1, arbitrary: fc.array(fc.option(some, { freq: 1 }), fourWeeks) },
  { weight: 1, arbitrary: fc.constant(Array<Cell>(28).fill(null)) },
);

const question = fc.record({
  profiles: fc.array(profile, { minLength: 8, maxLength: 16 }),
  metric: fc.constantFrom(...metrics),
  start: fc.constantFrom("2026-03-02", beforeBreak),
  order: fc.constantFrom("asc" as const, "desc" as const),
  operator: fc.constantFrom(">", ">=", "<", "<="),
  bound: fc.nat(15),
  top: fc.integer({ min: 1, max: 16 }),
});

const textOf = (result: Result, piece: Piece): string =>
  replyText(finish(new StoredMetrics("rTEST", result).piece(piece, 6000)).content);

const isMet = (operator: string, value: number, bound: number): boolean =>
  ({ ">": value > bound, ">=": value >= bound, "<": value < bound, "<=": value <= bound })[
    operator
  ] ?? false;

const heldOf = (days: readonly Cell[]): number[] => days.filter((value) => value !== null);

const refusal = /^invalid_input: [^]*on one side: up to 2025-11-14, or from 2025-11-15/;

const attempted = (make: () => string): string => {
  try {
    return make();
  } catch (error) {
    return error instanceof ToolError ? error.message : String(error);
  }
};

test("rows of profiles", () => {
  fc.assert(
    fc.property(question, ({ profiles, metric, start, order, operator, bound: place, top }) => {
      const result = resultOf(metric, profiles, start);
      const values = profiles.map((days) => {
        const numbers = heldOf(days);
        return numbers.length === 0 ? Number.NaN : (totals[metric]?.(numbers) ?? Number.NaN);
      });
      const bound = values.filter((value) => !Number.isNaN(value))[place] ?? 7;
      const where = [`${metric} ${operator} ${bound}`];
      const piece = { grain: "total", sortBy: metric, order, where, top } as const;
      const isBroken = start === beforeBreak && metric.startsWith("fans");
      const text = attempted(() => textOf(result, piece));
      expect(refusal.test(text)).toBe(isBroken);
      drawn.breaks += isBroken ? 1 : 0;
      if (isBroken) return;
      const matching = values.flatMap((value, at) => (isMet(operator, value, bound) ? [at] : []));
      const lacking = values.filter(Number.isNaN).length;
      const without = lacking === 0 ? "" : `, ${lacking} without a value to compare`;
      expect(text).toContain(
        `\n${where[0]}: ${matching.length} of ${profiles.length} match${without}.`,
      );
      // Ranks are those of the rows that match.
      const rankOf = (at: number): number =>
        1 + matching.filter((rival) => (values[rival] ?? 0) > (values[at] ?? 0)).length;
      const sign = order === "asc" ? 1 : -1;
      const ordered = matching.toSorted(
        (left, right) => sign * ((values[left] ?? 0) - (values[right] ?? 0)) || left - right,
      );
      const rows = readReply(text).tables.at(-1);
      const isRanked = rows?.header[0] === "#";
      const lines = isRanked ? rows.rows.map(([rank, name]) => [rank, name]) : [];
      const expected = ordered.slice(0, top).map((at) => [String(rankOf(at)), `One ${at + 1}`]);
      expect(lines).toEqual(isRanked ? expected : []);
      expect(isRanked).toBe(expected.length > 0 && expected.length < ordered.length);
      const covered = ordered.flatMap((at) => {
        const days = profiles[at] ?? [];
        return heldOf(days).length >= 0.95 * days.length ? [values[at] ?? 0] : [];
      });
      const median =
        /^(?:.* )?Median \S+?(?: of the \d+ with 95 % of their days)?: ([\d.]+?)\.$/m.exec(
          text,
        )?.[1];
      const sorted = covered.toSorted((left, right) => left - right);
      const middle =
        ((sorted[Math.ceil(sorted.length / 2) - 1] ?? 0) +
          (sorted[Math.floor(sorted.length / 2)] ?? 0)) /
        2;
      expect(
        median === undefined ? "none" : Math.abs(Number(median) - middle) <= 0.005 * middle + 5e-4,
      ).toEqual(covered.length < 10 ? "none" : true);
      drawn.gaps += profiles.some((days) => days.includes(null)) ? 1 : 0;
      drawn.ties += new Set(values).size < values.length ? 1 : 0;
      drawn.lacking += lacking > 0 ? 1 : 0;
      drawn.median += median === undefined ? 0 : 1;
      drawn.none += matching.length === 0 ? 1 : 0;
      drawn.some += isRanked ? 1 : 0;
    }),
    drawing(100, 5000, 1),
  );
});

test("rows of weeks: one with a star has no rank and meets no condition", () => {
  const days = fc.array(fc.option(fc.nat(3), { freq: 20 }), { minLength: 15, maxLength: 60 });
  fc.assert(
    fc.property(days, fc.nat(6), fc.nat(30), (values, offset, bound) => {
      const first = new Date(Date.parse("2026-03-02") + offset * day).toISOString().slice(0, 10);
      const where = [`insights_views >= ${bound}`];
      const result = resultOf("insights_views", [values], first);
      const text = textOf(result, { grain: "week", where });
      const weeks = new Map<number, Cell[]>();
      for (const [at, value] of values.entries()) {
        const week = Math.floor((offset + at) / 7);
        weeks.set(week, [...(weeks.get(week) ?? []), value]);
      }
      const rows = [...weeks.values()];
      const matching = rows.filter((list) => {
        const numbers = heldOf(list);
        return (
          list.length === 7 &&
          numbers.length > 0 &&
          (totals["insights_views"]?.(numbers) ?? 0) >= bound
        );
      });
      const lacking = rows.filter((list) => list.length < 7 || heldOf(list).length === 0).length;
      const without = lacking === 0 ? "" : `, ${lacking} without a value to compare`;
      expect(text).toContain(
        `\n${where[0]}: ${matching.length} of ${rows.length} match${without}.`,
      );
      drawn.stars += rows.some((list) => list.length < 7) ? 1 : 0;
    }),
    drawing(40, 1000, 1),
  );
});

test("a condition on the coverage of a metric that a break divides is refused, with the sides", () => {
  const result = resultOf(
    "fans_change",
    [Array<Cell>(28).fill(1), Array<Cell>(28).fill(2)],
    "2025-11-03",
  );
  const piece = { grain: "total", where: ["coverage >= 90"] } as const;
  expect(() => textOf(result, piece)).toThrow(/up to 2025-11-14, or from 2025-11-15/);
});

test("the hard cases were drawn", () => {
  for (const [name, count] of Object.entries(drawn))
    expect([name, count >= leastDrawn]).toEqual([name, true]);
});

/** The lines of a comparison's totals add up, in random worlds of pages that begin, end, lose days or have zeros at first. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../../src/base/async/work.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Comparison, Result } from "../../src/numbers/cells/result.ts";
import { comparedAnswer } from "../../src/answers/report/comparison/answer.ts";
import { comparedCsv } from "../../src/answers/report/comparison/csv.ts";
import { metricsOf } from "../../src/answers/report/comparison/shown.ts";
import { compare } from "../../src/numbers/table/compare.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { resultOf, type Cell } from "../helpers/grids.ts";
import { assertLines } from "../helpers/line-checks.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";

const length = 28;
const both = 2 * length;

/** The course of a page over both ranges: from a day, up to another, without some days, with zeros at first. */
const page = fc.record({
  from: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(both)),
  to: fc.oneof({ weight: 3, arbitrary: fc.constant(both) }, fc.nat(both)),
  lost: fc.oneof(
    { weight: 2, arbitrary: fc.constant<number[]>([]) },
    fc.array(fc.nat(both - 1), { maxLength: 20 }),
  ),
  zeros: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(both)),
  values: fc.array(fc.nat(500), { minLength: both, maxLength: both }),
});
type Page = typeof page extends fc.Arbitrary<infer Course> ? Course : never;

const valuesOf = ({ from, to, lost, zeros, values }: Page): Cell[] =>
  values.map((value, day) =>
    day < from || day >= to || lost.includes(day) ? null : day < zeros ? 0 : value,
  );

const labelPlaces: readonly (readonly number[])[] = [[0], [0, 1], []];

/** The labels x and y, which overlap; a third of the pages has none. */
const labelled = (result: Result): Result => ({
  ...result,
  labels: {
    rows: ["x", "y"],
    placesOf: new Map(result.days.profiles.map((id, at) => [id, labelPlaces[at % 3] ?? []])),
  },
});

function comparisonOf(pages: readonly Page[], metric: string): Comparison {
  const courses = pages.map(valuesOf);
  const start = toDay("2026-03-02");
  const side = (from: number): Result =>
    labelled(
      resultOf(
        metric,
        courses.map((days) => days.slice(from, from + length)),
        addDays(start, from),
      ),
    );
  return { before: side(0), now: side(length) };
}

const drawn = {
  groups: 0,
  began: 0,
  ended: 0,
  gaps: 0,
  totals: 0,
  zeros: 0,
  percents: 0,
  withheld: 0,
};

test("all is the sum of the same pages and of the groups between; the rows of the CSV are all pages", () => {
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 2, maxLength: 9 }),
      fc.constantFrom("insights_views", "fans_change"),
      (pages, name) => {
        const comparison = comparisonOf(pages, name);
        const table = finish(compare(comparison, ["profile"]));
        const [metric] = metricsOf(table);
        if (metric === undefined) throw new Error("no metric");
        const shown = { comparison, dimensions: ["profile" as const], table, sorting: {} };
        const [block] = finish(comparedAnswer(shown, metric)).blocks;
        const [header = [], ...lines] = block?.rows ?? [];
        const text = ["one page", "", ...(block?.rows ?? []).map((cells) => cells.join("|"))];
        assertLines(text.join("\n"));
        const csv = comparedCsv(comparison, table);
        const rows = [...csv.cells(0, csv.rowCount)];
        const sumOf = (column: string): number =>
          rows.reduce((sum, cells) => sum + Number(cells[csv.columns.indexOf(column)] ?? 0), 0);
        const at = (title: string): number[] =>
          lines.map((cells) => Number(cells[header.indexOf(title)]?.replace("–", "")));
        expect(at("now")[0] || 0).toBe(sumOf(name));
        expect(at("before")[0] || 0).toBe(sumOf(`${name}:before`));
        if (lines.length === 1) return void (drawn.totals += 1);
        drawn.groups += 1;
        for (const kind of ["began", "ended", "gaps"] as const)
          if (lines.some(([group = ""]) => group.startsWith(kind))) drawn[kind] += 1;
        if (pages.some(({ zeros }) => zeros >= 28)) drawn.zeros += 1;
        for (const title of ["profiles", "now", "before"]) {
          const [total, ...groups] = at(title);
          expect([title, groups.reduce((sum, value) => sum + value, 0)]).toEqual([title, total]);
        }
        const change = header.find((title) => title.startsWith("change")) ?? "";
        const [totalChange = Number.NaN, ...groups] = at(change);
        const sum = groups.reduce((total, value) => total + value, 0);
        // Each is rounded to a whole number. Where gaps are too many, all have no change.
        if (lines[0]?.[header.indexOf(change)] === "") drawn.withheld += 1;
        else assert(Math.abs(sum - totalChange) <= groups.length / 2);
      },
    ),
    drawing(100, 1000, 7),
  );
});

const ofOne = ["", ":before", ":change", ":change_percent"];
const ofSame = [":same_now", ":same_before", ":change", ":change_percent"];

test("each row has the changes of its own pages, whatever the rows are", () => {
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 2, maxLength: 9 }),
      fc.constantFrom<Dimension[]>([], ["profile"], ["profile_label"], ["date.week"], ["date.day"]),
      (pages, dimensions) => {
        const comparison = comparisonOf(pages, "insights_views");
        const table = finish(compare(comparison, dimensions));
        const csv = comparedCsv(comparison, table);
        const names = dimensions.includes("profile") ? ofOne : ofSame;
        for (const row of csv.cells(0, csv.rowCount)) {
          const [now, before, change, share] = names.map(
            (name) => row[csv.columns.indexOf(`insights_views${name}`)],
          );
          if (typeof change !== "number") continue;
          if (typeof share === "number") assert.equal(Math.sign(share), Math.sign(change));
          // With the same days on both sides, the change is the difference.
          const isWhole =
            csv.columns.length > 0 &&
            pages.every(({ lost, from, to }) => lost.length === 0 && from === 0 && to === both);
          if (isWhole) assert(Math.abs(change - (Number(now) - Number(before))) < 1e-6);
          drawn.percents += typeof share === "number" ? 1 : 0;
        }
      },
    ),
    drawing(60, 1000, 3),
  );
  expect(drawn.percents).toBeGreaterThan(0);
});

test("the hard cases were drawn", () => {
  for (const [kind, count] of Object.entries(drawn))
    expect([kind, count >= leastDrawn]).toEqual([kind, true]);
});

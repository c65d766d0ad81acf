/** Days that are not delivered: told from pages that end, weekends, gaps at random, and outages. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Result } from "../../src/cells/result.ts";
import { undecidedZeros, withDelivery } from "../../src/meaning/delivery.ts";
import { addDays, toDay } from "../../src/time/days.ts";
import { resultOf, type Cell } from "../helpers/grids.ts";
import { drawing } from "../helpers/repetitions.ts";

/** Four weeks up to Sunday, of which the last day is yesterday. */
const length = 28;
const monday = "2026-03-02";
const today = addDays(toDay(monday), length);
const isWeekend = (day: number): boolean => day % 7 >= 5;

const worldOf = (pages: readonly (readonly Cell[])[], metric = "insights_views"): Result => ({
  ...resultOf(metric, pages, monday),
  today,
});

const page = (valueOf: (day: number) => Cell): Cell[] =>
  Array.from({ length }, (_, day) => valueOf(day));
const pages = (count: number, valueOf: (day: number, page: number) => Cell): Cell[][] =>
  Array.from({ length: count }, (_, at) => page((day) => valueOf(day, at)));

const lastOf = (result: Result, before?: Result): string | undefined => {
  const [now] = withDelivery(result, before);
  return [...(now.delivered?.values() ?? [])][0];
};

describe("late", () => {
  test.each([1, 2, 3, 4, 5])("all pages lack the last %i days", (lag) => {
    const world = worldOf(pages(10, (day) => (day >= length - lag ? null : 50)));
    expect(lastOf(world)).toBe(addDays(today, -lag - 1));
  });

  test("60 % of the pages are late by a day", () => {
    const world = worldOf(pages(10, (day, at) => (day === length - 1 && at < 6 ? null : 50)));
    expect(lastOf(world)).toBe(addDays(today, -2));
  });

  test.each([1, 3, 5])("zeros of all pages on the last %i days", (lag) => {
    const world = worldOf(pages(10, (day) => (day >= length - lag ? 0 : 50)));
    expect(lastOf(world)).toBe(addDays(today, -lag - 1));
  });

  test.each([1, 2, 3, 4])("all of %i pages lack the last days", (count) => {
    const world = worldOf(pages(count, (day) => (day > 24 ? null : 50)));
    expect(lastOf(world)).toBe(addDays(toDay(monday), 24));
  });

  test("a range of a week finds what pages had in the days before", () => {
    const world = {
      ...resultOf(
        "insights_views",
        pages(10, (day) => (day >= 25 ? null : 50)).map((days) => days.slice(21)),
        "2026-03-23",
      ),
      today,
    };
    expect(lastOf(world)).toBe("2026-03-26");
  });

  test("where no day is delivered, none counts", () => {
    const early = resultOf(
      "insights_views",
      pages(10, () => 50),
      "2026-02-02",
    );
    const late = {
      ...resultOf(
        "insights_views",
        pages(10, () => null).map((days) => days.slice(26)),
        "2026-03-28",
      ),
      today,
    };
    const before = {
      ...resultOf(
        "insights_views",
        pages(10, () => 50).map((days) => days.slice(0, 7)),
        "2026-03-21",
      ),
    };
    expect(lastOf(late, before)).toBe("2026-03-27");
    expect(early.delivered).toBeUndefined();
  });

  test("both sides of a comparison keep as many days", () => {
    const now = worldOf(pages(10, (day) => (day >= length - 3 ? null : 50)));
    const before = resultOf(
      "insights_views",
      pages(10, () => 50),
      "2026-02-02",
    );
    const [, cut] = withDelivery(now, before);
    expect(cut?.delivered).toEqual(new Map([["insights_views", "2026-02-26"]]));
  });
});

describe("never late", () => {
  test.each([
    ["a page that ended", pages(10, (day, at) => (at === 0 && day > 20 ? null : 50))],
    ["two of four pages", pages(4, (day, at) => (day > 24 && at < 2 ? null : 50))],
    ["zeros of four pages", pages(4, (day) => (day > 24 ? 0 : 50))],
    ["an outage in the middle", pages(10, (day) => (day > 14 && day < 20 ? null : 50))],
    ["weekends without values", pages(10, (day) => (isWeekend(day) ? null : 50))],
    ["weekends of 0", pages(10, (day) => (isWeekend(day) ? 0 : 50))],
    ["pages with few events", pages(10, (day, at) => Number((day + at) % 9 === 0))],
  ])("%s", (_, courses) => {
    expect(lastOf(worldOf(courses))).toBeUndefined();
  });

  test("zeros of nets, and of paid metrics, whose campaigns end", () => {
    const zeros = pages(10, (day) => (day >= length - 3 ? 0 : 500));
    for (const metric of ["fans_change", "insights_impressions_paid"])
      expect([metric, lastOf(worldOf(zeros, metric))]).toEqual([metric, undefined]);
  });

  test("days that are older than a week", () => {
    const world = worldOf(pages(10, (day) => (day >= length - 3 ? null : 50)));
    expect(lastOf({ ...world, today: addDays(today, 8) })).toBeUndefined();
  });

  test("random worlds: days missing at random, weekends, pages that end, campaigns, few events", () => {
    let drawn = 0;
    fc.assert(
      fc.property(
        fc.record({
          count: fc.integer({ min: 1, max: 40 }),
          weekend: fc.constantFrom<Cell>(50, 0, null),
          size: fc.constantFrom(1, 3, 50, 900),
          lost: fc.array(fc.tuple(fc.nat(39), fc.nat(length - 1)), { maxLength: 12 }),
          ended: fc.nat(3),
          outage: fc.option(fc.nat(18)),
          isNet: fc.boolean(),
        }),
        ({ count, weekend, size, lost, ended, outage, isNet }) => {
          const seen = new Set<string>();
          // 1 % of the days at random, and never two of one day.
          const gaps = lost.filter(([, day]) => !seen.has(`${day}`) && seen.add(`${day}`));
          // The last day of a single page is late where it is missing.
          fc.pre(count > 1 || gaps.every(([, day]) => day < length - 1));
          // With a gap of the same day, the pages that ended are fewer than those of a day that is not delivered.
          const isEnded = (at: number): boolean =>
            at < ended && ended < 0.3 * count && ended + 1 < Math.max(3, 0.3 * count);
          const courses = pages(count, (day, at) => {
            if (isEnded(at) && day > 20) return null;
            if (outage !== null && day >= outage && day < outage + 3) return null;
            if (gaps.some(([profile, lostDay]) => profile === at && lostDay === day)) return null;
            return isWeekend(day) ? weekend : (size * (day + at)) % (size + 1);
          });
          drawn += gaps.length > 0 && isEnded(0) && count >= 5 ? 1 : 0;
          const world = worldOf(courses, isNet ? "fans_change" : "insights_views");
          expect(lastOf(world)).toBeUndefined();
        },
      ),
      drawing(200, 1000, 11),
    );
    expect(drawn).toBeGreaterThan(20);
  });
});

test("zeros that count as delivered are said to be uncertain", () => {
  const few = worldOf(pages(10, (day) => (day >= length - 2 ? 0 : 1)));
  expect(lastOf(few)).toBeUndefined();
  expect(undecidedZeros(few).map(([{ name }, day]) => [name, day])).toEqual([
    ["insights_views", addDays(today, -2)],
  ]);
});

describe("ended", () => {
  const endedIn = (world: Result, before?: Result): string | undefined =>
    [...(withDelivery(world, before)[0].ended?.values() ?? [])][0];
  const old = (world: Result): Result => ({ ...world, today: addDays(today, 60) });

  test.each([
    ["no value from a day on", null],
    ["zeros from a day on", 0],
  ])("%s, of all pages", (_, value) => {
    const world = old(worldOf(pages(10, (day) => (day >= 14 ? value : 50))));
    expect(endedIn(world)).toBe(addDays(toDay(monday), 14));
    const [counted] = withDelivery(world);
    expect(counted.delivered).toEqual(new Map([["insights_views", addDays(toDay(monday), 13)]]));
  });

  test("where the whole later range has none, it began by its first day, and the range before keeps its number", () => {
    const before = resultOf(
      "insights_views",
      pages(10, () => 50),
      "2026-02-02",
    );
    const [now, cut] = withDelivery(old(worldOf(pages(10, () => 0))), before);
    expect(now.ended).toEqual(new Map([["insights_views", monday]]));
    expect(cut?.delivered).toEqual(new Map([["insights_views", "2026-03-01"]]));
  });

  test.each([
    ["a page that really fell to 0", pages(1, (day) => (day >= 14 ? 0 : 50)), "insights_views"],
    ["four pages", pages(4, (day) => (day >= 14 ? 0 : 50)), "insights_views"],
    ["an outage", pages(10, (day) => (day >= 8 && day < 20 ? null : 50)), "insights_views"],
    ["a run of a week", pages(10, (day) => (day >= 21 ? 0 : 50)), "insights_views"],
    ["few events", pages(10, (day, at) => (day < 14 && at === 0 ? 1 : 0)), "insights_views"],
    ["a campaign", pages(10, (day) => (day >= 14 ? 0 : 50)), "insights_impressions_paid"],
    ["a net", pages(10, (day) => (day >= 14 ? 0 : 50)), "fans_change"],
    [
      "an earlier run half as long",
      pages(10, (day) => (day >= 16 || (day >= 2 && day < 9) ? 0 : 50)),
      "insights_views",
    ],
    ["no value at all", pages(10, () => null), "insights_views"],
  ])("not: %s", (_, courses, metric) => {
    expect(endedIn(old(worldOf(courses, metric)))).toBeUndefined();
  });
});

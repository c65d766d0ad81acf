/** Days that are not delivered: told from pages that end, weekends, gaps at random, and outages. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Result } from "../../src/cells/result.ts";
import { withinDays } from "../../src/cells/select.ts";
import { addDays, toDay } from "../../src/time/days.ts";
import { delivered, resultOf, type Cell } from "../helpers/grids.ts";
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
  const [now] = delivered(result, before);
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

  test.each([1, 3, 7])("a range of the last %i days says the same as four weeks", (days) => {
    const world = worldOf(pages(10, (day) => (day >= 26 ? null : 50)));
    const short = withinDays(world, { start: addDays(world.end, 1 - days), end: world.end });
    expect(lastOf(short)).toBe("2026-03-27");
  });

  test("where no day is delivered, none counts", () => {
    const world = worldOf(pages(10, (day) => (day >= 26 ? null : 50)));
    const [now] = delivered(withinDays(world, { start: addDays(world.end, -1), end: world.end }));
    expect(now.delivered).toEqual(new Map([["insights_views", "2026-03-27"]]));
  });

  test("a range that is over is late where its last days and those after it are", () => {
    const world = worldOf(pages(10, (day) => (day >= 25 ? null : 50)));
    const range = { start: toDay("2026-03-20"), end: toDay("2026-03-28") };
    expect(lastOf(withinDays(world, range))).toBe("2026-03-26");
  });

  test("both sides of a comparison keep as many days", () => {
    const now = worldOf(pages(10, (day) => (day >= length - 3 ? null : 50)));
    const before = resultOf(
      "insights_views",
      pages(10, () => 50),
      "2026-02-02",
    );
    const [, cut] = delivered(now, before);
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
          days: fc.constantFrom(1, 3, 7, 28),
        }),
        ({ days, count, weekend, size, lost, ended, outage, isNet }) => {
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
          const start = addDays(world.end, 1 - days);
          expect(lastOf(withinDays(world, { start, end: world.end }))).toBeUndefined();
        },
      ),
      drawing(200, 1000, 11),
    );
    expect(drawn).toBeGreaterThan(20);
  });
});

/** `kind day` of what is said of the last days, with a star where it may have begun before. */
const runOf = (world: Result, before?: Result): string | undefined =>
  [...(delivered(world, before)[0].runs?.values() ?? [])].map(
    ({ kind, day, isBound }) => `${kind} ${day}${isBound ? "*" : ""}`,
  )[0];

describe("zeros that count as delivered", () => {
  const late = addDays(today, -2);

  test.each([
    [
      "are uncertain where ten events would be usual",
      pages(10, (day) => (day > 25 ? 0 : 1)),
      `undecided ${late}`,
    ],
    ["not where fewer would be", pages(10, (day, at) => (day > 25 || at > 3 ? 0 : 1)), undefined],
    ["not by their weekdays", pages(10, (day) => (isWeekend(day) ? 0 : 9)), undefined],
    [
      "not where an earlier run was as long",
      pages(10, (day) => (day > 25 || day === 9 || day === 10 ? 0 : 1)),
      undefined,
    ],
    ["on every day of the evidence", pages(10, () => 0), `always zero ${monday}*`],
    [
      "not where days are missing",
      pages(10, (day) => (day < 20 ? 0 : day < 26 ? null : 0)),
      undefined,
    ],
    ["of few pages, on every day", pages(4, () => 0), undefined],
    [
      "of few pages, after a steady course",
      pages(4, (day) => (day < 14 ? 50 : 0)),
      "zero 2026-03-16",
    ],
  ])("%s", (_, courses, expected) => {
    expect(runOf(worldOf(courses))).toBe(expected);
  });

  test("are said neither of nets nor of paid metrics", () => {
    for (const metric of ["fans_change", "insights_impressions_paid"])
      for (const courses of [pages(10, () => 0), pages(10, (day) => (day > 25 ? 0 : 50))])
        expect(runOf(worldOf(courses, metric))).toBeUndefined();
  });
});

describe("ended", () => {
  const endedIn = (world: Result, before?: Result): string | undefined =>
    runOf(world, before)?.replace(/^(always zero|zero|undecided).*/, "") || undefined;
  const old = (world: Result): Result => ({ ...world, today: addDays(today, 60) });

  test.each([
    ["no value from a day on", null],
    ["zeros from a day on", 0],
  ])("%s, of all pages", (_, value) => {
    const world = old(worldOf(pages(10, (day) => (day >= 14 ? value : 50))));
    expect(endedIn(world)).toBe(`ended ${addDays(toDay(monday), 14)}`);
    const [counted] = delivered(world);
    expect(counted.delivered).toEqual(new Map([["insights_views", addDays(toDay(monday), 13)]]));
  });

  test("where the whole later range has none, it began by its first day, and the range before keeps its number", () => {
    const before = resultOf(
      "insights_views",
      pages(10, () => 50),
      "2026-02-02",
    );
    const zeros = old(worldOf(pages(10, () => 0)));
    expect(runOf(zeros, before)).toBe("ended 2026-03-02");
    expect(delivered(zeros, before)[1]?.delivered).toEqual(
      new Map([["insights_views", "2026-03-01"]]),
    );
  });

  test("what is usual is that of the other range where the later one has zeros alone, a year apart too", () => {
    const before = resultOf(
      "insights_views",
      pages(10, () => 50),
      "2025-03-03",
    );
    const week = withinDays(old(worldOf(pages(10, () => 0))), {
      start: toDay("2026-03-23"),
      end: toDay("2026-03-29"),
    });
    expect(runOf(week, before)).toBe("ended 2026-03-02*");
  });

  test("a run of a week at the end of a range is judged with the days after it", () => {
    const world = old(worldOf(pages(10, (day) => (day >= 14 ? 0 : 50))));
    const range = { start: toDay("2026-03-10"), end: toDay("2026-03-20") };
    expect(endedIn(withinDays(world, range))).toBe("ended 2026-03-16");
    const back = old(worldOf(pages(10, (day) => (day >= 14 && day < 24 ? 0 : 50))));
    expect(endedIn(withinDays(back, range))).toBeUndefined();
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
    ["a slow decline", pages(10, (day) => (day >= 14 ? 0 : day === 13 ? 5 : 50)), "insights_views"],
    ["no value at all", pages(10, () => null), "insights_views"],
  ])("not: %s", (_, courses, metric) => {
    expect(endedIn(old(worldOf(courses, metric)))).toBeUndefined();
  });
});

/** Days that are not delivered: told from weekends, gaps at random, and outages. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withinDays } from "../../src/numbers/cells/select.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { delivered, resultOf, type Cell } from "../helpers/grids.ts";
import { drawing } from "../helpers/repetitions.ts";
import {
  length,
  monday,
  today,
  isWeekend,
  worldOf,
  pages,
  lastOf,
  runOf,
} from "../helpers/delivery-worlds.ts";

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

/** A metric that ended is told from pages that end, outages and declines. */
import { describe, expect, test } from "vitest";
import type { Result } from "../../src/numbers/cells/result.ts";
import { withinDays } from "../../src/numbers/cells/select.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { delivered, resultOf } from "../helpers/grids.ts";
import { monday, today, worldOf, pages, runOf } from "../helpers/delivery-worlds.ts";

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

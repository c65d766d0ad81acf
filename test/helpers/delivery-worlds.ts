/** Four weeks of pages up to yesterday, and what is said of their last days. */
import type { Result } from "../../src/numbers/cells/result.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { delivered, resultOf, type Cell } from "./grids.ts";

/** Four weeks up to Sunday, of which the last day is yesterday. */
export const length = 28;

export const monday = "2026-03-02";

export const today = addDays(toDay(monday), length);

export const isWeekend = (day: number): boolean => day % 7 >= 5;

export const worldOf = (
  pages: readonly (readonly Cell[])[],
  metric = "insights_views",
): Result => ({
  ...resultOf(metric, pages, monday),
  today,
});

const page = (valueOf: (day: number) => Cell): Cell[] =>
  Array.from({ length }, (_, day) => valueOf(day));

export const pages = (count: number, valueOf: (day: number, page: number) => Cell): Cell[][] =>
  Array.from({ length: count }, (_, at) => page((day) => valueOf(day, at)));

export const lastOf = (result: Result, before?: Result): string | undefined => {
  const [now] = delivered(result, before);
  return [...(now.delivered?.values() ?? [])][0];
};

/** `kind day` of what is said of the last days, with a star where it may have begun before. */
export const runOf = (world: Result, before?: Result): string | undefined =>
  [...(delivered(world, before)[0].runs?.values() ?? [])].map(
    ({ kind, day, isBound }) => `${kind} ${day}${isBound ? "*" : ""}`,
  )[0];

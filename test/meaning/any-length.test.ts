/** The number of a day does not depend on the length of the range, where the day has 28 days of evidence. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { withinDays } from "../../src/numbers/cells/select.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { endOf } from "../../src/numbers/meaning/delivery.ts";
import { combine } from "../../src/numbers/table/combine.ts";
import { firstColumn } from "../../src/numbers/table/table.ts";
import { addDays, earlier, toDay } from "../../src/base/time/days.ts";
import { delivered, facebookMetrics, resultOf, type Cell } from "../helpers/grids.ts";
import { drawing } from "../helpers/repetitions.ts";

/** Three months up to yesterday, of which the first two are evidence of the questions. */
const dayCount = 92;
const today = toDay("2026-11-20");
const lengths = [1, 2, 7, 28, 56] as const;

/** The total on the last day, whether the day counts, and the end of the metric: as a question of some days has them. */
function lastDayIn(wide: Result, name: string, days: number): unknown {
  const range = { start: addDays(wide.end, 1 - days), end: wide.end };
  const [result] = delivered(withinDays(wide, range));
  const { values, profiles } = firstColumn(combine(result, ["date.day"]));
  const last = result.delivered?.get(name) ?? result.end;
  return {
    value: values.at(-1),
    profiles: profiles.at(-1),
    counts: last >= result.end,
    ended: endOf(result, { name })?.day,
    // A day before the range is late as well.
    delivered: earlier(last, addDays(result.end, -1)) === last ? last : "all",
  };
}

test("levels that are carried, late days and ends are those of a longer range", () => {
  const drawn = { carried: 0, left: 0, late: 0, ended: 0 };
  fc.assert(
    fc.property(
      fc.record({
        metric: fc.constantFrom("fans_lifetime", "insights_views", "insights_reach_28_days"),
        count: fc.integer({ min: 1, max: 12 }),
        // Pages without values since some days; undefined for others.
        since: fc.array(fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 2 }), {
          minLength: 12,
          maxLength: 12,
        }),
        lag: fc.constantFrom(0, 0, 1, 3, 5),
        ended: fc.option(fc.integer({ min: 9, max: 20 }), { nil: undefined, freq: 2 }),
        gap: fc.nat(6),
      }),
      ({ metric, count, since, lag, ended, gap }) => {
        const isLevel = metric !== "insights_views";
        const courses = Array.from({ length: count }, (_, page) =>
          Array.from({ length: dayCount }, (__, day): Cell => {
            const age = dayCount - day;
            if (age <= lag || (gap > 3 && (day + page) % (gap * 3) === 0)) return null;
            if (isLevel && age <= (since[page] ?? 0)) return null;
            if (!isLevel && age <= (ended ?? 0)) return 0;
            return isLevel ? 1000 * (page + 1) + day : 100 + page;
          }),
        );
        const wide = { ...resultOf(metric, courses, addDays(today, -dayCount)), today };
        const [first, ...lastDays] = lengths.map((days) => lastDayIn(wide, metric, days));
        for (const lastDay of lastDays) expect(lastDay).toEqual(first);
        const ages = since.slice(0, count).flatMap((age) => (isLevel ? (age ?? []) : []));
        drawn.carried += ages.some((age) => age > lag && age <= 28) ? 1 : 0;
        drawn.left += ages.some((age) => age > 28) ? 1 : 0;
        drawn.late += lag > 0 && count >= 5 ? 1 : 0;
        drawn.ended += !isLevel && ended !== undefined && count >= 5 ? 1 : 0;
      },
    ),
    drawing(300, 3000, 5),
  );
  for (const number of Object.values(drawn)) expect(number).toBeGreaterThan(20);
  expect(facebookMetrics("fans_lifetime")).toHaveLength(1);
});

/** Where a number stands on the way to a goal, where it will be at its pace, and what is needed: of all profiles. */
import { hasGoal, isStanding } from "../../catalog/kinds.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { onlyMetrics, onlyProfiles, withinDays } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { isNumber, withheld, orMissing } from "../cells/states.ts";
import { inputError, required } from "../../base/errors/tool-error.ts";
import { lastDayIn } from "../meaning/delivery.ts";
import { coursesOf } from "../meaning/levels.ts";
import { countedIn } from "../meaning/segments.ts";
import { daysBetween, earlier, type Day } from "../../base/time/days.ts";
import { yearEarlier, type Goal } from "../../base/time/goals.ts";
import type { Range } from "../../base/time/grains.ts";
import { combine } from "./combine.ts";
import { firstColumn, type NumberColumn } from "./table.ts";

export interface Standing {
  readonly goal: Goal;
  readonly column: NumberColumn;
  /** The number on the last day that counts. */
  readonly now: number;
  readonly at: Day;
  /** Of a sum in percent of the year before: the number on its same days, and of all its days. */
  readonly before?: number;
  /** Of a goal in percent: the number that it is measured by, and its days. */
  readonly base?: Range & { readonly value: number; readonly profiles: number };
  /** What is missing: of a sum in percent, on the same days; else up to the target. */
  readonly behind: number;
  /** The number on the day of the goal, at the pace of the range. */
  readonly atGoal: number;
  /** What each of the days that are left needs; of a sum in percent, in percent more than the same days. NaN for none. */
  readonly needed: number;
  /** Of a level: the profiles that have values throughout, whose pace it is; undefined for all. */
  readonly throughout?: number;
}

/**
 * @param before the days of `goalBase`, for a goal in percent.
 * @throws ToolError `invalid_input` for a metric without a goal, and for days that do not lie before it.
 */
export function standingOf(stored: Result, goal: Goal, before: Result | undefined): Standing {
  const [metric] = stored.metrics;
  checkMetric(stored, metric, goal);
  if (before !== undefined && countedIn(before, metric) !== countedIn(stored, metric))
    throw inputError(
      `a break in the series of ${metric.name} lies between ${before.start} and ${stored.end}, so that there is no percentage`,
      'Write a number: "100000 by 2026-12-31".',
    );
  const { start } = stored;
  // Days that are not over, and those after that of the goal, do not count.
  const last = earlier(goal.by, lastDayIn(stored, metric, stored));
  const isCut = start <= last && last < stored.end;
  const result = onlyMetrics(isCut ? withinDays(stored, { start, end: last }) : stored, [
    metric.name,
  ]);
  // A break divides a range: a level stands at its end, with the pace since then, and a sum has no number.
  const sides = combine(result, []).columns;
  const column = required(sides.at(-1), "a column");
  const isDivided = sides.length > 1;
  const at = lastDayIn(result, metric, result);
  const left = Math.max(0, daysBetween(at, goal.by) - 1);
  const earlierDays = before && onlyMetrics(before, [metric.name]);
  if (isStanding(metric.kind)) {
    const shared = { goal, column, at, left, now: numberAt(column.values, 0) };
    return levelStanding(
      isDivided ? withinDays(result, column.segment) : result,
      earlierDays,
      shared,
    );
  }
  const now = isDivided ? withheld : numberAt(column.values, 0);
  const shared = { goal, column, now, at };
  if (!isNumber(now)) return { ...shared, ...nothing };
  return earlierDays === undefined
    ? sumStanding({ ...shared, left, days: daysBetween(start, at) })
    : sameDaysStanding(earlierDays, { ...shared, left });
}

type Measured = Pick<Standing, "goal" | "column" | "now" | "at"> & { readonly left: number };

function sumStanding({ left, days, ...shared }: Measured & { readonly days: number }): Standing {
  const { goal, now } = shared;
  const behind = goal.target - now;
  const atGoal = now + (now / days) * left;
  return { ...shared, behind, atGoal, needed: neededOf(behind, left) };
}

/** The pace is that of the same days a year earlier. */
function sameDaysStanding(before: Result, { left, ...shared }: Measured): Standing {
  const { goal, now, at } = shared;
  const sumOf = (end: Day): NumberColumn =>
    firstColumn(combine(withinDays(before, { start: before.start, end }), []));
  const [full, early] = [sumOf(before.end), sumOf(yearEarlier(at))];
  const [value, same] = [numberAt(full.values, 0), numberAt(early.values, 0)];
  const factor = 1 + goal.target / 100;
  return {
    ...shared,
    before: same,
    base: baseOf(before, full),
    behind: factor * same - now,
    atGoal: (value * now) / same,
    needed: left === 0 ? Number.NaN : 100 * ((factor * value - now) / (value - same) - 1),
  };
}

const baseOf = (
  { start, end }: Result,
  { values, profiles }: NumberColumn,
): NonNullable<Standing["base"]> => ({
  start,
  end,
  value: numberAt(values, 0),
  profiles: numberAt(profiles, 0),
});

/** What each of the days that are left needs: nothing once the goal is reached. */
const neededOf = (behind: number, left: number): number =>
  left === 0 ? Number.NaN : Math.max(0, behind) / left;

const nothing = { behind: Number.NaN, atGoal: Number.NaN, needed: Number.NaN } as const;

/** The pace is that of the profiles with values throughout, added to the number of all. */
function levelStanding(
  result: Result,
  before: Result | undefined,
  { left, ...shared }: Measured,
): Standing {
  const { goal, column, now, at } = shared;
  const courses = coursesOf(result, column.metric, column.segment);
  const ids = new Set(courses.flatMap(({ id, isThroughout }) => (isThroughout ? id : [])));
  const only = onlyProfiles(result, (id) => ids.has(id));
  // Values are carried to days without one, those of a single page too.
  const daily = combine({ ...only, profileCount: Math.max(2, ids.size) }, ["date.day"]);
  const { values, pending } = firstColumn(daily);
  const counted = Array.from(values.subarray(0, daysBetween(result.start, at)), (value, day) =>
    (pending[day] ?? 0) > 0 ? Number.NaN : value,
  );
  const [first, last] = [
    counted.findIndex(Number.isFinite),
    counted.findLastIndex(Number.isFinite),
  ];
  // Without a level there is no pace.
  const pace = (orMissing(counted[last]) - orMissing(counted[first])) / (last - first);
  const base = before && baseOf(before, firstColumn(combine(before, [])));
  const target = base === undefined ? goal.target : (1 + goal.target / 100) * base.value;
  return {
    ...shared,
    ...(base && { base }),
    behind: target - now,
    atGoal: left === 0 ? now : now + pace * left,
    needed: neededOf(target - now, left),
    ...(ids.size < courses.length && { throughout: ids.size }),
  };
}

function checkMetric(
  result: Result,
  metric: Metric | undefined,
  goal: Goal,
): asserts metric is Metric {
  const { kind, name = "" } = metric ?? {};
  if (kind === undefined || !hasGoal(kind))
    throw inputError(
      `a goal is of a count or a standing number, and ${name} is neither`,
      "Name one first in metrics, such as insights_views or fans_lifetime.",
    );
  if (goal.isPercent && kind.change !== "percent")
    throw inputError(
      `${name} is a signed difference, which has no percentage`,
      'Write a number: "1000 by 2026-12-31".',
    );
  if (goal.by < result.start)
    throw inputError(
      `the goal of ${goal.by} lies before the range`,
      "Choose a later day, or an earlier range.",
    );
}

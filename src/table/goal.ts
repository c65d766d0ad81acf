/** Where a number stands on the way to a goal, where it will be at its pace, and what is needed: of all profiles. */
import { isStanding } from "../catalog/kinds.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { onlyMetrics, onlyProfiles, withinDays } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { isNumber, withheld } from "../cells/states.ts";
import { inputError, required } from "../errors/tool-error.ts";
import { lastDayIn } from "../meaning/delivery.ts";
import { coursesOf } from "../meaning/levels.ts";
import { countedIn } from "../meaning/segments.ts";
import { addDays, daysBetween, earlier, type Day } from "../time/days.ts";
import type { Goal } from "../time/goals.ts";
import type { Range } from "../time/grains.ts";
import { combine } from "./combine.ts";
import { firstColumn, type NumberColumn } from "./table.ts";

export interface Standing {
  readonly goal: Goal;
  readonly column: NumberColumn;
  /** The number on the last day that counts. */
  readonly now: number;
  readonly at: Day;
  /** The number to reach. */
  readonly target: number;
  /** Of a sum in percent of the year before: the number on its same days, and of all its days. */
  readonly before?: number;
  /** Of a goal in percent: the number that it is measured by, and its days. */
  readonly base?: Range & { readonly value: number };
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
export function standingOf(result: Result, goal: Goal, before: Result | undefined): Standing {
  const [metric] = result.metrics;
  checkMetric(result, metric, goal);
  if (before !== undefined && countedIn(before, metric) !== countedIn(result, metric))
    throw inputError(
      `a break in the series of ${metric.name} lies between ${before.start} and ${result.end}, so that there is no percentage`,
      'Write a number: "100000 by 2026-12-31".',
    );
  const single = onlyMetrics(result, [metric.name]);
  // A break divides a range: a level stands at its end, with the pace since then, and a sum has no number.
  const sides = combine(single, []).columns;
  const column = required(sides.at(-1), "a column");
  const isDivided = sides.length > 1;
  const at = lastDayIn(result, metric, result);
  const now = isDivided && !isStanding(metric.kind) ? withheld : numberAt(column.values, 0);
  const left = Math.max(0, daysBetween(at, goal.by) - 1);
  const shared = { goal, column, now, at };
  if (isStanding(metric.kind)) {
    const side = isDivided ? withinDays(single, column.segment) : single;
    return levelStanding(side, before, { ...shared, left });
  }
  if (!isNumber(now)) return { ...shared, target: goal.target, ...nothing };
  const days = daysBetween(result.start, at);
  if (before === undefined) {
    const atGoal = now + (now / days) * left;
    return {
      ...shared,
      target: goal.target,
      behind: goal.target - now,
      atGoal,
      needed: (goal.target - now) / left,
    };
  }
  const earlierOnes = onlyMetrics(before, [metric.name]);
  const sumOf = (end: Day): number =>
    firstColumn(combine(withinDays(earlierOnes, { start: before.start, end }), [])).values[0] ??
    Number.NaN;
  const same = sumOf(earlier(before.end, addDays(before.start, days - 1)));
  const value = sumOf(before.end);
  const factor = 1 + goal.target / 100;
  const needed = 100 * ((factor * value - now) / (value - same) - 1);
  return {
    ...shared,
    target: factor * value,
    before: same,
    base: { start: before.start, end: before.end, value },
    behind: factor * same - now,
    atGoal: (value * now) / same,
    needed,
  };
}

const nothing = { behind: Number.NaN, atGoal: Number.NaN, needed: Number.NaN } as const;

/** The pace is that of the profiles with values throughout, added to the number of all. */
function levelStanding(
  result: Result,
  before: Result | undefined,
  { left, ...shared }: Pick<Standing, "goal" | "column" | "now" | "at"> & { readonly left: number },
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
  const pace = ((counted[last] ?? Number.NaN) - (counted[first] ?? Number.NaN)) / (last - first);
  const value = before && (firstColumn(combine(before, [])).values[0] ?? Number.NaN);
  const target = value === undefined ? goal.target : (1 + goal.target / 100) * value;
  return {
    ...shared,
    target,
    ...(before && value !== undefined && { base: { start: before.start, end: before.end, value } }),
    behind: target - now,
    atGoal: left === 0 ? now : now + pace * left,
    needed: (target - now) / left,
    ...(ids.size < courses.length && { throughout: ids.size }),
  };
}

function checkMetric(
  result: Result,
  metric: Metric | undefined,
  goal: Goal,
): asserts metric is Metric {
  const { kind, name = "" } = metric ?? {};
  const canAdd = kind?.overProfiles === "sum" && !kind.isWindow;
  if (!canAdd)
    throw inputError(
      `a goal is of a count or a standing number, and ${name} is none`,
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

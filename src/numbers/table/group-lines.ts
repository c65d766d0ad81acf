/** The profiles that are not the same in both ranges: the numbers of each group, and those of all profiles together. */
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Comparison, Result } from "../cells/result.ts";
import { isNumber } from "../cells/states.ts";
import { lastDayIn } from "../meaning/delivery.ts";
import { otherGroups, type GroupOfProfiles, type Groups } from "../meaning/groups.ts";
import { usesLastDay } from "../meaning/methods.ts";
import { firstDayOf } from "../meaning/segments.ts";
import { daysBetween } from "../../base/time/days.ts";
import { changeFrom, percentOf, type Changes, type ComparableRows } from "./changes.ts";
import { combine } from "./combine.ts";
import type { Weights } from "./fold-column.ts";
import { pairingOf } from "./pairing.ts";
import type { BothSides, SameNumbers } from "./same-numbers.ts";

/** Profiles of one group. NaN for a side without a value, and for a change that does not exist. */
export interface GroupLine extends GroupOfProfiles {
  readonly now: number;
  readonly before: number;
  readonly change: number;
  /** The earlier number that `change` starts from: percentages are of it. */
  readonly base: number;
}

/**
 * The change of profiles that began or ended is their number now, less that before at the length of the later range; of
 * those with gaps, at equal days.
 * @example a page that began in October with 300: { kind: "began", now: 300, before: NaN, change: 300, base: 0 }
 */
export function groupLines(comparison: Comparison, metric: Metric, groups: Groups): GroupLine[] {
  const { now, before } = comparison;
  const daysOf = (side: Result): number =>
    daysBetween(firstDayOf(side, metric), lastDayIn(side, metric, side));
  const length = usesLastDay(metric, now.days) ? 1 : daysOf(now) / daysOf(before);
  return otherGroups(groups).map((group) => {
    const ids = new Set(group.ids);
    const numberOf = (side: Result, weights: Weights): number => {
      const { columns } = combine(side, [], { only: metric, weights });
      return columns.length === 1 ? numberAt(columns[0]!.values, 0) : Number.NaN;
    };
    const once = ({ days }: Result): Weights => ({
      times: Float64Array.from(days.profiles, (id) => (ids.has(id) ? 1 : Number.NaN)),
    });
    const [late, early] = [numberOf(now, once(now)), numberOf(before, once(before))];
    const numbers = { ...group, now: late, before: early };
    const isSum = metric.kind.overProfiles === "sum";
    if (group.kind !== "gaps") {
      // Means of profiles that have no values on a side do not change.
      const base = isSum ? length * (early || 0) : Number.NaN;
      return { ...numbers, change: changeFrom(base, late || 0), base };
    }
    const pairing = pairingOf(comparison, [], metric, group.ids);
    const [base = Number.NaN, paired = Number.NaN] = [
      numberOf(before, pairing.base),
      numberOf(now, pairing.now),
    ].map((number) => (isSum && Number.isNaN(number) ? 0 : number));
    return { ...numbers, change: changeFrom(base, paired), base };
  });
}

/** The change of all profiles, where there is one. */
export interface AllNumbers {
  readonly change: number;
  readonly change_percent: number;
}

interface Compared {
  readonly everyone: BothSides;
  readonly same: SameNumbers;
  readonly changes: Changes;
  readonly comparable: ComparableRows;
}

/** Profiles with gaps can make up this share of each side, where all have a change. */
const mostGaps = 0.01;

/** The sum of the changes of the same profiles and of the groups beside them; none of people and ratios. */
export function allNumbers(
  comparison: Comparison,
  metric: Metric,
  groups: Groups,
  { everyone, same, changes, comparable }: Compared,
): AllNumbers {
  const [change, percent] = [numberAt(changes.change, 0), numberAt(changes.change_percent, 0)];
  const lines = groupLines(comparison, metric, groups);
  if (lines.length === 0) return { change, change_percent: percent };
  const none = { change: Number.NaN, change_percent: Number.NaN };
  const gaps = lines.filter(({ kind }) => kind === "gaps");
  const areFew = (["now", "before"] as const).every((side) => {
    const size = gaps.reduce((sum, line) => sum + Math.abs(line[side] || 0), 0);
    return size <= mostGaps * Math.abs(numberAt(everyone[side].values, 0) || 0);
  });
  if (metric.kind.overProfiles !== "sum" || !areFew) return none;
  const sumOf = (first: number, name: "change" | "base"): number =>
    lines.reduce((sum, line) => sum + line[name], first || 0);
  const total = sumOf(change, "change");
  const base = sumOf(numberAt(same.base, 0), "base");
  const isAlike =
    everyone.now.countedAt(0) !== undefined &&
    everyone.now.countedAt(0) === everyone.before.countedAt(0);
  if (!isAlike || !isNumber(total)) return none;
  return { change: total, change_percent: percentOf(metric, total, base, comparable) };
}

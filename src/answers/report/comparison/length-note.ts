/** Says why changes are at equal days: how many days of the ranges count, which range is longer, which profiles lack days. */
import { required } from "../../../base/errors/tool-error.ts";
import {
  weekdayNames,
  isoWeekday,
  bucketEnd,
  bucketStart,
  type Range,
} from "../../../base/time/grains.ts";
import { numberColumn, populationColumn } from "../../../numbers/table/compared-columns.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import type { Comparison, Result } from "../../../numbers/cells/result.ts";
import { isNumber } from "../../../numbers/cells/states.ts";
import { groupsIn, type ComparedTable } from "../../../numbers/table/compare.ts";
import { percentAtEqualWeekdays } from "../../../numbers/table/equal-weekdays.ts";
import { countedDays } from "../../../numbers/meaning/delivery.ts";
import { usesLastDay } from "../../../numbers/meaning/methods.ts";
import { lastDayCounted } from "../../../numbers/meaning/presence.ts";
import { firstDayOf } from "../../../numbers/meaning/segments.ts";
import type { Note } from "../../replies/layout.ts";
import { daysBetween, daysOf, weekday } from "../../../base/time/days.ts";
import { formatPercent } from "../../../base/text/numbers.ts";
import { plural } from "../../../base/text/words.ts";

interface LengthOptions {
  /** The table of all networks has a column of counted days, and the note names no metric. */
  readonly hasNetworks?: boolean;
}

/**
 * `October has one day more: the totals of insights_views differ by +2 %. It has a Friday more: at equal weekdays -0.7 %.`
 * @param totals of one row.
 */
export function lengthNote(
  comparison: Comparison,
  totals: ComparedTable,
  metrics: readonly Metric[],
  { hasNetworks = false }: LengthOptions = {},
): Note {
  const { now, before } = comparison;
  const counted = new Set(metrics.map((metric) => countedDays(now, metric)));
  const [days] = counted;
  const isCut = counted.size === 1 && days !== undefined && days > 0;
  if (isCut && hasNetworks) return false;
  if (isCut) {
    // Whole weeks have the same weekdays, and their first days may not.
    const wereWeeks = daysBetween(now.start, now.end) % 7 === 0 && days % 7 !== 0;
    const isOther = wereWeeks && weekday(now.start) !== weekday(before.start);
    return `${totals.usual === undefined ? "Both ranges count" : "Each range counts"} ${totals.usual === undefined ? "their" : "its"} first ${plural(days, "day")}${isOther ? ", of other weekdays" : ""}.`;
  }
  // What is usual is at equal days itself.
  if (totals.usual !== undefined) return false;
  const first = mainMetric(now, totals, metrics);
  if (first === undefined) return false;
  const ranges = [countedRange(now, first), countedRange(before, first)] as const;
  const [range, earlier] = ranges;
  if (ranges.some(({ start, end }) => start > end)) return false;
  const more = daysBetween(range.start, range.end) - daysBetween(earlier.start, earlier.end);
  if (hasNetworks) return more !== 0 && `${nameOf(range)} has ${daysMore(more)}.`;
  const named = metrics.length > 1 ? first.name : "";
  const longer =
    more !== 0 &&
    `${nameOf(range)} has ${daysMore(more)}${totalsText(totals, first, `the totals${named && ` of ${named}`} differ by`)}.`;
  const weekdays = weekdaysText(comparison, totals, first, longer === false ? named : "");
  const texts = [
    longer,
    lackingText(totals, metrics),
    weekdays && `${longer === false ? nameOf(range) : "It"} has ${weekdays}.`,
  ];
  return texts.filter((text) => typeof text === "string").join(" ") || false;
}

/** The metric that the note is about: a sum, if there is one. A metric without a change needs no reason. */
function mainMetric(
  now: Result,
  totals: ComparedTable,
  metrics: readonly Metric[],
): Metric | undefined {
  const changed = metrics.filter((metric) =>
    isNumber(numberAt(numberColumn(totals, metric, "change").values, 0)),
  );
  const summed = changed.filter(({ kind }) => kind.overDays === "sum");
  return (
    summed.find(({ kind }) => kind.change === "percent") ??
    summed[0] ??
    changed.find((metric) => !usesLastDay(metric, now.days))
  );
}

/** The days of a side that count for a metric. */
const countedRange = (side: Result, metric: Metric): Range => ({
  start: firstDayOf(side, metric),
  end: lastDayCounted(side, metric),
});

const daysMore = (count: number): string =>
  `${Math.abs(count) === 1 ? "one day" : `${Math.abs(count)} days`} ${count > 0 ? "more" : "fewer"}`;

/** `: the totals differ by +2 %`, of the same profiles. */
function totalsText(totals: ComparedTable, metric: Metric, text: string): string {
  const numberOf = (number: "now" | "before"): number =>
    numberAt(populationColumn(totals, metric, number, "same").values, 0);
  const [now, before] = [numberOf("now"), numberOf("before")];
  const percent = (100 * (now - before)) / before;
  return metric.kind.overDays === "sum" &&
    metric.kind.change === "percent" &&
    before > 0 &&
    isNumber(percent)
    ? `: ${text} ${formatPercent(percent)} %`
    : "";
}

/** `12 of 212 lack days.` */
function lackingText(totals: ComparedTable, metrics: readonly Metric[]): Note {
  const uneven = metrics.find(
    (metric) => numberColumn(totals, metric, "change").hasEqualDays === false,
  );
  if (uneven === undefined) return false;
  const { lacking = 0, profiles } = numberColumn(totals, uneven, "change");
  const count = numberAt(profiles, 0);
  return count > 1 && lacking > 0 && `${lacking} of ${count} lack days.`;
}

/** Changes that differ less from one at equal weekdays do not need it, in points. */
const leastDifference = 0.5;
/** Ranges of fewer days have no change at equal weekdays. */
const leastDays = 14;

/** `a Friday more, a Tuesday less: at equal weekdays -0.7 %`; undefined where that is about the change itself. */
function weekdaysText(
  comparison: Comparison,
  totals: ComparedTable,
  metric: Metric,
  metricName: string,
): string | undefined {
  const ranges = [comparison.now, comparison.before].map((side) => countedRange(side, metric));
  const [weekdays, weekdaysBefore] = ranges.map(({ start, end }) =>
    daysOf(start, end).map(isoWeekday),
  );
  const countIn = (days: readonly number[] = [], at: number): number =>
    days.filter((day) => day === at + 1).length;
  const moreOf = weekdayNames.map((_, at) => countIn(weekdays, at) - countIn(weekdaysBefore, at));
  const isShort = ranges.some(({ start, end }) => daysBetween(start, end) < leastDays);
  if (isShort || moreOf.every((more) => more === moreOf[0])) return undefined;
  const percent = numberAt(numberColumn(totals, metric, "change_percent").values, 0);
  const atEqualWeekdays = percentAtEqualWeekdays(comparison, metric, groupsIn(totals, metric));
  const isOther =
    Math.abs(atEqualWeekdays - percent) >= leastDifference ||
    Math.sign(atEqualWeekdays) * Math.sign(percent) < 0;
  if (!isNumber(atEqualWeekdays) || !isNumber(percent) || !isOther) return undefined;
  const sides = ([1, -1] as const).flatMap((sign) => {
    const days = weekdayNames.filter(
      (_, at) => Math.sign(required(moreOf[at], "a weekday")) === sign,
    );
    return days.length === 0
      ? []
      : [`${listed(days.map((name) => `a ${name}`))} ${sign === 1 ? "more" : "less"}`];
  });
  const areFew = moreOf.every((more) => Math.abs(more) <= 1);
  const what = areFew ? sides.join(", ") : "other weekdays";
  return `${what}: at equal weekdays ${metricName && `${metricName} `}${formatPercent(atEqualWeekdays)} %`;
}

const month = { unit: "month" } as const;

/** `October`, or `The later range`. */
const nameOf = ({ start, end }: Range): string =>
  bucketStart(start, month) === start && bucketEnd(start, month) === end
    ? new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(new Date(start))
    : "The later range";

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

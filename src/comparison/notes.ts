/** The notes that a reader needs to use the numbers of a comparison: on breaks, ranges, gaps, and parts of a change. */
import { isCalendarDate } from "../catalog/dimensions.ts";
import { isStanding } from "../catalog/kinds.ts";
import { breaksOf, type SeriesBreak } from "../catalog/breaks.ts";
import { rowName, type Comparison } from "../cells/result.ts";
import type { ComparedAxis } from "./axes.ts";
import type { Compared, ComparedMetric } from "./compare.ts";
import { zeroStarts } from "../meaning/zero-starts.ts";
import { isWithheld } from "../cells/states.ts";
import { concerns, recentBreak } from "../meaning/segments.ts";
import { cell, plural, some } from "../text/words.ts";
import { addDays, daysBetween, toDay } from "../time/days.ts";
import { rowNames, type ShownComparison } from "./table-rows.ts";
import { metricNames, noteOn } from "../report/names.ts";
import { areUneven } from "../time/compared-range.ts";
import type { Note } from "../replies/layout.ts";
import { catalogNotes, inexactNote, labelsNote } from "../report/notes.ts";

export function comparisonNotes(shown: ShownComparison): Note[] {
  const { comparison, dimensions, compared } = shown;
  const { now, before } = comparison;
  return [
    ...breakNotes(comparison, compared),
    ...recentNotes(comparison, compared),
    ...startNotes(comparison, compared),
    overlapNote(comparison),
    lengthNote(shown),
    ...zeroNotes(shown),
    dimensions.includes("profile_label") && labelsNote,
    inexactNote(now) || inexactNote(before),
    ...catalogNotes(now),
  ];
}

/** The breaks between the start of the earlier range and the end of the later one, of metrics without a change. */
const breakNotes = ({ now, before }: Comparison, { metrics }: Compared): Note[] =>
  breaksOf(now.network).map((row) => {
    const { date } = row;
    const named = metrics
      .filter(({ metric, change }) => concerns(row, metric) && change.some(isWithheld))
      .map(({ metric }) => metric);
    const isBetween = date > before.start && date <= now.end && row.before !== undefined;
    if (!isBetween || named.length === 0) return false;
    const isInside = [now, before].some(({ start, end }) => start < date && date <= end);
    const isNet = named.some(({ kind }) => kind.isDifference);
    const day = isNet && isInside ? " That day is in neither sum of a net count." : "";
    const first = isNet ? addDays(toDay(date), 1) : date;
    return `No change of ${some(metricNames(named), 8)} across ${date}: the network replaced ${row.before} by ${row.after}.${day} Ranges from ${first} on compare with each other.`;
  });

/** Meanings that apply to both ranges since a recent break. */
function recentNotes({ before }: Comparison, compared: Compared): Note[] {
  const found = compared.metrics.flatMap(({ metric, parts }) => {
    const recent = parts.length > 0 ? undefined : recentBreak(before, metric);
    return recent === undefined ? [] : [{ metric, recent }];
  });
  return [...new Set(found.map(({ recent }) => recent))].map((recent) => {
    const metrics = found.filter((one) => one.recent === recent).map(({ metric }) => metric);
    return noteOn(metrics, `${recent.after} since ${recent.date}.`);
  });
}

/** Profiles whose zeros may be the days before they began. */
function zeroNotes({ comparison: { now, before } }: ShownComparison): Note[] {
  return now.metrics.map((metric) => {
    const starts = zeroStarts([before, now], metric);
    const names = [...starts].map(
      ([id, day]) => `${cell(rowName(now, "profile", id))} before ${day.slice(0, 7)}`,
    );
    return (
      names.length > 0 &&
      `${metric.name} has only zeros for ${some(names, 4)}: these can be days before the profile began.`
    );
  });
}

/** Numbers that exist, but cannot be combined or compared; breaks are explained apart. */
export function withheldNote(
  { now: later, before: earlier }: Comparison,
  metrics: readonly ComparedMetric[],
): Note {
  const isBetween = ({ date }: SeriesBreak): boolean => earlier.start < date && date <= later.end;
  const isUneven = areUneven(later, earlier);
  const found = metrics.filter(
    ({ metric, method, now, before, change }) =>
      !breaksOf(later.network).some((row) => concerns(row, metric) && isBetween(row)) &&
      [now, before, ...(isUneven && method === "sum" ? [] : [change])].some((list) =>
        list.some(isWithheld),
      ),
  );
  const isRatio = found.some(({ metric }) => metric.isDerived === true);
  return (
    found.length > 0 &&
    `· is withheld, not missing: values of ${some([...new Set(metricNames(found.map(({ metric }) => metric)))], 6)} exist, but cannot be combined in these rows${isRatio ? ", or the denominator is 0" : ""}.`
  );
}

/** Metrics whose data starts within or after one of the ranges. */
const startNotes = ({ now, before }: Comparison, { metrics }: Compared): Note[] =>
  breaksOf(now.network).map((row) => {
    const named = metrics.filter(({ metric }) => concerns(row, metric)).map(({ metric }) => metric);
    const isLate = row.before === undefined && row.date > before.start;
    const text = `data starts on ${row.date}; earlier days are not applicable, so the ranges have unequal numbers of days.`;
    return isLate && noteOn(named, text);
  });

/** Rows of time with unequal numbers of days, whose sums differ by that alone. */
export function unequalRowsNote({
  comparison,
  compared,
}: Pick<ShownComparison, "comparison" | "compared">): Note {
  const axis = compared.axes.find(({ type }) => isCalendarDate(type));
  if (axis === undefined) return false;
  const names = rowNames(comparison, axis);
  const daysIn = (side: ComparedAxis["now"], place: number): number => {
    const row = side.time?.[place];
    return row === undefined ? 0 : daysBetween(row.start, row.end);
  };
  const unequal = axis.rows.flatMap(([now, before], row) => {
    const [one, other] = [daysIn(axis.now, now), daysIn(axis.before, before)];
    const name = names[row]?.[0] ?? "";
    return one === other || one === 0 || other === 0 ? [] : [`${name} ${one} against ${other}`];
  });
  const isSummed = compared.metrics.some(({ method }) => method === "sum" || method === "quotient");
  return (
    unequal.length > 0 &&
    isSummed &&
    `Rows with unequal numbers of days: ${some(unequal, 8)}. Compare their sums per profile-day only, and not their nets.`
  );
}

/** Days that are in both ranges. */
function overlapNote({ now, before }: Comparison): Note {
  const days = before.end < now.start ? 0 : daysBetween(now.start, before.end);
  return days > 0 && `The ranges share ${plural(days, "day")}, which count on both sides.`;
}

/** Counts over a level grow with the days of a range. */
function lengthNote({ comparison, compared }: ShownComparison): Note {
  const days = [comparison.now, comparison.before].map(({ start, end }) => daysBetween(start, end));
  if (days[0] === days[1]) return false;
  const { metrics } = comparison.now.days;
  const isLevel = (name: string | undefined): boolean =>
    metrics.some((metric) => metric.name === name && isStanding(metric.kind));
  const counted = compared.metrics
    .map(({ metric }) => metric)
    .filter(({ parts, isDerived }) => isDerived && isLevel(parts?.[1]) && !isLevel(parts?.[0]));
  const text = `the counts are of ${days.join(" days now, and of ")} before, so a part of the change is that of the days.`;
  return noteOn(counted, text, 4);
}

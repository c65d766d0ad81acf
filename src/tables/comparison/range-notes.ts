/** Notes on the ranges of a comparison: their lengths, their weekdays, the days that they share, data that starts late. */
import { isStanding } from "../../catalog/kinds.ts";
import { breaksOf } from "../../catalog/breaks.ts";
import { isCalendarDate } from "../../catalog/dimensions.ts";
import type { ComparedAxis } from "../../meaning/compared-axes.ts";
import type { Compared, Comparison } from "../../meaning/comparison.ts";
import { concerns } from "../../meaning/segments.ts";
import { daysBetween } from "../../time/days.ts";
import { plural, some } from "../../text/words.ts";
import { metricNames } from "../names.ts";
import type { Note } from "../../replies/layout.ts";
import { rowNames, type ShownComparison } from "./rows.ts";

export function rangeNotes(shown: ShownComparison): Note[] {
  const { comparison, compared } = shown;
  return [...startNotes(comparison, compared), overlapNote(comparison), lengthNote(shown)];
}

/** Metrics whose data starts within or after one of the ranges. */
const startNotes = ({ now, before }: Comparison, { metrics }: Compared): Note[] =>
  breaksOf(now.network).map((row) => {
    const named = metrics.filter(({ metric }) => concerns(row, metric)).map(({ metric }) => metric);
    const isLate = row.before === undefined && row.date > before.start;
    return (
      isLate &&
      named.length > 0 &&
      `${some(metricNames(named), 8)}: data starts on ${row.date}; earlier days are not applicable, so the ranges have unequal numbers of days.`
    );
  });

const timeOf = ({ axes }: Compared): ComparedAxis | undefined =>
  axes.find(({ type }) => isCalendarDate(type));

/** Rows of time with unequal numbers of days, whose sums differ by that alone. */
export function unequalRowsNote({
  comparison,
  compared,
}: Pick<ShownComparison, "comparison" | "compared">): Note {
  const axis = timeOf(compared);
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
  const { metrics = [] } = comparison.now.days ?? {};
  const isLevel = (name: string | undefined): boolean =>
    metrics.some((metric) => metric.name === name && isStanding(metric.kind));
  const names = compared.metrics.flatMap(({ metric: { name, parts, isDerived } }) =>
    isDerived === true && isLevel(parts?.[1]) && !isLevel(parts?.[0]) ? [name] : [],
  );
  return (
    names.length > 0 &&
    `${some(names, 4)}: the counts are of ${days.join(" days now, and of ")} before, so a part of the change is that of the days.`
  );
}

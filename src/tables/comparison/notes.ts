/** What a reader must know to use a comparison: its breaks, its coverage, its unequal ranges. */
import { isCalendarDate } from "../../catalog/dimensions.ts";
import { breaksOf, type SeriesBreak } from "../../catalog/breaks.ts";
import type { Compared, ComparedMetric, Comparison } from "../../meaning/comparison.ts";
import { isWithheld } from "../../meaning/figures.ts";
import { dayGrid, eachLine } from "../../cells/day-grid.ts";
import { rowKey } from "../../cells/axis.ts";
import { concerns, recentBreak } from "../../meaning/segments.ts";
import { formatDifference, percent } from "../../text/numbers.ts";
import { cell, plural, some } from "../../text/words.ts";
import { addDays, daysBetween, daysOf, toDay } from "../../time/days.ts";
import { isoWeekday, type Range } from "../../time/grains.ts";
import type { ComparedAxis } from "../../meaning/compared-axes.ts";
import { combinedNames, isOneSided, rowNames, type ShownComparison } from "./rows.ts";
import { isUneven, lengthsOf } from "./cells.ts";
import { metricNames, weekdayNames } from "../names.ts";
import { catalogNotes, inexactNote, type Note } from "../notes.ts";

export function comparisonNotes(shown: ShownComparison): Note[] {
  const { comparison, dimensions, compared } = shown;
  const { now, before } = comparison;
  return [
    ...breakNotes(comparison, compared),
    ...recentNotes(comparison, compared),
    ...startNotes(comparison, compared),
    starNote(compared),
    unequalRowsNote(shown),
    overlapNote(comparison),
    weekdayNote(comparison),
    coverageNote(shown),
    ...joinedNotes(shown),
    lengthNote(shown),
    withheldNote(comparison, compared),
    oneSidedNote(shown),
    ...explainedNotes(shown),
    dimensions.includes("profile_label") &&
      "A profile counts under each of its labels, so the changes of labels do not add up; a total counts each profile once.",
    peopleNote(compared),
    inexactNote(now.cells) || inexactNote(before.cells),
    ...catalogNotes(now),
  ];
}

/** The breaks between the start of the earlier range and the end of the later one, of metrics without a change. */
function breakNotes({ now, before }: Comparison, { metrics }: Compared): Note[] {
  return breaksOf(now.network).map((row) => {
    const isBetween = row.date > before.start && row.date <= now.end;
    if (!isBetween || row.before === undefined) return false;
    const named = metrics.filter(
      ({ metric, change }) => concerns(row, metric) && change.some(isWithheld),
    );
    const isInside = [now, before].some(({ start, end }) => start <= row.date && row.date <= end);
    return named.length > 0 && breakNote(row, named, isInside);
  });
}

/** @param isInside one of the ranges has the day of the break. */
function breakNote(
  { date, before, after }: SeriesBreak,
  named: readonly ComparedMetric[],
  isInside: boolean,
): string {
  const metrics = named.map(({ metric }) => metric);
  const isNet = metrics.some(({ kind }) => kind === "net");
  const names = some(metricNames(metrics), 8);
  const day = isNet && isInside ? " That day is in neither sum of a net count." : "";
  const first = isNet ? addDays(toDay(date), 1) : date;
  return `No change of ${names} across ${date}: the network replaced ${before} by ${after}.${day} Ranges from ${first} on compare with each other.`;
}

/** Meanings that apply to both ranges since a recent break. */
function recentNotes({ before }: Comparison, { metrics }: Compared): Note[] {
  const found = metrics.flatMap(({ metric, parts }) => {
    const recent = parts.length > 0 ? undefined : recentBreak(before, metric);
    return recent === undefined ? [] : [{ metric, recent }];
  });
  return [...new Set(found.map(({ recent }) => recent))].map((recent) => {
    const names = found.filter((one) => one.recent === recent).map(({ metric }) => metric);
    return `${some(metricNames(names), 8)}: ${recent.after} since ${recent.date}.`;
  });
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

/** Explains the star at the rows that a range cuts. */
function starNote(compared: Compared): Note {
  const axis = timeOf(compared);
  const isCut = [axis?.now, axis?.before].some(
    (side) => side?.time?.some(({ isPartial }) => isPartial) === true,
  );
  return isCut && `* is a part of a ${axis?.type.replace("date.", "")}.`;
}

/** Rows of time with unequal numbers of days, whose sums differ by that alone. */
function unequalRowsNote({ comparison, compared }: ShownComparison): Note {
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
  const isSummed = compared.metrics.some(({ method }) => method === "sum" || method === "ratio");
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

/** The number of each weekday, where the ranges differ in it. */
function weekdayNote({ now, before }: Comparison): Note {
  const counts = ({ start, end }: Range): number[] => {
    const list = weekdayNames.map(() => 0);
    for (const day of daysOf(start, end)) list[isoWeekday(day) - 1]! += 1;
    return list;
  };
  const [one, other] = [counts(now), counts(before)];
  const differing = weekdayNames.flatMap((name, place) =>
    one[place] === other[place] ? [] : [`${name} ${one[place]} against ${other[place]}`],
  );
  return differing.length > 0 && `Weekdays, now against before: ${differing.join(", ")}.`;
}

/** Rows whose sides have values for different shares of their profile-days. */
function coverageNote({ comparison, compared, dimensions, order }: ShownComparison): Note {
  if (dimensions.some(isCalendarDate)) return false;
  const names = combinedNames(comparison, compared.axes);
  const rows = compared.metrics.flatMap((metric) =>
    names.flatMap((name, row) => {
      const [now = Number.NaN, before = Number.NaN] = metric.coverage.map((list) => list[row]);
      const text = `${cell(name)} ${percent(now)} against ${percent(before)} (${metric.metric.name})`;
      const isShown =
        isUneven(metric, row) && now > 0 && before > 0 && order?.includes(row) !== false;
      return isShown ? [{ text, difference: Math.abs(now - before) }] : [];
    }),
  );
  const largest = rows.toSorted((one, other) => other.difference - one.difference);
  const texts = largest.map(({ text }) => text);
  return rows.length > 0 && `Profile-days covered, now against before: ${some(texts, 6, "; ")}.`;
}

/** Profiles with values in one range only, which sums over profiles show as a change. */
function joinedNotes({ comparison, dimensions, compared }: ShownComparison): Note[] {
  if (dimensions.includes("profile") || comparison.now.profileCount === 1) return [];
  if (comparison.now.days === undefined || comparison.before.days === undefined)
    return [
      "Gaps are not visible here, so profiles that have values in one range only cannot be told from changes: compare by profile.",
    ];
  const sides = [comparison.now, comparison.before].map(coveredProfiles);
  const [now, before] = sides;
  return compared.metrics.map(({ metric: { name, kind }, parts }) => {
    const [one, other] = [now?.get(name), before?.get(name)];
    const isCombined = kind === "people" || kind === "ratio" || parts.length > 0;
    if (one === undefined || other === undefined || isCombined) return false;
    // A range before the data starts has no values of any profile.
    if (one.size === 0 || other.size === 0) return false;
    const onlyNow = [...one].filter((id) => !other.has(id)).length;
    const onlyBefore = [...other].filter((id) => !one.has(id)).length;
    const texts = [
      onlyNow > 0 && `${plural(onlyNow, "profile")} only now`,
      onlyBefore > 0 && `${plural(onlyBefore, "profile")} only before`,
    ].filter((text) => text !== false);
    return (
      texts.length > 0 &&
      `${name} has values of ${texts.join(" and ")}: the changes of sums include them. Compare by profile to see them apart.`
    );
  });
}

/** The profiles with a value, by the name of the metric; no entry where profile-days are not held. */
function coveredProfiles({ days, cells }: Comparison["now"]): Map<string, Set<string>> {
  const covered = new Map<string, Set<string>>();
  if (days === undefined) return covered;
  const grid = dayGrid(days);
  for (const { name } of cells.metrics) {
    const column = days.metrics.findIndex((metric) => metric.name === name);
    if (column === -1) continue;
    const ids = new Set<string>();
    eachLine(grid, (profile, _, offset) => {
      const hasValue = Array.from({ length: grid.dayCount }, (__, day) => day).some(
        (day) => !Number.isNaN(days.values[offset + day * grid.dayStride + column] ?? Number.NaN),
      );
      if (hasValue) ids.add(rowKey(grid.profiles[profile] ?? ""));
    });
    covered.set(name, ids);
  }
  return covered;
}

/** Counts over a level grow with the days of a range. */
function lengthNote({ comparison, compared }: ShownComparison): Note {
  if (lengthsOf(comparison).areEqual) return false;
  const { metrics = [] } = comparison.now.days ?? {};
  const kindOf = (name: string | undefined): string | undefined =>
    metrics.find((metric) => metric.name === name)?.kind;
  const names = compared.metrics.flatMap(({ metric: { name, parts, isDerived } }) =>
    isDerived === true && kindOf(parts?.[1]) === "level" && kindOf(parts?.[0]) !== "level"
      ? [name]
      : [],
  );
  const days = [comparison.now, comparison.before].map(({ start, end }) => daysBetween(start, end));
  return (
    names.length > 0 &&
    `${some(names, 4)}: the counts are of ${days.join(" days now, and of ")} before, so a part of the change is that of the days.`
  );
}

/** Numbers that exist, but cannot be combined or compared; breaks are explained apart. */
function withheldNote({ now: later, before: earlier }: Comparison, { metrics }: Compared): Note {
  const isBetween = ({ date }: SeriesBreak): boolean => earlier.start < date && date <= later.end;
  const found = metrics.filter(
    ({ metric, now, before }) =>
      !breaksOf(later.network).some((row) => concerns(row, metric) && isBetween(row)) &&
      (now.some(isWithheld) || before.some(isWithheld)),
  );
  return (
    found.length > 0 &&
    `· is withheld, not missing: values of ${some(metricNames(found.map(({ metric }) => metric)), 6)} exist, but cannot be combined in these rows.`
  );
}

/** Rows that are listed apart, so that the changes of the others add up. */
function oneSidedNote({ compared, dimensions, order }: ShownComparison): Note {
  const shown = order ?? Array.from({ length: compared.rowCount }, (_, row) => row);
  const hasOne = shown.some((row) => isOneSided(compared, row));
  return (
    hasOne &&
    compared.rowCount > 1 &&
    compared.metrics.some(({ parts }) => parts.length === 0) &&
    !dimensions.some(isCalendarDate) &&
    (order !== undefined
      ? "Rows with a value on one side only are in no total."
      : "Rows with a value on one side only stand last. The changes of the rows with both sides, and these values, add up to the change of all; it has no percentage, because they are not growth.")
  );
}

/** Rate and mix of all rows, those with one side included. */
const explainedNotes = ({ compared: { metrics }, dimensions }: ShownComparison): Note[] =>
  metrics.map(({ metric, explained }) => {
    if (explained === undefined) return false;
    const [rate, mix] = [explained.rate, explained.mix].map((list) =>
      list.reduce((sum, value) => sum + (value || 0), 0),
    );
    const [all, within, between] = [(rate ?? 0) + (mix ?? 0), rate ?? 0, mix ?? 0].map(
      formatDifference,
    );
    if (dimensions.some((type) => type !== "profile"))
      return `${metric.name}: rate and mix add up over these rows, which is not the change of all profiles.`;
    return `${metric.name}: the change of all rows, ${all}, is ${within} within rows (rate) and ${between} from their shares of ${metric.parts?.[1]} (mix).`;
  });

const peopleNote = ({ metrics }: Compared): Note => {
  const people = metrics.flatMap(({ metric }) => (metric.kind === "people" ? [metric] : []));
  return (
    people.length > 0 &&
    `${some(metricNames(people), 8)}: the change is that of the means; people are never added up.`
  );
};

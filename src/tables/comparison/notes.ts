/** The notes that a reader needs to use the numbers of a comparison. */
import { each, type Work } from "../../async/work.ts";
import { isBreakdown, isCalendarDate } from "../../catalog/dimensions.ts";
import { breaksOf, type SeriesBreak } from "../../catalog/breaks.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowName, type Result } from "../../cells/result.ts";
import {
  compare,
  type Compared,
  type ComparedMetric,
  type Comparison,
} from "../../meaning/comparison.ts";
import type { Group, Groups } from "../../meaning/groups.ts";
import { gapGrid } from "../../meaning/presence.ts";
import { zeroStarts } from "../../meaning/zero-starts.ts";
import { isWithheld } from "../../meaning/figures.ts";
import { concerns, recentBreak } from "../../meaning/segments.ts";
import { formatDifference, percent } from "../../text/numbers.ts";
import { cell, plural, some } from "../../text/words.ts";
import { addDays, toDay } from "../../time/days.ts";
import { isUneven } from "./cells.ts";
import { rangeNotes } from "./range-notes.ts";
import { combinable, combinedNames, isOneSided, type ShownComparison } from "./rows.ts";
import { metricNames } from "../names.ts";
import { catalogNotes, inexactNote, type Note } from "../notes.ts";

export function* comparisonNotes(shown: ShownComparison): Work<Note[]> {
  const { comparison, dimensions, compared } = shown;
  const { now, before } = comparison;
  return [
    ...breakNotes(comparison, compared),
    ...recentNotes(comparison, compared),
    ...rangeNotes(shown),
    coverageNote(shown),
    ...(yield* likeNotes(shown)),
    ...(yield* zeroNotes(shown)),
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
    const isInside = [now, before].some(({ start, end }) => start < row.date && row.date <= end);
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
  const isNet = metrics.some(({ kind }) => kind.isDifference);
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

/** Rows whose sides have values for different shares of their profile-days. */
function coverageNote({ comparison, compared, dimensions, order }: ShownComparison): Note {
  if (dimensions.some(isCalendarDate)) return false;
  const names = combinedNames(comparison, compared.axes);
  const shown = order && new Set(order);
  const rows = compared.metrics.flatMap((metric) =>
    names.flatMap((name, row) => {
      const [now = Number.NaN, before = Number.NaN] = metric.coverage.map((list) => list[row]);
      const text = `${cell(name)} ${percent(now)} against ${percent(before)} (${metric.metric.name})`;
      const isShown = isUneven(metric, row) && now > 0 && before > 0 && shown?.has(row) !== false;
      return isShown ? [{ text, difference: Math.abs(now - before) }] : [];
    }),
  );
  const largest = rows.toSorted((one, other) => other.difference - one.difference);
  const texts = largest.map(({ text }) => text);
  return rows.length > 0 && `Profile-days covered, now against before: ${some(texts, 6, "; ")}.`;
}

/** Names the profiles that are not compared, with the reason. Totals include their changes; percentages do not. */
function* likeNotes({ comparison, dimensions, compared }: ShownComparison): Work<Note[]> {
  const { now } = comparison;
  const isByProfile = dimensions.includes("profile") || now.profileCount === 1;
  const hidden = compared.metrics
    .map(({ metric }) => metric)
    .filter((metric) => gapGrid(now, metric) === undefined);
  const isOfTime = dimensions.some(isCalendarDate);
  const others = dimensions.filter((type) => !isCalendarDate(type));
  // Rows of time compare all profiles. The note is about the row of the whole ranges below them.
  const { metrics } = isOfTime ? yield* compare(comparison, others) : compared;
  const metricsOf = new Map<string, Metric[]>();
  for (const { metric, like } of metrics) {
    const text = like === undefined ? "" : groupsText(now, like.groups, isByProfile && !isOfTime);
    if (text !== "") metricsOf.set(text, [...(metricsOf.get(text) ?? []), metric]);
  }
  const scope = isOfTime
    ? "Percentages of the whole ranges are of the profiles whose values cover both; those of rows of time are of all."
    : "Percentages are of the profiles whose values cover both ranges, other numbers of all.";
  return [
    hidden.length > 0 &&
      !isByProfile &&
      `${some(metricNames(hidden), 8)}: gaps are not visible, so profiles that have values in one range only cannot be told from changes; compare by profile.`,
    ...[...metricsOf].map(([text, own]) => `${some(metricNames(own), 8)}: ${text}. ${scope}`),
  ];
}

/** Profiles whose zeros may be the days before they began. */
function* zeroNotes({ comparison: { now, before }, dimensions }: ShownComparison): Work<Note[]> {
  if (dimensions.some((type) => isBreakdown(type))) return [];
  return yield* each(now.cells.metrics, function* note(metric) {
    const starts = yield* zeroStarts([before, now], metric);
    const names = [...starts].map(
      ([id, day]) => `${cell(rowName(now, "profile", id))} before ${day.slice(0, 7)}`,
    );
    return (
      names.length > 0 &&
      `${metric.name} has only zeros for ${some(names, 4)}: these can be days before the profile began.`
    );
  });
}

/**
 * `25 profiles without values until 2025-09; A, B with other gaps`; empty where all are compared.
 * @param hasRows each profile has a row, so that those with one side are seen.
 */
function groupsText(result: Result, groups: Groups, hasRows: boolean): string {
  const texts = new Map<string, string[]>();
  for (const [id, group] of groups) {
    const what = groupText(group);
    const isSeen = hasRows && (group.kind === "now only" || group.kind === "before only");
    if (what !== undefined && !isSeen)
      texts.set(what, [...(texts.get(what) ?? []), rowName(result, "profile", id)]);
  }
  const named = ([what, names]: [string, string[]]): string =>
    `${names.length > 3 || result.profileCount === 1 ? plural(names.length, "profile") : some(names.map(cell), 3)} ${what}`;
  const ordered = [...texts].toSorted(([, one], [, other]) => other.length - one.length);
  return some(ordered.map(named), 6, "; ");
}

const groupTexts = {
  began: "without values until",
  ended: "without values after",
  gaps: "with other gaps",
  "now only": "with values now only",
  "before only": "with values before only",
} as const;

function groupText(group: Group): string | undefined {
  if (group.kind === "compared") return undefined;
  return `${groupTexts[group.kind]}${"at" in group ? ` ${group.at.slice(0, 7)}` : ""}`;
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
  const hasOne = (): boolean =>
    (order ?? [...Array.from({ length: compared.rowCount }).keys()]).some((row) =>
      isOneSided(compared, row),
    );
  return (
    compared.rowCount > 1 &&
    compared.metrics.some(({ parts }) => parts.length === 0) &&
    !dimensions.some(isCalendarDate) &&
    hasOne() &&
    [
      order === undefined
        ? "Rows with a value on one side only come last."
        : "Rows with a value on one side only are in no total.",
      ...(order === undefined && combinable(dimensions) !== undefined
        ? [
            "The last row includes them in its change. It has no percentage, because these values are not growth.",
          ]
        : []),
    ].join(" ")
  );
}

/** Rate and mix of all rows, those with one side included. */
const explainedNotes = ({ compared: { metrics }, dimensions }: ShownComparison): Note[] =>
  metrics.map(({ metric, explained }) => {
    if (explained === undefined) return false;
    const sumOf = (list: Float64Array): number =>
      list.reduce((sum, value) => sum + (value || 0), 0);
    const [rate, mix] = [sumOf(explained.rate), sumOf(explained.mix)];
    const [all, within, between] = [rate + mix, rate, mix].map(formatDifference);
    if (dimensions.some((type) => type !== "profile"))
      return `${metric.name}: rate and mix add up over these rows, which is not the change of all profiles.`;
    return `${metric.name}: the change of all rows, ${all}, is ${within} within rows (rate) and ${between} from their shares of ${metric.parts?.[1]} (mix).`;
  });

const peopleNote = ({ metrics }: Compared): Note => {
  const people = metrics.flatMap(({ metric }) => (metric.kind.isDistinct ? [metric] : []));
  return (
    people.length > 0 &&
    `${some(metricNames(people), 8)}: the change is that of the means; people are never added up.`
  );
};

/** Notes that a reader needs to use the numbers of a table: only those that concern what is shown. */
import { numberAt } from "../../numbers/cells/number-at.ts";
import { isBreakdown, isCalendarDate } from "../../catalog/dimensions.ts";
import { metricsOf, ownerText, type Metric } from "../../catalog/metrics/index.ts";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { rangeOf, rowName, type Result } from "../../numbers/cells/result.ts";
import { dayLines, onlyLabelled, onlyMetrics, withinDays } from "../../numbers/cells/select.ts";
import { combine } from "../../numbers/table/combine.ts";
import { timeRows } from "../../numbers/meaning/time-rows.ts";
import { listOf } from "../../numbers/cells/day-values.ts";
import { breaksOf } from "../../catalog/breaks.ts";
import { isWithheld } from "../../numbers/cells/states.ts";
import type { Table, TableDimension } from "../../numbers/table/table.ts";
import { concerns, holdsBreak, recentBreak, switchDays } from "../../numbers/meaning/segments.ts";
import type { Note } from "../replies/layout.ts";
import { inexactText } from "../../base/text/numbers.ts";
import { cell, plural, some } from "../../base/text/words.ts";
import { addDays, daysBetween } from "../../base/time/days.ts";
import { dayName, metricNames, noteOn, numberText, sideName } from "./names.ts";

/** Notes on the numbers of a result, whatever form the table takes. */
export function notesOf(result: Result, table: Table): Note[] {
  return [
    inexactNote(result),
    table.dimensions.some(({ type }) => type === "profile_label") && labelsNote,
    ...breakNotes(result, table),
    ...peopleNotes(result, table),
    ...catalogNotes(result),
  ];
}

export const labelsNote =
  "A profile counts under each of its labels, so labels overlap; a total counts each profile once.";

/** Explains the stars and the withheld numbers of the figures that a table shows. */
export const symbolNotes = (result: Result, shown: readonly (Table | undefined)[]): Note[] => {
  const tables = shown.filter((table) => table !== undefined);
  return [starNote(tables.flatMap(({ dimensions }) => dimensions)), withheldNote(result, tables)];
};

/** Explains the star at the rows that the range cuts, or that hold days which are not over. */
export function starNote(dimensions: readonly TableDimension[]): Note {
  const marked = dimensions.flatMap(({ type, time = [] }) =>
    time.flatMap((row) => (row.isPartial || row.isLate === true ? [{ type, ...row }] : [])),
  );
  const cut = marked.find(({ isPartial, isOpen }) => isPartial && isOpen !== true);
  const texts = [
    cut !== undefined && `is a part of a ${cut.type.replace("date.", "")}`,
    marked.some(({ isOpen }) => isOpen) && "holds days that are not over",
    marked.some(({ isLate }) => isLate) && "holds days that are left out",
  ].filter((text) => text !== false);
  return texts.length > 0 && `* ${texts.join(", or ")}.`;
}

/** Explains numbers that exist but may not be combined; breaks have a note of their own. */
function withheldNote(result: Result, shown: readonly Table[]): Note {
  const columns = shown.flatMap((table) =>
    table.columns.filter(
      ({ metric, values }) => values.some(isWithheld) && !holdsBreak(result, metric),
    ),
  );
  if (columns.some(({ percentOf }) => percentOf !== undefined))
    return "· is withheld, not missing. People, ratios and signed changes have no total, and a total of 0 has no shares.";
  return (
    columns.length > 0 &&
    "· is withheld, not missing. The values cannot be combined in this way, or the denominator is 0."
  );
}

/** Breaks that the range crosses, and meanings that apply since a recent break. */
function breakNotes(result: Result, { dimensions }: Table): Note[] {
  const { network, metrics, start, end } = result;
  return breaksOf(network).map((row) => {
    const named = metrics.filter((metric) => concerns(row, metric));
    if (named.length === 0) return false;
    if (row.before === undefined) {
      const text = `data starts on ${row.date}; earlier days are not applicable.`;
      return start < row.date && noteOn(named, text);
    }
    if (start < row.date && row.date <= end) {
      const nets = named.some((metric) => switchDays(result, metric).length > 0);
      const rows = brokenRowsText(result, dimensions, named);
      return `Break on ${row.date} in ${some(metricNames(named), 8)}: ${row.before} before, ${row.after} since. No total or change crosses it${rows === "" ? "" : " (·)"}${nets ? "; for changes of a count, that day is in neither side" : ""}.${rows}`;
    }
    const isRecent = named.some((metric) => recentBreak(result, metric) !== undefined);
    const isSwitch = start === row.date && named.some(({ kind }) => kind.isDifference);
    const exclusion = start === end ? "" : ": no total has it";
    const cut = isSwitch ? ` The value of that day may be the switch${exclusion}.` : "";
    return isRecent && noteOn(named, `${row.after} since ${row.date}.${cut}`);
  });
}

/** A note gives both parts of a row of time for up to this many metrics. */
const mostBroken = 4;

/** The numbers of both parts of the rows of time that a break divides: ` 2025-11: fans_change 12 until 11-14, 34 from 11-16.` */
export function brokenRowsText(
  result: Result,
  dimensions: readonly Pick<TableDimension, "type">[],
  metrics: readonly Metric[],
): string {
  const types = dimensions.map(({ type }) => type);
  const time = types.find(isCalendarDate);
  if (time === undefined) return "";
  const labelled = onlyLabelled(result, types);
  const texts = timeRows(result, time).rows.flatMap(({ row, start, end }) => {
    const broken = metrics.filter((metric) => holdsBreak({ ...result, start, end }, metric));
    const { columns } = combine(
      withinDays(onlyMetrics(labelled, metricNames(broken)), { start, end }),
      [],
    );
    const parts = broken.slice(0, mostBroken).map((metric) => {
      const sides = columns.filter((column) => column.metric.name === metric.name);
      const numbers = sides.map(
        (column) =>
          `${numberText(column, numberAt(column.values, 0))} ${sideName(column, { start, end })}`,
      );
      return `${metric.name} ${numbers.join(", ")}`;
    });
    const of = labelled.profileCount === 1 ? "" : ` of all ${labelled.profileCount}`;
    return parts.length === 0 ? [] : [` ${rowName(result, time, row)}${of}: ${parts.join("; ")}.`];
  });
  return texts.join("");
}

/** States how many people there were at least: the highest single profile-day. */
function peopleNotes(result: Result, { dimensions }: Table): Note[] {
  // A short table of single profiles and days shows its highest number.
  const isShown = dimensions.some(({ type, rows }) => type === "date.day" && rows.length <= 7);
  if (isShown && dimensions.some(({ type }) => type === "profile")) return [];
  const { start, end } = rangeOf(result);
  const days = daysBetween(start, end);
  const people = result.metrics.filter(
    ({ kind, aggregation, window = 1 }) =>
      kind.isDistinct && aggregation === "average" && days > window,
  );
  // A number of 28 days is one of the same people: the largest counts.
  const names = groupBy(people, ({ name }) => name.replace(/_\d+_days$/, ""));
  const texts = names.slice(0, 3).flatMap((metrics) => highestDay(result, metrics) ?? []);
  const windows = metricsOf(result.network, 3).filter(
    ({ name, window }) =>
      window !== undefined &&
      people.some((metric) => name.startsWith(`${metric.name}_`)) &&
      result.metrics.every((metric) => metric.window === undefined),
  );
  const exact = windows.find(({ window }) => window === days);
  const [longest] = exact === undefined ? windows : [];
  const why =
    exact === undefined
      ? `the API has no distinct people of ${plural(days, "day")}`
      : `${exact.name} counts ${days} days`;
  const also = longest === undefined ? "" : ` ${longest.name} counts ${longest.window} days.`;
  return [texts.length > 0 && `${texts.join(", ")}; ${why}.${also}`];
}

/** A window counts the days before it too: its first numbers are not of the range alone. */
function highestDay(result: Result, metrics: readonly [Metric, ...Metric[]]): string | undefined {
  let most = { value: Number.NEGATIVE_INFINITY, name: "", day: 0 };
  for (const metric of metrics)
    for (const { profile, values } of dayLines(result, metric))
      for (const [day, value] of values.entries())
        if (value > most.value && day + 1 >= (metric.window ?? 1))
          most = { value, name: rowName(result, "profile", profile), day };
  if (!Number.isFinite(most.value)) return undefined;
  const who = result.profileCount === 1 ? "" : `${cell(most.name)} `;
  const when = dayName(addDays(result.start, most.day), result);
  return `${metrics[0]?.name}: at least ${most.value} people (${who}on ${when})`;
}

/** Units, whose definition it is, and what is special about a breakdown. Other notes of the catalogue are in describe_metrics. */
export function catalogNotes({ metrics, dimensions }: Result): Note[] {
  const unsupported = metricNames(metrics.filter((metric) => metric.unsupported));
  const isSplit = dimensions.some((type) => isBreakdown(type));
  const noted = metrics.flatMap(({ name, unit, breakdownNote, ...metric }) => {
    const texts = [unit, ownerText(metric), isSplit ? breakdownNote : undefined].filter(
      (text) => text !== undefined,
    );
    return texts.length === 0 ? [] : [`${name}: ${texts.join("; ")}`];
  });
  return [
    noted.length > 0 && `${some(noted, 8, "; ")}.`,
    unsupported.length > 0 && `No longer supported by the API: ${some(unsupported, 8)}.`,
  ];
}

/** Names the metrics whose numbers, or their sum, are too large to be exact. */
export function inexactNote(result: Result): Note {
  const days = result.split ?? result.days;
  const inexact = result.metrics.filter((metric) => {
    let sum = 0;
    // Withheld numbers are infinite.
    for (const value of listOf(days, metric) ?? [])
      if (Number.isFinite(value)) sum += Math.abs(value);
    return sum > Number.MAX_SAFE_INTEGER;
  });
  return inexact.length > 0 && inexactText(metricNames(inexact));
}

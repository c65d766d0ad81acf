/** The notes that a reader needs to use the numbers of a comparison: on breaks, ranges, gaps, and parts of a change. */
import { numberColumn } from "../../../numbers/table/compared-columns.ts";
import { breaksOf, type SeriesBreak } from "../../../catalog/breaks.ts";
import type { Comparison } from "../../../numbers/cells/result.ts";
import type { ComparedTable } from "../../../numbers/table/compare.ts";
import type { NumberColumn } from "../../../numbers/table/table.ts";
import { isWithheld } from "../../../numbers/cells/states.ts";
import { concerns, recentBreak } from "../../../numbers/meaning/segments.ts";
import { some } from "../../../base/text/words.ts";
import { addDays, toDay } from "../../../base/time/days.ts";
import { metricsOf, partColumns, type ShownComparison } from "./shown.ts";
import { metricNames, noteOn } from "../names.ts";
import type { Note } from "../../replies/layout.ts";
import { closureNote } from "../answer.ts";
import { brokenRowsText, catalogNotes, inexactNote, labelsNote } from "../notes.ts";

export function comparisonNotes(shown: ShownComparison): Note[] {
  const { comparison, dimensions, table } = shown;
  const { now, before } = comparison;
  return [
    ...breakNotes(shown),
    ...recentNotes(comparison, table),
    ...startNotes(comparison, table),
    dimensions.includes("profile_label") && labelsNote,
    closureNote(now, dimensions),
    closureNote(before, dimensions, { side: "before" }),
    inexactNote(now) || inexactNote(before),
    ...catalogNotes(now),
  ];
}

/** The breaks between the start of the earlier range and the end of the later one, of metrics without a change. */
const breakNotes = ({ comparison: { now, before }, table }: ShownComparison): Note[] =>
  breaksOf(now.network).map((row) => {
    const { date } = row;
    const named = metricsOf(table).filter(
      (metric) =>
        concerns(row, metric) && numberColumn(table, metric, "change").values.some(isWithheld),
    );
    // The day of a break is in neither side of a net.
    const isNetDay = date === before.start && named.some(({ kind }) => kind.isDifference);
    const isBetween =
      (date > before.start || isNetDay) && date <= now.end && row.before !== undefined;
    if (!isBetween || named.length === 0) return false;
    const isInside = [now, before].some(({ start, end }) => start < date && date <= end);
    const isNet = named.some(({ kind }) => kind.isDifference);
    const day = isNet && isInside ? " That day is in neither sum of a net count." : "";
    const parts = [now, before]
      .map((side) => brokenRowsText(side, table.dimensions, named))
      .join("");
    const first = isNet ? addDays(toDay(date), 1) : date;
    return `No change of ${some(metricNames(named), 8)} across ${date}: the network replaced ${row.before} by ${row.after}.${day} Ranges from ${first} on compare with each other.${parts}`;
  });

/** Meanings that apply to both ranges since a recent break. */
function recentNotes({ before }: Comparison, table: ComparedTable): Note[] {
  const comparable = metricsOf(table).filter((metric) => partColumns(table, metric).length === 0);
  const recent = [...new Set(comparable.flatMap((metric) => recentBreak(before, metric) ?? []))];
  return recent.map((row) => {
    const metrics = comparable.filter((metric) => recentBreak(before, metric) === row);
    return noteOn(metrics, `${row.after} since ${row.date}.`);
  });
}

/** Numbers that exist, but cannot be combined or compared; breaks are explained apart. */
export function withheldNote(
  { now: later, before: earlier }: Comparison,
  columns: readonly NumberColumn[],
): Note {
  const isBetween = ({ date }: SeriesBreak): boolean => earlier.start < date && date <= later.end;
  const shown = ["now", "before", "change", "all_change"];
  const withheldColumns = columns.filter(
    ({ metric, number = "now", values }) =>
      shown.includes(number) &&
      values.some(isWithheld) &&
      !breaksOf(later.network).some((row) => concerns(row, metric) && isBetween(row)),
  );
  const isRatio = withheldColumns.some(({ metric }) => metric.parts !== undefined);
  return (
    withheldColumns.length > 0 &&
    `· is withheld, not missing: values of ${some([...new Set(metricNames(withheldColumns.map(({ metric }) => metric)))], 6)} exist, but cannot be combined in these rows${isRatio ? ", or the denominator is 0" : ""}.`
  );
}

/** Metrics whose data starts within or after one of the ranges. */
const startNotes = ({ now, before }: Comparison, table: ComparedTable): Note[] =>
  breaksOf(now.network).map((row) => {
    const named = metricsOf(table).filter((metric) => concerns(row, metric));
    const isLate = row.before === undefined && row.date > before.start;
    const text = `data starts on ${row.date}; earlier days are not applicable, so the ranges have unequal numbers of days.`;
    return isLate && noteOn(named, text);
  });

/** The lines of the answer, and those of a level: all profiles with a value at the end, those throughout, and those that left. */
import type { Dimension } from "../../catalog/dimensions.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { needsInsights, type Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { onlyMetrics, onlyProfiles } from "../../numbers/cells/select.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import { isMissing, isNumber } from "../../numbers/cells/states.ts";
import { isLast } from "../../numbers/meaning/methods.ts";
import { combine } from "../../numbers/table/combine.ts";
import { extremesOf, type Extreme } from "../../numbers/table/extremes.ts";
import { firstColumn, isPending } from "../../numbers/table/table.ts";
import type { Column, NumberColumn, Table } from "../../numbers/table/table.ts";
import { withCountedDays } from "../../numbers/meaning/delivery.ts";
import { carryingOf, coursesOf, type Course } from "../../numbers/meaning/levels.ts";
import { timeRows } from "../../numbers/meaning/time-rows.ts";
import type { Note } from "../replies/layout.ts";
import { formatPercent, percent } from "../../base/text/numbers.ts";
import { cell, plural } from "../../base/text/words.ts";
import { addDays, dayNumber } from "../../base/time/days.ts";
import { columnTitle, dayName, isSideOfBreak, namesOf, numberText } from "./names.ts";

/** A line of the answer: some profiles of one column of the totals. */
export interface AnswerLine {
  readonly name: string;
  readonly total: number;
  /** Over time: `+3.1% (07-02 to 07-30)`, of levels alone. */
  readonly change?: string | undefined;
  readonly extremes?: readonly [low: string, high: string] | undefined;
  /** There is no such number. */
  readonly isNone?: boolean;
  /** The name says how many profiles it is of. */
  readonly isCounted?: boolean;
  /** Without a course there is nothing to say. */
  readonly isObvious?: boolean;
}

/**
 * Undefined for a column of another kind.
 * @param time the dimension of time of the rows.
 * @param carriedTo the same, where values are carried to the ends of its rows: not to those of single profiles and days.
 */
export function levelLines(
  result: Result,
  column: NumberColumn,
  time: Dimension | undefined,
  carriedTo: Dimension | undefined,
): { readonly lines: readonly AnswerLine[]; readonly note: Note } | undefined {
  const { metric, segment } = column;
  if (!isLast(column.method)) return undefined;
  const courses = coursesOf(result, metric, segment);
  const left = courses.flatMap(({ left: departure }) => departure ?? []);
  const here = courses.length - left.length;
  const title = columnTitle(column, result);
  const unseen = time === undefined ? unseenLine(result, metric, courses.length) : [];
  const coversAll = left.length + unseen.length === 0;
  const name = coversAll ? title : `${title}, ${plural(here, "profile")}`;
  const first = { name, total: numberAt(column.values, 0), isCounted: !coversAll };
  const ending = [...(left.length === 0 ? [] : [departureLine(result, column, left)]), ...unseen];
  const throughout = courses.filter((course) => course.isThroughout).map(({ id }) => id);
  const note = carriedNote(result, column, carriedTo);
  if (time === undefined || throughout.length === 0) return { lines: [first, ...ending], note };
  const ids = new Set(throughout);
  const subset = onlyMetrics(
    onlyProfiles(result, (id) => ids.has(id)),
    [metric.name],
  );
  const extremes = extremeTexts(result, combine(subset, [time]), column);
  const { change, last } = changeOf(subset, column);
  if (throughout.length === courses.length)
    return { lines: [{ ...first, change, extremes }], note };
  const course = {
    name: `${title}, ${throughout.length} throughout`,
    total: last,
    change,
    extremes,
    isObvious: true,
  };
  return { lines: [first, ...ending, course], note };
}

/** The last values of the profiles that left. */
function departureLine(
  result: Result,
  { method }: Column,
  left: readonly NonNullable<Course["left"]>[],
): AnswerLine {
  const sum = left.reduce((value, departure) => value + departure.value, 0);
  const days = left.map(({ day }) => day).toSorted();
  const since = `since ${dayName(days[0] ?? "", result)}${days[0] === days.at(-1) ? "" : " or later"}`;
  return {
    name: `${left.length} without values ${since}, last`,
    total: method === "last" ? sum : sum / left.length,
  };
}

/** Profiles without a value that can be carried, but for those whose insights are off. */
function unseenLine(result: Result, metric: Metric, seen: number): AnswerLine[] {
  const { days, profileCount, withoutInsights } = result;
  const off = needsInsights(metric) ? (withoutInsights?.size ?? 0) : 0;
  const count = profileCount - seen - off;
  return days.leadIn + days.dayCount <= ourLimits.carriedDays || count <= 0
    ? []
    : [{ name: `${count} without values in ${ourLimits.carriedDays} days`, total: Number.NaN }];
}

/** From the second day on, a value that is carried to the end of the range, or of a row of time, is said to be. */
function carriedNote(
  result: Result,
  { metric, segment }: Column,
  time: Dimension | undefined,
): Note {
  const rows = time === undefined ? [segment] : timeRows(result, time).rows;
  const rowEnds = rows.map((row) => row.end);
  const { profiles, mostDays, lapsed } = carryingOf(result, metric, segment, rowEnds);
  const who = `${plural(profiles, "profile")} ${profiles === 1 ? "lacks" : "lack"}`;
  const [days, end] = time === undefined ? ["", " the end"] : [" of some rows", ""];
  const texts = [
    profiles > 0 &&
      `${who} the last days${days}; values of up to ${mostDays} days before${end} are counted`,
    lapsed > 0 &&
      `${plural(lapsed, "profile")} ${lapsed === 1 ? "is" : "are"} not in rows more than ${ourLimits.carriedDays} days after a value`,
  ].filter((text) => text !== false);
  return texts.length > 0 && `${metric.name}: ${texts.join("; ")}.`;
}

/** The change from the first to the last day on which all profiles have a value. */
function changeOf(
  result: Result,
  { segment }: Column,
): { readonly change: string; readonly last: number } {
  const days = combine(withCountedDays(result), ["date.day"]);
  const column = firstColumn(days);
  const offset = dayNumber(result.start);
  const at = (day: number): number =>
    isPending(column, day) ? Number.NaN : numberAt(column.values, day);
  let [first, end] = [dayNumber(segment.start) - offset, dayNumber(segment.end) - offset];
  while (first <= end && isMissing(at(first))) first += 1;
  while (end > first && isMissing(at(end))) end -= 1;
  if (first >= end) return { change: "", last: at(Math.min(first, end)) };
  const [before, after] = [at(first), at(end)];
  const [from, to] = [first, end].map((day) => addDays(result.start, day));
  const isWhole = from === segment.start && to === segment.end;
  const when = isWhole ? "" : `; ${dayName(from ?? "", result)} to ${dayName(to ?? "", result)}`;
  const share = (100 * (after - before)) / before;
  const change = isNumber(share) && before > 0 ? `${formatPercent(share)}%${when}` : "";
  return { change, last: after };
}

/** The lowest and the highest row of time; none where a single row is both. @param overTime of the metric alone. */
export function extremeTexts(
  result: Result,
  overTime: Table,
  column: Column,
): AnswerLine["extremes"] {
  const dimension = required(overTime.dimensions.at(-1), "a dimension of time");
  const names = namesOf(result, dimension);
  const { low, high } = extremesOf(overTime, firstColumn(overTime), column.segment);
  // A side of a break can have no row of its own.
  if (low.time === high.time && (low.time !== -1 || isSideOfBreak(column))) return undefined;
  const textOf = ({ value, time, coverage }: Extreme): string => {
    const name = names[time];
    if (name === undefined) return numberText(column, value);
    const covered = coverage === undefined ? "" : `, ${percent(coverage)} covered`;
    const when = dimension.type === "date.day" ? `on ${dayName(name, result)}` : `in ${cell(name)}`;
    return `${numberText(column, value)} ${when}${covered}`;
  };
  return [textOf(low), textOf(high)];
}

/** Shorter forms of a table that does not fit: an overview, a summary of each series, the leading series. */
import type { Work } from "../async/work.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Result } from "../cells/result.ts";
import { onlyLabelled } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import { changesOf, isCompared, type Change, type Changes } from "../meaning/change.ts";
import { combine } from "../meaning/combine.ts";
import { differsMuch } from "../meaning/coverage.ts";
import { extremesOf, type Extreme } from "../meaning/extremes.ts";
import { isNumber, type Column, type Figures } from "../meaning/figures.ts";
import { halvesOf } from "../meaning/halves.ts";
import { formatChange, formatDifference, formatNumber, percent } from "../text/numbers.ts";
import { endsOf, type Summarised } from "./leaders.ts";
import { cell, tableRow } from "../text/words.ts";
import type { Range } from "../time/grains.ts";
import { columnTitle, dayName, methodName, namesOf, rangeName, segmentName } from "./names.ts";
import { placeAt, seriesName, viewOf, type View } from "./view.ts";

/** The numbers that a summary is made of: for some rows without time, their totals, changes and rows of time. */
interface Course {
  readonly result: Result;
  readonly view: View;
  readonly changes: Changes | undefined;
  /** The same rows by the rows of time; undefined without a dimension of time. */
  readonly overTime: Figures | undefined;
  readonly time: Dimension | undefined;
}

function* courseOf({ result, dimensions, ways }: Summarised): Work<Course> {
  const time = dimensions.find((type) => isDateDimension(type));
  const others = dimensions.filter((type) => type !== time);
  const hasCourse = time !== undefined && time !== "date.weekday";
  return {
    result,
    view: viewOf(result, yield* combine(result, others, { ways }), "none"),
    changes: hasCourse ? yield* changesOf(result, others, ways) : undefined,
    overTime: hasCourse ? yield* combine(result, [...others, time], { ways }) : undefined,
    time,
  };
}

export interface Overview {
  readonly full: string;
  /** Without the extremes. */
  readonly short: string;
}

/**
 * A line per metric: total, change and extremes of all, and the highest and lowest series. Undefined for a breakdown.
 * @param series the totals of each series.
 */
export function* overview(summarised: Summarised, series: View): Work<Overview | undefined> {
  const { result, dimensions, ways } = summarised;
  if (dimensions.some((type) => isBreakdown(type))) return undefined;
  const time = dimensions.filter((type) => isDateDimension(type));
  const all = dimensions.includes("profile_label") ? onlyLabelled(result) : result;
  const course = yield* courseOf({ result: all, dimensions: time, ways });
  const hasSeries = series.series.length > 1;
  const { columns } = course.view.figures;
  const what = series.across.join(", ");
  const head = {
    name: "metric",
    cells: ["total", ...courseNames(course, columns, hasSeries ? " of the total" : "")],
    ends: hasSeries ? [`highest ${what}`, `lowest ${what}`] : [],
  };
  const lines = columns.map((column, place) => ({
    name: columnTitle(column, result),
    cells: courseCells(course, column, place),
    ends: hasSeries ? endsOf(series, place) : [],
  }));
  const written = (most: number): string =>
    [head, ...lines]
      .map(({ name, cells, ends }) => tableRow([name, ...cells.slice(0, most), ...ends]))
      .join("\n");
  return { full: written(4), short: written(2) };
}

/** A block per metric, a line per series. */
export function* seriesSummary(summarised: Summarised): Work<string> {
  const { result } = summarised;
  const course = yield* courseOf(summarised);
  const blocks = course.view.figures.columns.map((column, place) => {
    const lines = course.view.series.map((series) =>
      tableRow([
        cell(seriesName(series)),
        ...courseCells(course, column, placeAt(course.view, series, 0, place)),
      ]),
    );
    const part = segmentName(column, result);
    const title = `${column.metric.name}${part === "" ? "" : ` ${part}`}`;
    const names = [methodName(column), ...courseNames(course, [column], "")];
    return [tableRow([title, ...names]), ...lines].join("\n");
  });
  return blocks.join("\n");
}

/** The names of the cells after the total. */
function courseNames({ time, result }: Course, columns: readonly Column[], of: string): string[] {
  if (time === undefined || time === "date.weekday") return [];
  const unit = time.replace("date.", "");
  return [changeName(result, columns), `lowest ${unit}${of}`, `highest ${unit}${of}`];
}

/** The days that changes compare, for each part of the range. */
function changeName(result: Result, columns: readonly Column[]): string {
  const isOfEnds = ({ metric }: Column): boolean => isCompared(metric) === "ends";
  const halves = columns
    .filter((column) => !isOfEnds(column))
    .map((column) => {
      const text = halvesText(column.segment, result) ?? "";
      const [part = ""] = segmentName(column, result).split(",");
      return part === "" || text === "" ? text : `${part}: ${text}`;
    });
  const ends = columns.some(isOfEnds) ? ["first to last day"] : [];
  const means = [...new Set(halves)].filter((text) => text !== "");
  const last = means.length === 0 ? ends : ends.map((text) => `of last numbers, ${text}`);
  return ["change", [...means, ...last].join("; ")].filter(Boolean).join(", ");
}

function halvesText(range: Range, whole: Result): string | undefined {
  const halves = halvesOf(range, whole);
  return halves && `${rangeName(halves.after, whole)} against ${rangeName(halves.before, whole)}`;
}

/** The total, the change and the extremes of one row. */
function courseCells(course: Course, column: Column, at: number): string[] {
  const { view, changes, overTime, result } = course;
  const total = formatNumber(numberAt(view.figures.values, at));
  if (changes === undefined || overTime === undefined) return [total];
  const width = view.figures.columns.length;
  const time = required(overTime.axes.at(-1), "an axis of time");
  const place = overTime.columns.findIndex(({ metric }) => metric === column.metric);
  const offset = Math.floor(at / width) * time.rows.length * overTime.columns.length + place;
  const { low, high } = extremesOf(overTime, column, offset);
  const names = namesOf(result, time);
  const extreme = (one: Extreme): string => extremeText(one, names, result);
  return [total, changeText(changes.changeAt(at), column, result), extreme(low), extreme(high)];
}

function extremeText(
  { value, row: place, coverage }: Extreme,
  names: readonly string[],
  range: Range,
): string {
  const name = names[place];
  if (name === undefined) return formatNumber(value);
  const covered = coverage === undefined ? "" : ` (${percent(coverage)} covered)`;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(name) ? dayName(name, range) : cell(name);
  return `${formatNumber(value)} on ${day}${covered}`;
}

function changeText(
  { value, form, coverage, days }: Change,
  { segment }: Column,
  range: Range,
): string {
  const isMean = form === "difference" && days === undefined;
  // Numbers that the API has aggregated change per day, not per profile.
  const unit = coverage.some(Number.isNaN) ? "day" : "profile-day";
  const text =
    form === "percent"
      ? formatChange(value)
      : `${formatDifference(value)}${isMean ? ` per ${unit}` : ""}`;
  if (!isNumber(value)) return formatNumber(value);
  const [before, after] = coverage;
  const isWhole = days === undefined || (days[0] === segment.start && days[1] === segment.end);
  const notes = [
    !isWhole && `${dayName(days[0], range)} to ${dayName(days[1], range)}`,
    differsMuch(before, after) && `${percent(before)} covered, then ${percent(after)}`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? text : `${text} (${notes.join("; ")})`;
}

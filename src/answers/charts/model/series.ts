/** The series of a chart: the rows with the highest totals, the sum of the others where it is valid, both sides of a comparison. */
import type { Dimension } from "../../../catalog/dimensions.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import type { Result } from "../../../numbers/cells/result.ts";
import { withProfilesAt } from "../../../numbers/cells/select.ts";
import { rowKey } from "../../../numbers/cells/axis.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { inputError } from "../../../base/errors/tool-error.ts";
import { differsMuch } from "../../../numbers/meaning/coverage.ts";
import { isNumber } from "../../../numbers/cells/states.ts";
import {
  coverageAt,
  isPending,
  type NumberColumn,
  type Table,
  type TableDimension,
} from "../../../numbers/table/table.ts";
import { part, thin, full, type ChartSeries } from "../../replies/chart.ts";
import { ranksOf } from "../../report/ranks.ts";
import { lineDimensions, type Shown } from "../../report/shown.ts";
import { seriesName, viewOf, type Series, type View } from "../../report/view.ts";
import { toDay, weekday } from "../../../base/time/days.ts";

/** The row of a table at a place of the axis. */
interface PlacedRow {
  readonly row: number;
  /** A part of a period, or not over. */
  readonly isPartial?: boolean | undefined;
}

/** The share of the profile-days of the most complete row of some columns. */
export const mostCovered = (...columns: readonly NumberColumn[]): number =>
  columns.reduce(
    (most, column) =>
      column.values.reduce((best, _, row) => Math.max(best, coverageAt(column, row) || 0), most),
    0,
  );

/**
 * The numbers of rows by place, with their marks.
 * @param rows undefined at places without a row. @param most the coverage of the most complete number of the chart.
 */
export function markedValues(
  rows: readonly (PlacedRow | undefined)[],
  { values, pending, toPercent = 1 }: Pick<NumberColumn, "values" | "pending" | "toPercent">,
  coverageOf: (row: number) => number,
  most: number,
): Pick<ChartSeries, "values" | "marks"> {
  const ofRows = (numberOf: (row: number) => number): Float64Array =>
    Float64Array.from(rows, (placed) => (placed === undefined ? Number.NaN : numberOf(placed.row)));
  const numbers = ofRows((row) => toPercent * numberAt(values, row));
  const shares = ofRows(coverageOf);
  return {
    values: numbers.map((value) => (isNumber(value) ? value : Number.NaN)),
    marks: Uint8Array.from(rows, (placed, place) => {
      if (placed === undefined || !isNumber(numberAt(numbers, place))) return full;
      if (placed.isPartial === true || isPending({ pending }, placed.row)) return part;
      return differsMuch(numberAt(shares, place), most) ? thin : full;
    }),
  };
}

/**
 * Returns a function that makes a series of a column, with a place for each row that goes down. Its `others` is the name
 * of a series that combines all rows without a series of their own.
 */
export function seriesIn(
  view: View,
  column: NumberColumn,
): (series: Series, othersName?: string) => ChartSeries {
  const time = view.table.dimensions.find(({ type }) => type === view.down)?.time;
  const most = mostCovered(column);
  return (series, othersName) => {
    const placed = Array.from(series.rows, (row, place) =>
      row === -1 ? undefined : { row, isPartial: time?.[place]?.isPartial },
    );
    return {
      name: othersName ?? (series.names.length === 0 ? column.metric.name : seriesName(series)),
      role: othersName === undefined ? "own" : "others",
      ...markedValues(placed, column, (row) => coverageAt(column, row), most),
    };
  };
}

/** The number by which lines are ranked. */
export interface RankedLines {
  /** `highest fans_change`, `lowest insights_views min of months`. */
  readonly text: string;
  readonly end: "highest" | "lowest";
  /** The number of lines before the first one that is drawn. */
  readonly offset: number;
  /** Whose whole number decides; undefined for a statistic of it, and for the coverage. */
  readonly metric: Metric | undefined;
}

/**
 * The lines that a chart can draw, in the order of the piece, the highest first (default), and what decides: `highest
 * fans_change`. Hours and ages are ranked too: a chart of some of them has the highest.
 * @param dimensions those of the lines.
 * @throws ToolError `invalid_input` for conditions on rows of time, and on lines of other dimensions.
 */
export function rankedLines(
  shown: Shown,
  dimensions: readonly Dimension[],
): { readonly table: Table; readonly rows: readonly number[]; readonly by?: RankedLines } {
  const { result, fold, matching, sorting } = shown;
  const table = fold(result, dimensions);
  const hasTime = table.rowCount < 2;
  if (matching !== undefined && (hasTime || dimensions.join() !== lineDimensions(shown).join()))
    throw inputError(
      `conditions on rows of ${hasTime ? "time" : lineDimensions(shown).join(" and ")} are not drawn`,
      "Leave where out.",
    );
  if (hasTime) return { table, rows: [...Array(table.rowCount).keys()] };
  const { order = "desc", offset = 0 } = sorting;
  const ranks = ranksOf({
    ...shown,
    dimensions,
    table,
    lines: table,
    sorting: { ...sorting, order },
  });
  const rows = ranks.lines.map(({ place }) => place).slice(offset);
  const end = order === "asc" ? "lowest" : "highest";
  if (ranks.by === undefined) return { table, rows };
  const { title, column } = ranks.by;
  const metric = title === column?.metric.name ? column.metric : undefined;
  const from = offset === 0 ? "" : ` from place ${offset + 1}`;
  return { table, rows, by: { text: `${end} ${title}${from}`, end, metric, offset } };
}

/** Rows of labels overlap, rows of a breakdown are never combined, and people and ratios are not added. */
export const canAddOthers = (shown: Shown): boolean =>
  lineDimensions(shown).join() === "profile" &&
  shown.matching === undefined &&
  shown.result.metrics.every(({ kind }) => kind.overProfiles === "sum");

/** The profiles without a series of their own, as one. @param drawn places that are not among them. */
export function othersView(
  result: Result,
  fold: Shown["fold"],
  time: Dimension | "none",
  drawn: readonly number[],
): View {
  const places = [...result.days.profiles.keys()].filter((place) => !drawn.includes(place));
  const omitted = withProfilesAt(result, places);
  return viewOf(omitted, fold(omitted, time === "none" ? [] : [time]), time);
}

export function rowCount({ days, split, labels }: Result, type: Dimension): number {
  if (type === "profile_label") return labels?.rows.length ?? 0;
  return type === "profile" ? days.profiles.length : (split?.breakdown?.rows.length ?? 0);
}

/** By place, the row of a comparison; undefined where the side has none. */
export type PlacedRows = readonly (PlacedRow | undefined)[];

/** A number now and before of some rows. @param names of both series. */
export function pair(
  columns: readonly [now: NumberColumn, before: NumberColumn],
  rows: readonly [now: PlacedRows, before: PlacedRows],
  [now, before]: readonly [now: string, before: string],
): ChartSeries[] {
  const most = mostCovered(...columns);
  const side = (at: 0 | 1): Pick<ChartSeries, "values" | "marks"> =>
    markedValues(rows[at], columns[at], (row) => coverageAt(columns[at], row), most);
  return [
    { name: now, role: "own", ...side(0) },
    { name: before, role: "before", ...side(1) },
  ];
}

/** The pairing of the rows of time of both ranges of a comparison. */
export interface Alignment {
  /** The places by which both sides are moved, so that equal weekdays have the same place. */
  readonly shifts: readonly [number, number];
  /** The places that are drawn: of aligned weekdays, those that both sides have. */
  readonly from: number;
  readonly to: number;
}

/** Aligns weekdays of whole weeks, and of ranges from two weeks on. Other ranges begin together. */
export function alignmentOf({ type, rows, previous }: TableDimension): Alignment {
  const lengths = [rows.filter((row) => row !== "").length, previous?.rows.length ?? 0];
  const isAligned =
    type === "date.day" && (Math.min(...lengths) >= 14 || lengths.every((length) => length === 7));
  if (!isAligned) return { shifts: [0, 0], from: 0, to: rows.length };
  const [first = 0, second = 0] = [rows, previous?.rows ?? rows].map(([row = ""]) =>
    weekday(toDay(rowKey(row))),
  );
  // At most half a week, in either direction.
  const shift = ((second - first + 10) % 7) - 3;
  const shifts = [Math.max(0, -shift), Math.max(0, shift)] as const;
  const ends = lengths.map((length, side) => length + (shifts[side] ?? 0));
  return { shifts, from: Math.max(...shifts), to: Math.min(...ends) };
}

/** Places a line of a comparison along time. @param line its rows, by place of time. */
export function rowsAlong(
  { time, previous }: TableDimension,
  { shifts, from, to }: Alignment,
  line: Int32Array,
): readonly [now: PlacedRows, before: PlacedRows] {
  const sideOf = (at: 0 | 1): PlacedRows =>
    Array.from({ length: to - from }, (_, place) => {
      const period = (at === 0 ? time : previous?.time)?.[place + from - shifts[at]];
      const row = line[place + from - shifts[at]];
      return row === undefined || row === -1 || period === undefined
        ? undefined
        : { row, isPartial: period.isPartial };
    });
  return [sideOf(0), sideOf(1)];
}

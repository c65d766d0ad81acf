/** The rows of a grid of figures, and the places at which each profile is counted. */
import { areProfileDays, isBreakdown, isDateDimension } from "../catalog/dimensions.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowKey, type RowValue } from "../cells/axis.ts";
import { strideAt, stridesOf } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { required } from "../errors/tool-error.ts";
import type { Column, FigureAxis, Parts } from "./figures.ts";
import { methodOf } from "./methods.ts";
import { dayNumber, toDay } from "../time/days.ts";
import { crossedBreaks, firstDayOf, segmentsOf, switchDays } from "./segments.ts";
import { timeRows, wholeRange, type TimeRows } from "./time-rows.ts";

/** The layout of a grid of figures: its rows and columns, and the rows that each profile and day is counted in. */
export interface Shape {
  readonly axes: readonly FigureAxis[];
  /** Distances between neighbouring rows of each axis. */
  readonly strides: readonly number[];
  readonly columns: readonly Column[];
  /** The rows of time of each column. Without a dimension of time, each column has its own part of the range. */
  readonly timeOf: (column: Column) => TimeRows;
  readonly timeStride: number;
  readonly breakdownStride: number;
  /** For the id of a profile, its places among the axes of profiles and labels. */
  readonly placesOf: (profile: RowValue) => readonly number[];
  /** Several profiles can share a row. */
  readonly combinesProfiles: boolean;
  /** Each number is of one profile and one day. */
  readonly isSingle: boolean;
}

export interface Ways {
  readonly parts: Parts | undefined;
  readonly isDaily: boolean;
}

/** @param isDivided a metric with a break has a column, or rows of time, for each side. */
export function shapeFor(
  result: Result,
  dimensions: readonly Dimension[],
  ways: (metric: Metric) => Ways,
  isDivided: boolean,
): Shape {
  const date = dimensions.find((type) => isDateDimension(type));
  const isSingle = areProfileDays(dimensions, result.profileCount);
  const time = date && sharedRows(result, date, isDivided);
  const axes = dimensions.map((type): FigureAxis =>
    time !== undefined && type === date
      ? { type, rows: time.rows.map(({ row }) => row), time: time.rows }
      : { type, rows: rowsOf(result, type) },
  );
  const columns = result.metrics.flatMap((metric) => {
    const { parts, isDaily } = ways(metric);
    const totalMethod = methodOf(metric, parts);
    const own = isSingle
      ? { method: methodOf(metric, undefined), totalMethod }
      : { method: totalMethod, parts: totalMethod === "quotient" ? parts : undefined };
    const whole = { start: result.start, end: result.end, meaning: undefined };
    const segments = date === undefined && isDivided ? segmentsOf(result, metric) : [whole];
    return segments.map((segment): Column => ({ metric, segment, ...own, isDaily }));
  });
  const strides = stridesOf(axes, columns.length);
  const strideOf = (matches: (type: Dimension) => boolean): number =>
    strideAt(strides, dimensions.findIndex(matches));
  return {
    axes,
    strides,
    columns,
    timeOf: ({ metric, segment }) =>
      time === undefined
        ? wholeRange(result, segment)
        : isDivided && date !== "date.day"
          ? withoutBreakDays(result, metric, time)
          : time,
    timeStride: strideOf(isDateDimension),
    breakdownStride: strideOf(isBreakdown),
    placesOf: placesOn(result, axes, strides),
    combinesProfiles: !dimensions.includes("profile") && result.profileCount > 1,
    isSingle,
  };
}

/** The rows of time, which all columns share: a break of any of the metrics divides the row that holds it. */
function sharedRows(result: Result, date: Dimension, isDivided: boolean): TimeRows {
  const days = result.metrics.flatMap((metric) =>
    crossedBreaks(result, metric).map((row) => toDay(row.date)),
  );
  const first = result.metrics.map((metric) => firstDayOf(result, metric)).toSorted()[0];
  return timeRows(result, date, isDivided ? [...new Set(days)].toSorted() : [], first);
}

/** The day of a break is in no row of a net: its value may be the switch. */
function withoutBreakDays(result: Result, metric: Metric, { rows, placeOf }: TimeRows): TimeRows {
  const days = switchDays(result, metric);
  if (days.length === 0) return { rows, placeOf };
  const without = placeOf.slice();
  for (const day of days) without[dayNumber(day) - dayNumber(result.start)] = -1;
  return { rows, placeOf: without };
}

function rowsOf(result: Result, type: Dimension): readonly RowValue[] {
  if (type === "profile") return result.days.profiles;
  if (type === "profile_label") return result.labels?.rows ?? [];
  return (
    result.split?.breakdown?.rows ?? result.own?.axes.find((axis) => axis.type === type)?.rows ?? []
  );
}

/** A profile is counted in its own row, and in the row of each of its labels. */
function placesOn(
  result: Result,
  axes: readonly FigureAxis[],
  strides: readonly number[],
): Shape["placesOf"] {
  const profileAxis = axes.findIndex(({ type }) => type === "profile");
  const labelAxis = axes.findIndex(({ type }) => type === "profile_label");
  const profiles = new Map(axes[profileAxis]?.rows.map((row, place) => [rowKey(row), place]));
  return (profile) => {
    const own =
      profileAxis === -1 ? 0 : required(profiles.get(rowKey(profile)), "the row of a profile");
    const base = own * strideAt(strides, profileAxis);
    if (labelAxis === -1) return [base];
    const labels = result.labels?.placesOf.get(rowKey(profile)) ?? [];
    return labels.map((place) => base + place * strideAt(strides, labelAxis));
  };
}

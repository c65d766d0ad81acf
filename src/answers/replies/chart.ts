/** A chart as data: what is drawn, in which form. Text and SVG show the same chart. */
import type { GrainName } from "../../catalog/grains.ts";
import type { Metric } from "../../catalog/metrics/index.ts";

/** `charts/model/kinds.ts` says how each is drawn. */
export const chartKinds = ["line", "bar", "stacked", "heatmap"] as const;
export type ChartKind = (typeof chartKinds)[number];

/** The arguments of chart_result. */
export interface ChartRequest {
  /** Undefined: the kind that fits the numbers. */
  readonly kind?: ChartKind | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly grain?: GrainName | undefined;
  /** The number of series, or of rows where there is no time. */
  readonly top?: number | undefined;
}

/** The number of a place is drawn as it is. */
export const full = 0;
/**
 * The number is of a part of a week, month, quarter or year, of days that are not over, or of fewer profiles than
 * later ones: it is hatched or hollow.
 */
export const part = 1;
/** The number lacks many of its profile-days: it is hatched or hollow. */
export const thin = 2;

export interface ChartSeries {
  /** Safe to show. */
  readonly name: string;
  /** By the place on the axis; NaN where nothing is drawn, because a number is missing or withheld. */
  readonly values: Float64Array;
  /** The values that are drawn, if not all: a stack with a missing part is omitted. */
  readonly drawn?: Float64Array;
  /** By the place on the axis, the texts beside the bars instead of their numbers, or why there is no number. */
  readonly texts?: readonly string[];
  /** By the place on the axis: {@link full}, {@link part} or {@link thin}. */
  readonly marks: Uint8Array;
  /** The sum of the rows without a series of their own, which only a stack has; or the earlier range of a comparison. */
  readonly role: "own" | "others" | "before";
  /** It has a name, but is not drawn (default: false). */
  readonly isHidden?: boolean;
}

/** A line that no series crosses. */
export interface ChartBreak {
  /** It is drawn before this place. */
  readonly place: number;
  readonly label: string;
  /** The name of each side: `until 14 Nov 2025: page fans`. */
  readonly sides?: readonly [string, string];
}

/** The series of one metric, which share an axis of values. */
export interface ChartPanel {
  readonly metric: Metric;
  /** The metric with the way in which its numbers are combined. */
  readonly title: string;
  readonly series: readonly ChartSeries[];
  readonly breaks: readonly ChartBreak[];
}

export interface Chart {
  readonly kind: ChartKind;
  /** The title, in words: `Views by day, three profiles`. */
  readonly title: string;
  /** The network, the range, the time zone and the coverage. */
  readonly source: string;
  /** Further notes for the reader. */
  readonly notes: readonly string[];
  /** The dimension of the axis: `day`, `profile`. Of a heatmap: `week`, with a series per weekday. */
  readonly dimension: string;
  readonly isTime: boolean;
  /** The places of the axis, safe to show. */
  readonly places: readonly string[];
  /** Of dates: the rows at the places, whose names can have stars. */
  readonly rows?: readonly string[];
  /** The first place below a line: rows from here on are not compared. */
  readonly apartFrom?: number;
  /** As `places`, of the earlier range of a comparison by time. */
  readonly placesBefore?: readonly string[];
  readonly panels: readonly ChartPanel[];
  /** What happened, in every panel: series cross it. */
  readonly events?: readonly ChartBreak[];
}

/** The source of a chart. */
export interface ChartOrigin {
  /** The id of the result. */
  readonly result: string;
  readonly request: ChartRequest;
}

/** A chart in the result store. */
export interface StoredChart {
  readonly id: string;
  readonly origin: ChartOrigin;
  /** The approximate memory that it takes. */
  readonly bytes: number;
  /** The picture, for light and dark backgrounds. */
  svg(of?: Picture): Promise<string>;
}

/** Options of a picture. */
export interface Picture {
  /** Numbers of names, from 1: their series are not drawn, and the axes fit the others. */
  readonly without?: readonly number[] | undefined;
  /** The width of a page, in pixels, whose names are switches. */
  readonly pageWidth?: number | undefined;
  /** The width of a picture without switches, in pixels; one for any width (default). */
  readonly width?: number;
}

/** A metrics result: the numbers of a question, and the names that a reader needs. */
import type { Day } from "../../base/time/days.ts";
import type { Range, Weekday } from "../../base/time/grains.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Statistic, StatisticBucket } from "../../catalog/statistics.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import type { Fetched } from "./fetched.ts";
import { inertText, plainText } from "../../base/text/sanitize.ts";
import { rowKey, type RowValue } from "./axis.ts";
import type { DayValues } from "./day-values.ts";

export interface Result {
  readonly network: MetricNetwork;
  /** `YYYY-MM-DD`, both included. */
  readonly start: Day;
  readonly end: Day;
  /** The range that was asked for, where its last days are all that the numbers need. */
  readonly askedRange?: Range | undefined;
  /** The first day of weeks. */
  readonly weekStart: Weekday;
  /** The dimensions that were asked for. */
  readonly dimensions: readonly Dimension[];
  /** The metrics that were asked for, ratios included. */
  readonly metrics: readonly Metric[];
  /** The values of single profiles and days. The parts of ratios are among them. */
  readonly days: DayValues;
  /**
   * With a breakdown, the same metrics in its rows. A row without a value on a day on which the profile has one is not
   * missing: the profile has no such row.
   */
  readonly split?: DayValues | undefined;
  /** The ids of the profiles whose insights are off. */
  readonly withoutInsights?: ReadonlySet<string> | undefined;
  readonly labels?: LabelRows | undefined;
  /** Omissions and incomplete days. They apply to every piece of the result too. */
  readonly remarks: readonly string[];
  /** When the oldest and the newest of the numbers were fetched. */
  readonly fetched?: Fetched | undefined;
  /** The first day that was not over in every time zone when the numbers were fetched. */
  readonly today?: Day | undefined;
  /** By metric, the last day that counts, where later ones of the range are not delivered, or the metric has ended. */
  readonly delivered?: ReadonlyMap<string, Day> | undefined;
  /** By metric, the days up to the end of the evidence on which no profile has a value above 0. */
  readonly runs?: ReadonlyMap<string, ZeroRun> | undefined;
  /** Number of profiles that the numbers come from. */
  readonly profileCount: number;
  /** Names of rows by row key. A row without a name is shown as its value. */
  readonly names: Partial<Record<Dimension, ReadonlyMap<string, string>>>;
}

/** Days up to the end of the evidence without a value above 0. */
export interface ZeroRun {
  /** The metric has ended; of few profiles, it is 0; it is 0 on every day; or the days may not be delivered. */
  readonly kind: "ended" | "zero" | "always zero" | "undecided";
  readonly day: Day;
  /** The evidence begins with the run: it may have begun before. */
  readonly isBound: boolean;
}

/** The range that was asked for. */
export const rangeOf = ({ start, end, askedRange: range = { start, end } }: Result): Range => ({
  start: range.start,
  end: range.end,
});

/** The numbers of a comparison, where they are not those of the kinds. */
export type ComparedForm =
  | "per_profile"
  | { readonly name: Statistic; readonly of: "day" | StatisticBucket };

/** The results of one question for two ranges. */
export interface Comparison {
  readonly now: Result;
  readonly before: Result;
  /** The sides of the question, of which these are slices: contributions are shares of them (default: these). */
  readonly question?: Pick<Comparison, "now" | "before"> | undefined;
  /** The ranges whose mean the range now is compared with, the latest first: parts of the range before. */
  readonly usual?: readonly Range[] | undefined;
  /** Those of the kinds (default). */
  readonly form?: ComparedForm | undefined;
}

/** The rows of `profile_label`. A profile is in the row of each of its labels, or in that of {@link noLabel}. */
export interface LabelRows<Row extends RowValue = RowValue> {
  readonly rows: readonly Row[];
  /** By profile id, the places of its rows. */
  readonly placesOf: ReadonlyMap<string, readonly number[]>;
}

/** Returns the text of a row in a reply: sanitised, on one line. */
export const rowName = ({ names }: Pick<Result, "names">, type: Dimension, row: RowValue): string =>
  names[type]?.get(rowKey(row)) ?? rowText(type, rowKey(row), ourLimits.textLength);

/** The row of `profile_label` that counts the profiles without a label. The API has no such row. */
export const noLabel = "";

/** Returns a row value of the API, sanitised, on one line. Profiles and labels are ids, which stay exact. */
export function rowText(type: Dimension, value: string, maxLength: number): string {
  if (type === "profile_label" && value === noLabel) return "(no label)";
  return type === "profile" || type === "profile_label"
    ? inertText(value, maxLength)
    : plainText(value, maxLength);
}

/** A metrics result: the numbers of a question, and the names that a reader needs. */
import type { Day } from "../time/days.ts";
import type { Weekday } from "../time/grains.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { MetricNetwork } from "../catalog/networks.ts";
import { inertText, plainText } from "../text/sanitize.ts";
import { rowKey, type RowValue } from "./axis.ts";
import type { Cells } from "./cells.ts";

export interface Result {
  readonly network: MetricNetwork;
  /** `YYYY-MM-DD`, both included. */
  readonly start: Day;
  readonly end: Day;
  /** The day on which the API's weeks start; undefined where no answer has shown it. */
  readonly weekStart: Weekday | undefined;
  /** The numbers at the dimensions that were asked, combined by the API's aggregation. */
  readonly cells: Cells;
  /**
   * The numbers of single profiles and days beneath the cells, of the metrics that need them: axes `date.day`, `profile`
   * (absent for a single profile) and at most a breakdown.
   */
  readonly days: Cells | undefined;
  /**
   * The sums beneath the cells of a breakdown, of the metrics that need no single days: axes `profile` where it or its labels
   * are asked, `date.day` and the breakdown. Each row of `date.day` is the first day of a bucket, or
   * of its part after a break, and covers the days up to the next row. They take precedence over the days.
   */
  readonly sums?: Cells | undefined;
  /** The names of metrics whose days are stored for ratios only; their own numbers are the API's means. */
  readonly heldAsParts?: readonly string[] | undefined;
  readonly labels?: LabelRows | undefined;
  /** Omissions and incomplete days. They apply to every piece of the result too. */
  readonly remarks: readonly string[];
  /** The first day that was not over in every time zone when the numbers were fetched. */
  readonly today?: Day | undefined;
  /** Number of profiles that the numbers come from. */
  readonly profileCount: number;
  /** Names of rows by row key. A row without a name is shown as its value. */
  readonly names: Partial<Record<Dimension, ReadonlyMap<string, string>>>;
}

/** The results of one question for two ranges. */
export interface Comparison {
  readonly now: Result;
  readonly before: Result;
  /** The earlier side of the question, of which `before` is a slice: contributions are shares of it (default: `before`). */
  readonly whole?: Result;
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

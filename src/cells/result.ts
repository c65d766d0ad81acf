/** A merged result as it is kept: the numbers, and what a reader needs to name them. */
import { type RowValue, rowKey } from "./axis.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { MetricNetwork } from "../catalog/networks.ts";
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";
import type { Cells } from "./cells.ts";

export interface Result {
  readonly kind: "metrics";
  readonly id: string;
  readonly network: MetricNetwork;
  /** `YYYY-MM-DD`, both included. */
  readonly start: string;
  readonly end: string;
  readonly cells: Cells;
  /** What was left out or is incomplete: as true of any piece of it. */
  readonly remarks?: readonly string[];
  /** How many profiles the numbers are made of. */
  readonly profileCount: number;
  /** Names of row values, by their key; rows without a name are shown as they are. */
  readonly names: Partial<Record<Dimension, ReadonlyMap<string, string>>>;
}

/** The text that stands for a row in an answer: inert, on one line. */
export function rowName(result: Result, type: Dimension, row: RowValue): string {
  const key = rowKey(row);
  return result.names[type]?.get(key) ?? plainText(key, ourLimits.textLength);
}

/** Each cell is one profile on one day, so that averages of cells are exact. */
export function hasProfileDays({ cells, profileCount }: Result): boolean {
  const types = cells.axes.map(({ type }) => type);
  return types.includes("date.day") && (types.includes("profile") || profileCount === 1);
}

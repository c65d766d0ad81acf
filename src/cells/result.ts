/** A merged result as it is stored: the numbers, and the names that a reader needs. */
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
  /** Omissions and incomplete days. They apply to every piece of the result too. */
  readonly remarks?: readonly string[];
  /** Number of profiles that the numbers come from. */
  readonly profileCount: number;
  /** Names of rows by row key. A row without a name is shown as its value. */
  readonly names: Partial<Record<Dimension, ReadonlyMap<string, string>>>;
}

/** Returns the text of a row in a reply: sanitised, on one line. */
export function rowName(result: Result, type: Dimension, row: RowValue): string {
  const key = rowKey(row);
  return result.names[type]?.get(key) ?? plainText(key, ourLimits.textLength);
}

/** Returns true if each cell is one profile on one day, so that averages of cells are exact. */
export function hasProfileDays({ cells, profileCount }: Result): boolean {
  const types = cells.axes.map(({ type }) => type);
  return types.includes("date.day") && (types.includes("profile") || profileCount === 1);
}

/** A metrics result: the cells of a question, and what a reader needs to name them. */
import type { Dimension } from "../catalog/dimensions.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { MetricNetwork } from "../catalog/networks.ts";
import { plainText } from "../text/plain.ts";
import { rowKey, type RowValue } from "./axis.ts";
import type { Cells } from "./cells.ts";

export interface Result {
  readonly network: MetricNetwork;
  /** `YYYY-MM-DD`, both included. */
  readonly start: string;
  readonly end: string;
  readonly cells: Cells;
  /** Omissions and incomplete days: true of any piece of the result. */
  readonly remarks: readonly string[];
  /** The number of profiles behind the numbers. */
  readonly profileCount: number;
  /** Names of row values, by their key; rows without a name are shown as they are. */
  readonly names: Partial<Record<Dimension, ReadonlyMap<string, string>>>;
}

/** The text for a row: inert, on one line. */
export function rowName({ names }: Result, type: Dimension, row: RowValue): string {
  const key = rowKey(row);
  return names[type]?.get(key) ?? plainText(key, ourLimits.textLength);
}

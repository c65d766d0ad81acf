/** Two ranges of one metric beside each other, by numbers that a test writes down. */
import { finish } from "../../src/async/work.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { compare, type Compared, type ComparedMetric } from "../../src/comparison/compare.ts";
import { resultOf, type Cell } from "./grids.ts";

export interface Sides {
  readonly metric?: string;
  readonly now: readonly (readonly Cell[])[];
  readonly before: readonly (readonly Cell[])[];
  readonly from?: string;
  readonly fromBefore?: string;
}

export const compared = (
  { metric = "fans_change", now, before, from = "2026-03-03", fromBefore = "2026-02-03" }: Sides,
  dimensions: readonly Dimension[] = ["profile"],
): Compared =>
  finish(
    compare(
      { now: resultOf(metric, now, from), before: resultOf(metric, before, fromBefore) },
      dimensions,
    ),
  );

export const only = ({ metrics: [metric] }: Compared): ComparedMetric => {
  if (metric === undefined) throw new Error("no metric");
  return metric;
};

export const lists = (one: ComparedMetric): Record<string, readonly number[]> => ({
  now: [...one.now],
  before: [...one.before],
  change: [...one.change],
  percent: [...one.percent],
  contribution: [...one.contribution],
});

/** The numbers of a row of a comparison, by the names that conditions and orders have for them. */
import { numberAt } from "../../cells/number-at.ts";
import type { ComparedMetric } from "../../meaning/comparison.ts";
import type { NumberName } from "../conditions.ts";

/** The numbers of a metric by row. The coverage of a row is the lower one of its sides. */
export const numbersBy: Readonly<Record<NumberName, (own: ComparedMetric) => Float64Array>> = {
  value: ({ now }) => now,
  previous: ({ before }) => before,
  change: ({ change }) => change,
  change_percent: ({ percent }) => percent,
  contribution: ({ contribution }) => contribution,
  coverage: ({ coverage: [now, before] }) =>
    now.map((share, row) => 100 * Math.min(share, numberAt(before, row))),
};

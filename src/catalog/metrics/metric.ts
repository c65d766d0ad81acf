import type { Breakdown } from "../dimensions.ts";

/** One metric of one network, as in the spec's tables. */
export interface Metric {
  readonly name: string;
  /** The API's aggregation of the profile-days of a cell (spec: `sum` or `avg`). */
  readonly aggregation: "sum" | "average";
  /** The allowed dimensions besides the base dimensions. A breakdown must be the last dimension. */
  readonly breakdowns: readonly Breakdown[];
  /** Marked "no longer supported" in the spec. */
  readonly unsupported?: true;
  /** The difference in version 2: the metric is absent or has other breakdowns. */
  readonly version2?: "absent" | { readonly breakdowns: readonly Breakdown[] };
  /** The metric is a level, although the API sums it: its days cannot be totalled. */
  readonly level?: true;
  /** Facts that a reader needs to use the numbers. */
  readonly note?: string;
}

const withAggregation =
  (aggregation: Metric["aggregation"]) =>
  (name: string, details: Partial<Omit<Metric, "name" | "aggregation">> = {}): Metric => ({
    name,
    aggregation,
    breakdowns: [],
    ...details,
  });

export const sum = withAggregation("sum");
export const average = withAggregation("average");

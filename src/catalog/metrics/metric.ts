import type { Breakdown } from "../dimensions.ts";

/** How values are grouped (spec: `sum` or `avg`), over the profile-days under a cell. */
type Aggregation = "sum" | "average";

/** One metric of one network, as the spec's tables have it. */
export interface Metric {
  readonly name: string;
  readonly aggregation: Aggregation;
  /** The dimensions allowed beside the base ones; each must stand last. */
  readonly breakdowns: readonly Breakdown[];
  /** Marked "no longer supported" in the spec. */
  readonly unsupported?: true;
  /** Version 2 does not have it, or has it with other breakdowns. */
  readonly version2?: "absent" | { readonly breakdowns: readonly Breakdown[] };
  /** A standing level that the API sums all the same: its days do not add up. */
  readonly level?: true;
  /** What a reader must know to use the numbers. */
  readonly note?: string;
}

type Details = Partial<Omit<Metric, "name" | "aggregation">>;

export const sum = (name: string, details: Details = {}): Metric => ({
  name,
  aggregation: "sum",
  breakdowns: [],
  ...details,
});

export const average = (name: string, details: Details = {}): Metric => ({
  name,
  aggregation: "average",
  breakdowns: [],
  ...details,
});

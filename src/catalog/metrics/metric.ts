import type { Breakdown } from "../dimensions.ts";

/**
 * Kinds of numbers. The kind can differ from the API's aggregation. `flow`: events counted in a day. `net`: a signed difference.
 * `level`: a standing count at the end of a day. `people`: distinct people. `ratio`: a rate, or a count per thousand.
 * `rolling`: a count over the days up to this one.
 */
export const kinds = ["flow", "net", "level", "people", "ratio", "rolling"] as const;
export type Kind = (typeof kinds)[number];

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
  readonly kind: Kind;
  /** The days up to this one that a `rolling` number or a number of `people` covers, if there are several. */
  readonly window?: 7 | 28;
  /** Numerator and denominator of a `ratio`, if they are metrics of the network. */
  readonly parts?: readonly [string, string];
  /** A ratio that a question defines: it is computed from its parts, and never requested. */
  readonly isDerived?: true;
  /** Facts that a reader needs to use the numbers. */
  readonly note?: string;
  /** Facts that a reader of a breakdown needs. */
  readonly breakdownNote?: string;
}

const withDefaults =
  (aggregation: Metric["aggregation"], kind: Kind) =>
  (name: string, details: Partial<Omit<Metric, "name" | "aggregation">> = {}): Metric => ({
    name,
    aggregation,
    kind,
    breakdowns: [],
    ...details,
  });

/** A flow that the API sums, unless the details name another kind. */
export const sum = withDefaults("sum", "flow");
/** A flow that the API averages, unless the details name another kind. */
export const average = withDefaults("average", "flow");
export const net = withDefaults("sum", "net");
export const level = withDefaults("average", "level");
export const people = withDefaults("average", "people");

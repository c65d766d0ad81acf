import type { Breakdown } from "../dimensions.ts";
import { kinds, type KindTraits } from "../kinds.ts";

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
  readonly kind: KindTraits;
  /** The days up to this one that each number covers, if there are several. */
  readonly window?: 7 | 28;
  /** Numerator and denominator of a ratio, if they are metrics of the network or sums of such. */
  readonly parts?: readonly [string, string];
  /** A formula that a question defines: it is computed from its operands, and never requested. */
  readonly isDerived?: true;
  /** The API's metrics beneath a formula. */
  readonly operands?: readonly string[];
  /** Of a sum or a difference: what is added, and what subtracted. */
  readonly terms?: readonly { readonly name: string; readonly sign: 1 | -1 }[];
  /** Sums that are parts of a ratio. */
  readonly sums?: readonly Metric[];
  /** A difference can be negative: it has no shares, and its zeros say nothing. */
  readonly isSigned?: true;
  /** The operator has added it to the catalogue. */
  readonly isOwn?: true;
  /** The owner of a definition in the operator's catalogue, whom replies name. */
  readonly owner?: string | undefined;
  /** Facts that a reader needs to use the numbers. */
  readonly note?: string;
  /** The unit of its numbers, where they are not counts: replies state it. */
  readonly unit?: string;
  /** Facts that a reader of a breakdown needs. */
  readonly breakdownNote?: string;
}

const withDefaults =
  (aggregation: Metric["aggregation"], kind: KindTraits) =>
  (name: string, details: Partial<Omit<Metric, "name" | "aggregation">> = {}): Metric => ({
    name,
    aggregation,
    kind,
    breakdowns: [],
    ...details,
  });

/** A flow that the API sums, unless the details name another kind. */
export const sum = withDefaults("sum", kinds.flow);
/** A flow that the API averages, unless the details name another kind. */
export const average = withDefaults("average", kinds.flow);
export const net = withDefaults("sum", kinds.net);
export const level = withDefaults("average", kinds.level);
export const people = withDefaults("average", kinds.people);
export const windowedPeople = withDefaults("average", kinds.windowedPeople);

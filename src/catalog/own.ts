/** The operator's additions to the catalogue: newer metrics, words for search, and ratios by name. */
import type { Metric } from "./metrics/metric.ts";
import type { MetricNetwork } from "./networks.ts";

export interface OwnCatalogue {
  readonly metrics: ReadonlyMap<MetricNetwork, readonly Metric[]>;
  /** By word: the names of metrics. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** By name: the ratio as `a / b`. */
  readonly ratios: ReadonlyMap<string, string>;
}

const empty: OwnCatalogue = { metrics: new Map(), words: new Map(), ratios: new Map() };
let current = empty;

/** The catalogue of the process: every caller of a server has the same. */
export const ownCatalogue = (): OwnCatalogue => current;

/** @param catalogue empty (default). */
export function setOwnCatalogue(catalogue: OwnCatalogue = empty): void {
  current = catalogue;
}

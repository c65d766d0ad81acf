import type { MetricNetwork } from "../../catalog/networks.ts";
import type { StoredMetrics } from "../../answers/results/stored.ts";

/** The result of a network in a call for all of them. */
export interface NetworkResult {
  readonly network: MetricNetwork;
  readonly stored: StoredMetrics;
}

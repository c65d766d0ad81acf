/** The metrics of a network in a version of the API, with those of the operator. */
import { baseDimensions, type Dimension } from "../dimensions.ts";
import { metricNetworksOf, type ApiVersion, type MetricNetwork } from "../networks.ts";
import { ownCatalogue } from "../own.ts";
import type { Metric } from "./metric.ts";
import { metrics } from "./table.ts";

export type { Metric } from "./metric.ts";

/** Returns the version 2 row of a metric, if version 2 has it (spec, Version 2 endpoints). */
function version2Row(metric: Metric): Metric[] {
  if (metric.version2 === "absent") return [];
  return [metric.version2 === undefined ? metric : { ...metric, ...metric.version2 }];
}

/** Returns every metric of a network; an empty list if the version does not serve the network. */
export function metricsOf(network: MetricNetwork, version: ApiVersion): readonly Metric[] {
  if (!metricNetworksOf[version].includes(network)) return [];
  const added = ownCatalogue().metrics.get(network) ?? [];
  const known = new Set(metrics[network].map(({ name }) => name));
  // Metrics of this version take precedence over the operator's.
  const networkMetrics = [...metrics[network], ...added.filter(({ name }) => !known.has(name))];
  return version === 3 ? networkMetrics : networkMetrics.flatMap(version2Row);
}

export const allowsDimension = ({ breakdowns }: Metric, dimension: Dimension): boolean =>
  [...baseDimensions, ...breakdowns].some((allowed) => allowed === dimension);

/** Whose definition a metric of the operator's catalogue is; undefined for others. */
export const ownerText = ({ isOwn, owner }: Pick<Metric, "isOwn" | "owner">): string | undefined =>
  isOwn === true ? `defined by ${owner ?? "the operator of this server"}` : undefined;

/** Returns true for insights metrics, which have values only for profiles with insights (spec, rules 1 and 2). */
export const needsInsights = ({ name }: Pick<Metric, "name">): boolean =>
  name.startsWith("insights_");

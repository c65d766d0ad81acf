import type { Dimension } from "../dimensions.ts";
import { baseDimensions } from "../dimensions.ts";
import type { ApiVersion, MetricNetwork } from "../networks.ts";
import { metricNetworksOf } from "../networks.ts";
import { facebook } from "./facebook.ts";
import { instagram } from "./instagram.ts";
import { linkedin } from "./linkedin.ts";
import type { Metric } from "./metric.ts";
import { pinterest } from "./pinterest.ts";
import { tiktok } from "./tiktok.ts";
import { twitter } from "./twitter.ts";
import { youtube } from "./youtube.ts";

export type { Metric } from "./metric.ts";

const version3: Record<MetricNetwork, readonly Metric[]> = {
  facebook,
  instagram,
  twitter,
  youtube,
  linkedin,
  pinterest,
  tiktok,
};

/** Returns the version 2 row of a metric, if version 2 has it (spec, Version 2 endpoints). */
function version2Row(metric: Metric): Metric[] {
  if (metric.version2 === "absent") return [];
  return [metric.version2 === undefined ? metric : { ...metric, ...metric.version2 }];
}

/** Returns every metric of a network; an empty list if the version does not serve the network. */
export function metricsOf(network: MetricNetwork, version: ApiVersion): readonly Metric[] {
  if (!metricNetworksOf[version].includes(network)) return [];
  return version === 3 ? version3[network] : version3[network].flatMap(version2Row);
}

export function allowsDimension(metric: Metric, dimension: Dimension): boolean {
  return ([...baseDimensions, ...metric.breakdowns] as readonly Dimension[]).includes(dimension);
}

/** Returns true for insights metrics, which have values only for profiles with insights (spec, rules 1 and 2). */
export function needsInsights(metric: Metric): boolean {
  return metric.name.startsWith("insights_");
}

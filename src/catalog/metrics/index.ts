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

/** Version 2 is version 3 without the rows that say so (spec, Version 2 endpoints). */
function version2Row(metric: Metric): Metric[] {
  if (metric.version2 === "absent") return [];
  return [metric.version2 === undefined ? metric : { ...metric, ...metric.version2 }];
}

/** Every metric of a network; none where the version does not serve the network. */
export function metricsOf(network: MetricNetwork, version: ApiVersion): readonly Metric[] {
  if (!metricNetworksOf[version].includes(network)) return [];
  return version === 3 ? version3[network] : version3[network].flatMap(version2Row);
}

export function allowsDimension(metric: Metric, dimension: Dimension): boolean {
  return ([...baseDimensions, ...metric.breakdowns] as readonly Dimension[]).includes(dimension);
}

/** Insights metrics have values only for profiles with insights (spec, rules 1 and 2). */
export function needsInsights(metric: Metric): boolean {
  return metric.name.startsWith("insights_");
}

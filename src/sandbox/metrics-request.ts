/** Reads metrics requests, and rejects them as the API does (spec, profile metrics, Errors, Limits). */
import { apiDimensions, isBreakdown, type Dimension } from "../catalog/dimensions.ts";
import type { RequestLimits } from "../catalog/limits.ts";
import { allowsDimension, metricsOf, needsInsights } from "../catalog/metrics/index.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { MetricNetwork } from "../catalog/networks.ts";
import type { SandboxProfile } from "./account.ts";
import { checkInsights, Failure, isRecord, readProfiles, readRange, textsOf } from "./body.ts";
import type { Access } from "./body.ts";
import { lastDayOfMonths } from "./calendar.ts";

export interface MetricsQuery {
  readonly start: string;
  readonly end: string;
  readonly profiles: readonly SandboxProfile[];
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
}

export interface Context extends Access {
  readonly network: MetricNetwork;
  /** Metrics that the API no longer accepts. */
  readonly retired: readonly string[];
  readonly limits: RequestLimits;
}

/** Reads a request body. @throws Failure with the code of the first rule that the body violates. */
export function readMetricsRequest(body: unknown, context: Context): MetricsQuery {
  const { network, version, limits, retired } = context;
  if (!isRecord(body)) throw new Failure(400);
  const { start, end } = readRange(body);
  const ids = textsOf(body["profiles"], "profiles");
  const valid = new Map(metricsOf(network, version).map((metric) => [metric.name, metric]));
  for (const name of retired) valid.delete(name);
  const names = textsOf(body["metrics"], "metrics", valid);
  const metrics = names.flatMap((name) => valid.get(name) ?? []);
  const dimensions = readDimensions(body["dimensions"], metrics);

  if (ids.length > limits.profiles) throw new Failure(4, [`${ids.length} profiles`]);
  if (metrics.length > limits.metrics) throw new Failure(4, [`${metrics.length} metrics`]);
  if (end > lastDayOfMonths(start, limits.months)) throw new Failure(4, ["date range"]);
  const profiles = readProfiles(ids, start, context);
  if (needInsights(metrics, context)) checkInsights(profiles);
  return { start, end, profiles, metrics, dimensions };
}

function readDimensions(value: unknown = [], metrics: readonly Metric[]): Dimension[] {
  if (!Array.isArray(value)) throw new Failure(3, ["dimensions is not a list"]);
  const types = value.map((entry: unknown) => (isRecord(entry) ? entry["type"] : undefined));
  const dimensions = types.flatMap((type) => apiDimensions.filter((valid) => valid === type));
  if (dimensions.length < types.length) throw new Failure(3, ["unknown dimensions"]);
  if (new Set(dimensions).size !== dimensions.length) throw new Failure(3, ["duplicate dimension"]);
  const starred = dimensions.filter((type) => isBreakdown(type));
  if (starred.length > 1) throw new Failure(3, ["more than one breakdown"]);
  if (starred.some((type) => type !== dimensions.at(-1)))
    throw new Failure(3, ["the breakdown is not last"]);
  for (const metric of metrics) {
    const invalid = dimensions.find((dimension) => !allowsDimension(metric, dimension));
    if (invalid !== undefined) throw new Failure(3, [`${invalid} is not allowed for`, metric.name]);
  }
  return dimensions;
}

/** Returns true if code 7 applies: to every LinkedIn metric and to TikTok insights metrics (spec, rules 1 and 2). */
function needInsights(metrics: readonly Metric[], { network, version }: Context): boolean {
  const applies = version === 3 && (network === "linkedin" || network === "tiktok");
  return applies && (network === "linkedin" || metrics.some(needsInsights));
}

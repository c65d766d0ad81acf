/** Reads and refuses metrics requests as the API does (spec, profile metrics, Errors, Limits). */
import { baseDimensions, breakdowns } from "../catalog/dimensions.ts";
import type { RequestLimits } from "../catalog/limits.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { allowsDimension, metricsOf, needsInsights } from "../catalog/metrics/index.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { ApiVersion, MetricNetwork } from "../catalog/networks.ts";
import type { SandboxProfile } from "./account.ts";
import { checkInsights, isRecord, readProfiles, readRange, strings, type Seeing } from "./body.ts";
import { lastDayOfMonths } from "./calendar.ts";
import { Failure } from "./failure.ts";

export interface MetricsInput {
  readonly start: string;
  readonly end: string;
  readonly profiles: readonly SandboxProfile[];
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
}

export interface Judging extends Seeing {
  readonly version: ApiVersion;
  readonly network: MetricNetwork;
  readonly limits: RequestLimits;
  /** The oldest day that the account's plan keeps. */
  readonly historyStart: string;
}

/** @throws Failure with the code of the first rule that the body breaks. */
export function readMetricsRequest(body: unknown, judging: Judging): MetricsInput {
  if (!isRecord(body)) throw new Failure(400);
  const { start, end } = readRange(body);
  const ids = strings(body["profiles"], "profiles");
  const metrics = readMetrics(strings(body["metrics"], "metrics"), judging);
  const dimensions = readDimensions(body["dimensions"], metrics);

  if (ids.length > judging.limits.profiles) throw new Failure(4, [`${ids.length} profiles`]);
  if (metrics.length > judging.limits.metrics) throw new Failure(4, [`${metrics.length} metrics`]);
  if (end > lastDayOfMonths(start, judging.limits.months)) throw new Failure(4, ["date range"]);
  if (start < judging.historyStart)
    throw new Failure(6, [`history begins on ${judging.historyStart}`]);
  const profiles = readProfiles(ids, judging);
  if (needInsights(metrics, judging)) checkInsights(profiles);
  return { start, end, profiles, metrics, dimensions };
}

function readMetrics(names: readonly string[], { network, version }: Judging): Metric[] {
  const known = metricsOf(network, version);
  const unknown = names.filter((name) => !known.some((metric) => metric.name === name));
  if (unknown.length > 0) throw new Failure(3, ["unknown metrics", ...unknown]);
  return names.flatMap((name) => known.filter((metric) => metric.name === name));
}

function readDimensions(value: unknown, metrics: readonly Metric[]): Dimension[] {
  if (!Array.isArray(value)) throw new Failure(3, ["dimensions is not a list"]);
  const types = value.map((entry: unknown) => (isRecord(entry) ? entry["type"] : undefined));
  const known: readonly Dimension[] = [...baseDimensions, ...breakdowns];
  const dimensions = types.flatMap((type) => known.filter((dimension) => dimension === type));
  if (dimensions.length < types.length) throw new Failure(3, ["unknown dimensions"]);
  if (new Set(dimensions).size !== dimensions.length) throw new Failure(3, ["a dimension twice"]);
  const starred = dimensions.filter((type) => (breakdowns as readonly string[]).includes(type));
  if (starred.length > 1) throw new Failure(3, ["more than one breakdown"]);
  if (starred[0] !== undefined && dimensions.at(-1) !== starred[0]) {
    throw new Failure(3, ["the breakdown is not last"]);
  }
  for (const metric of metrics) {
    const refused = dimensions.find((dimension) => !allowsDimension(metric, dimension));
    if (refused !== undefined) throw new Failure(3, [`${refused} is not allowed for`, metric.name]);
  }
  return dimensions;
}

/** Code 7 is for LinkedIn and TikTok, whose basic metrics need insights too (spec, rules 1 and 2). */
function needInsights(metrics: readonly Metric[], { network, version }: Judging): boolean {
  const applies = version === 3 && (network === "linkedin" || network === "tiktok");
  return applies && (network === "linkedin" || metrics.some(needsInsights));
}

/** Reads and refuses metrics requests as the API does (spec, profile metrics, Errors, Limits). */
import { baseDimensions, breakdowns } from "../catalog/dimensions.ts";
import type { RequestLimits } from "../catalog/limits.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { allowsDimension, metricsOf, needsInsights } from "../catalog/metrics/index.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { ApiVersion, MetricNetwork } from "../catalog/networks.ts";
import type { Account, SandboxProfile, User } from "./account.ts";
import { isDay, lastDayOfMonths } from "./calendar.ts";
import { Failure } from "./failure.ts";

export interface MetricsAsked {
  readonly start: string;
  readonly end: string;
  readonly profiles: readonly SandboxProfile[];
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
}

export interface Judging {
  readonly account: Account;
  readonly user: User;
  readonly version: ApiVersion;
  readonly network: MetricNetwork;
  readonly limits: RequestLimits;
  /** The oldest day that the account's plan keeps. */
  readonly historyStart: string;
}

/** @throws Failure with the code of the first rule that the body breaks. */
export function readMetricsRequest(body: unknown, judging: Judging): MetricsAsked {
  if (!isRecord(body)) throw new Failure(400);
  const { date_start: start, date_end: end, ...lists } = body;
  if (!isDay(start) || !isDay(end))
    throw new Failure(3, ["date_start and date_end are YYYY-MM-DD"]);
  if (end < start) throw new Failure(3, ["date_end is before date_start"]);
  const ids = strings(lists["profiles"], "profiles");
  const metrics = readMetrics(strings(lists["metrics"], "metrics"), judging);
  const dimensions = readDimensions(lists["dimensions"], metrics);

  if (ids.length > judging.limits.profiles) throw new Failure(4, [`${ids.length} profiles`]);
  if (metrics.length > judging.limits.metrics) throw new Failure(4, [`${metrics.length} metrics`]);
  if (end > lastDayOfMonths(start, judging.limits.months)) throw new Failure(4, ["date range"]);
  if (start < judging.historyStart)
    throw new Failure(6, [`history begins on ${judging.historyStart}`]);
  const profiles = readProfiles(ids, judging);
  checkInsights(profiles, metrics, judging);
  return { start, end, profiles, metrics, dimensions };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function strings(value: unknown, name: string): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Failure(3, [`${name} is empty`]);
  if (!value.every((one) => typeof one === "string"))
    throw new Failure(3, [`${name} holds no text`]);
  if (new Set(value).size !== value.length) throw new Failure(3, [`${name} repeats itself`]);
  return value;
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

function readProfiles(
  ids: readonly string[],
  { account, user, network }: Judging,
): SandboxProfile[] {
  const known = account.profiles(network);
  const profiles = ids.map((id) => known.get(id));
  const refused = ids.filter((_, index) => {
    const profile = profiles[index];
    return profile === undefined || !account.maySee(user, profile);
  });
  if (refused.length > 0) throw new Failure(5, refused);
  return profiles.filter((profile) => profile !== undefined);
}

/** Code 7 is for LinkedIn and TikTok, whose basic metrics need insights too (spec, rules 1 and 2). */
function checkInsights(
  profiles: readonly SandboxProfile[],
  metrics: readonly Metric[],
  { network, version }: Judging,
): void {
  const applies = version === 3 && (network === "linkedin" || network === "tiktok");
  const needed = network === "linkedin" || metrics.some(needsInsights);
  if (!applies || !needed) return;
  const without = profiles.filter(({ insights }) => !insights);
  if (without.length > 0)
    throw new Failure(
      7,
      without.map(({ id }) => id),
    );
}

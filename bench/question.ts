/** Questions of the benchmark: facebook, by profile and day, with a fixed last day. */
import { toDay } from "../src/time/days.ts";
import { addDays } from "../src/time/days.ts";
import { metricsOf, type Metric } from "../src/catalog/metrics/index.ts";
import type { MetricsInput } from "../src/metrics/call.ts";

export interface Size {
  readonly name: string;
  readonly profiles: number;
  readonly days: number;
  readonly metrics: number;
}

/** The most frequently requested metrics, which a question takes first. */
const common = [
  "fans_change",
  "insights_reach",
  "insights_views",
  "insights_reactions",
  "fans_lifetime",
  "insights_post_reach",
];

const isCommon = (metric: Metric): boolean => common.includes(metric.name);

export function questionOf({ days, metrics }: Size, profiles: readonly string[]): MetricsInput {
  const all = metricsOf("facebook", 3);
  const ordered = [
    ...common.flatMap((name) => all.filter((metric) => metric.name === name)),
    ...all.filter((metric) => !isCommon(metric)),
  ];
  const dateEnd = toDay("2026-10-31");
  return {
    version: 3,
    network: "facebook",
    metrics: ordered.slice(0, metrics).map(({ name }) => name),
    dates: { dateStart: addDays(dateEnd, 1 - days), dateEnd },
    dimensions: ["profile", "date.day"],
    profiles,
    labels: undefined,
    compareTo: undefined,
    explain: false,
    skipUnavailable: false,
    planOnly: false,
    fresh: false,
    maxRequests: 1000,
  };
}

/** Questions of a given size: facebook, by profile and day, with a fixed last day. */
import { addDays, toDay } from "../../src/base/time/days.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { MetricsInput } from "../../src/questions/metrics/call.ts";

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

export function questionOf({ days, metrics }: Size, profiles: readonly string[]): MetricsInput {
  const names = new Set([...common, ...metricsOf("facebook", 3).map(({ name }) => name)]);
  const dateEnd = toDay("2026-10-31");
  return {
    version: 3,
    network: "facebook",
    metrics: [...names].slice(0, metrics),
    dates: { dateStart: addDays(dateEnd, 1 - days), dateEnd },
    dimensions: ["profile", "date.day"],
    profiles,
    labels: undefined,
    compareTo: undefined,
    sorting: {},
    skipUnavailable: false,
    planOnly: false,
    fresh: false,
    maxRequests: 1000,
  };
}

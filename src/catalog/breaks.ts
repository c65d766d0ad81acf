/** Dated breaks in metric series, as the spec documents them. */
import type { MetricNetwork } from "./networks.ts";

export interface SeriesBreak {
  readonly network: MetricNetwork;
  /** `YYYY-MM-DD`: the first day with the new meaning. */
  readonly date: string;
  readonly metrics: readonly string[];
  readonly text: string;
  /** The series has no data before the date. */
  readonly startsData?: true;
}

const seriesBreaks: readonly SeriesBreak[] = [
  {
    network: "facebook",
    date: "2025-11-15",
    metrics: [
      "fans_change",
      "fans_lifetime",
      "insights_fan_adds",
      "insights_fan_adds_unique",
      "insights_fan_removes",
      "insights_fan_removes_unique",
      "insights_fans_lifetime",
      "insights_fans_online",
    ],
    text: "the network stopped supplying page-fan data and supplies page follows instead",
  },
  {
    network: "facebook",
    date: "2025-11-15",
    metrics: ["insights_impressions", "insights_impressions_paid", "insights_post_impressions"],
    text: "new impressions data is media-views data",
  },
  {
    network: "instagram",
    date: "2025-04-21",
    metrics: ["insights_impressions"],
    text: "media-views data replaces impressions data",
  },
  {
    network: "instagram",
    date: "2025-06-09",
    metrics: ["insights_video_views"],
    text: "data starts on this day",
    startsData: true,
  },
  {
    network: "youtube",
    date: "2021-12-13",
    metrics: ["interaction_change", "interactions_per_1k_fans"],
    text: "dislikes are no longer counted",
  },
];

export function breaksOf(network: MetricNetwork): readonly SeriesBreak[] {
  return seriesBreaks.filter((row) => row.network === network);
}

/** Dated breaks in metric series, as the spec documents them. */
import type { MetricNetwork } from "./networks.ts";

export interface SeriesBreak {
  readonly network: MetricNetwork;
  /** `YYYY-MM-DD`: the first day with the new meaning. */
  readonly date: string;
  readonly metrics: readonly string[];
  /** The quantity that the metrics count from the date on. */
  readonly after: string;
  /** The quantity that they counted before; undefined if the series has no earlier data. */
  readonly before?: string;
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
    before: "page fans",
    after: "page follows",
  },
  {
    network: "facebook",
    date: "2025-11-15",
    metrics: ["insights_impressions", "insights_impressions_paid", "insights_post_impressions"],
    before: "impressions",
    after: "media views",
  },
  {
    network: "instagram",
    date: "2025-04-21",
    metrics: ["insights_impressions"],
    before: "impressions",
    after: "media views",
  },
  {
    network: "instagram",
    date: "2025-06-09",
    metrics: ["insights_video_views"],
    after: "video views",
  },
  {
    network: "youtube",
    date: "2021-12-13",
    metrics: ["interaction_change", "interactions_per_1k_fans"],
    before: "interactions with dislikes",
    after: "interactions without dislikes",
  },
];

/** States what a break changes. */
export const breakText = ({ before, after }: SeriesBreak): string =>
  before === undefined ? "data starts on this day" : `${before} before, ${after} since`;

export function breaksOf(network: MetricNetwork): readonly SeriesBreak[] {
  return seriesBreaks.filter((row) => row.network === network);
}

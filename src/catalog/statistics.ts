/** Statistics over the values of a row, by day or in longer buckets. */
import { grainNames, type GrainName } from "./grains.ts";

export const statistics = ["sum", "mean", "median", "p90", "min", "max", "first", "last"] as const;
export type Statistic = (typeof statistics)[number];

/** The grains that a statistic can be computed from, besides days: a range holds few years. */
export type StatisticBucket = Exclude<GrainName, "day" | "year">;
export const statisticBuckets: readonly StatisticBucket[] = grainNames.filter(
  (name) => name !== "day" && name !== "year",
);

/** Views of a metrics result that list single profiles and days. */
export const listedViews = ["gaps", "outliers"] as const;

/** Views whose rows have other numbers than those of the kinds: each is an operator of tables. */
export const measures = ["shares"] as const;
export type Measure = (typeof measures)[number];

/** The views of a metrics result that read_result offers. */
export const views = ["table", ...listedViews, ...measures] as const;

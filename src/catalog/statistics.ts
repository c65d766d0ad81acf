/** Statistics over the values of a row, by day or in longer buckets. */
export const statistics = ["sum", "mean", "median", "p90", "min", "max", "first", "last"] as const;
export type Statistic = (typeof statistics)[number];

/** The date buckets that a statistic can be computed from, besides days. */
export const statisticBuckets = ["week", "month", "quarter"] as const;
export type StatisticBucket = (typeof statisticBuckets)[number];

/** Views of a metrics result that list single profiles and days. */
export const listedViews = ["gaps", "outliers"] as const;

/** Views whose rows have other numbers than those of the kinds: each is an operator of tables. */
export const measures = ["shares"] as const;
export type Measure = (typeof measures)[number];

/** The views of a metrics result that read_result offers. */
export const views = ["table", ...listedViews, ...measures] as const;

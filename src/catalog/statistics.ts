/** Statistics over the daily values of a row. */
export const statistics = ["sum", "mean", "median", "p90", "min", "max", "first", "last"] as const;
export type Statistic = (typeof statistics)[number];

/** Statistics over the daily values of a row. */
export const statistics = ["sum", "mean", "median", "p90", "min", "max", "first", "last"] as const;
export type Statistic = (typeof statistics)[number];

export const isStatistic = (text: string): text is Statistic =>
  statistics.some((one) => one === text);

/** The views of a metrics result that read_result offers. */
export const views = ["table", "gaps", "outliers", "shares"] as const;
export type View = (typeof views)[number];

/** Metrics in the words of titles and axes. */
import type { Metric } from "../../catalog/metrics/index.ts";

/** The words of a metric: `insights_fan_adds` is `fan adds`. */
export const metricWords = ({ name }: Metric): string =>
  name.replaceAll(/\binsights_|_(?:lifetime|change)\b/g, "").replaceAll("_", " ");

/** The noun for the values of a metric. */
export const unitOf = (metric: Metric): string =>
  metric.unit ?? (metric.kind.isDistinct ? "people" : metricWords(metric));

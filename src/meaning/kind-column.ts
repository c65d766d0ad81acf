/** The further column of a metric in the CSV, where the API's number is not the one of its kind. */
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { dimensionsOf } from "../cells/select.ts";
import type { Cells } from "../cells/cells.ts";
import { figuresOf } from "./daily.ts";
import { isNumber, type Method } from "./figures.ts";
import { crossedBreaks } from "./segments.ts";

export type KindSuffix = "last" | "sum" | "mean";

/** Undefined where the API's number is shown, and where rows are single profiles and days. */
export function kindSuffix(result: Result, { kind, aggregation }: Metric): KindSuffix | undefined {
  const dimensions = dimensionsOf(result);
  if (dimensions.includes("profile") && dimensions.includes("date.day")) return undefined;
  const isWeekday = dimensions.includes("date.weekday");
  if (isWeekday && kind !== "people" && kind !== "ratio") return "mean";
  if (kind === "level") return "last";
  if (kind === "flow") return aggregation === "average" ? "sum" : undefined;
  const isSummed = aggregation === "sum";
  return isSummed && (kind === "ratio" || kind === "people") ? "mean" : undefined;
}

const methods: Readonly<Record<KindSuffix, Method>> = { last: "last", sum: "sum", mean: "mean" };

/** The numbers of the kinds, in the places of the cells; NaN where they are missing or withheld. Undefined if no metric has any. */
export function kindColumns(result: Result): Cells | undefined {
  const suffixes = result.cells.metrics.map((metric) => kindSuffix(result, metric));
  if (suffixes.every((suffix) => suffix === undefined)) return undefined;
  const dimensions = dimensionsOf(result);
  const figures = figuresOf(result, dimensions, { isDivided: false });
  const { axes, metrics, values } = result.cells;
  const width = metrics.length;
  const isAligned = figures.values.length === values.length;
  const own = values.map((_, at) => {
    const metric = metrics[at % width];
    const suffix = suffixes[at % width];
    const column = figures.columns[at % width];
    if (!isAligned || metric === undefined || suffix === undefined) return Number.NaN;
    if (column?.method !== methods[suffix]) return Number.NaN;
    if (suffix === "sum" && crossedBreaks(result, metric).length > 0) return Number.NaN;
    const value = figures.values[at] ?? Number.NaN;
    return isNumber(value) ? value : Number.NaN;
  });
  return { axes, metrics, values: own };
}

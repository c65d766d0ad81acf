/** Totals of levels along time: of the profiles that are there throughout. */
import type { Dimension } from "../../catalog/dimensions.ts";
import { isStanding } from "../../catalog/kinds.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { onlyThroughout } from "../meaning/levels.ts";
import type { Combining } from "./combine.ts";
import type { Table } from "./table.ts";

/**
 * Folds a result metric by metric. A ratio of a level is of all profiles that have both parts.
 * @example foldThroughout(result, ["date.month"], combine).columns // of fans_lifetime: without pages that ended
 */
export function foldThroughout(
  result: Result,
  dimensions: readonly Dimension[],
  fold: (result: Result, dimensions: readonly Dimension[], combining: Combining) => Table,
  { only, ...combining }: Combining = {},
): Table {
  const counted = dimensions.includes("profile") ? result : onlyThroughout(result).result;
  const tableOf = (metric: Metric): Table =>
    fold(isStanding(metric.kind) ? counted : result, dimensions, { ...combining, only: metric });
  const tables = result.metrics
    .filter(({ name }) => only === undefined || only.name === name)
    .map(tableOf);
  return { ...required(tables[0], "a metric"), columns: tables.flatMap(({ columns }) => columns) };
}

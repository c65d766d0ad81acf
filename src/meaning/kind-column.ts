/** The further column of a metric in the CSV, where the API's number is not the one of its kind. */
import type { Work } from "../async/work.ts";
import { isDateDimension } from "../catalog/dimensions.ts";
import type { KindTraits } from "../catalog/kinds.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowKey } from "../cells/axis.ts";
import { entriesAt, strideAt, stridesOf, type Cells } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { dimensionsOf } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { figuresOf, ownFigures } from "./daily.ts";
import { crossedBreaks } from "./segments.ts";
import { isNumber, replaced, type Figures } from "./figures.ts";

/** Undefined where the API's number is shown, and where rows are single profiles and days. */
export function kindSuffix(
  result: Result,
  { kind, aggregation }: Metric,
): KindTraits["ofCell"] | undefined {
  const dimensions = dimensionsOf(result);
  if (dimensions.includes("profile") && dimensions.includes("date.day")) return undefined;
  if (dimensions.includes("date.weekday") && kind.overProfiles === "sum") return "mean";
  if (kind.ofCell === "api") return undefined;
  const own = aggregation === "average" ? "mean" : "sum";
  return kind.ofCell === own ? undefined : kind.ofCell;
}

/**
 * The numbers of the kinds, in the places of the cells; NaN where they are missing or withheld. Undefined if no metric has
 * any. A row that crosses a break has the last covered day of its last part, and no sum or mean.
 */
export function* kindColumns(result: Result): Work<Cells | undefined> {
  const suffixes = result.cells.metrics.map((metric) => kindSuffix(result, metric));
  if (suffixes.every((suffix) => suffix === undefined)) return undefined;
  const { figures, isCrossed } = yield* ownFigures(result);
  const { axes, metrics, values } = result.cells;
  const isAligned = figures.values.length === values.length;
  const lastPartAt = figures.columns.some(({ metric }) => crossedBreaks(result, metric).length > 0)
    ? yield* lastParts(result, figures)
    : undefined;
  const own = yield* replaced(values, metrics.length, (_, place, at) => {
    const suffix = suffixes[place];
    const column = figures.columns[place];
    if (!isAligned || suffix === undefined || column?.method !== suffix) return Number.NaN;
    if (isCrossed(at) && suffix !== "last") return Number.NaN;
    const partAt = isCrossed(at) ? lastPartAt : undefined;
    const value = partAt === undefined ? numberAt(figures.values, at) : partAt(at);
    return isNumber(value) ? value : Number.NaN;
  });
  return { axes, metrics, values: own };
}

/** Returns the number of the last part of a row that breaks divide, by the place of the whole row. */
function* lastParts(result: Result, { axes, columns }: Figures): Work<(at: number) => number> {
  const divided = yield* figuresOf(result, dimensionsOf(result));
  const strides = stridesOf(divided.axes, divided.columns.length);
  const columnAt = Int32Array.from(columns, ({ metric }) =>
    divided.columns.findLastIndex((column) => column.metric === metric),
  );
  const offsets = axes.map(({ type, rows }, axis) => {
    const parts = divided.axes[axis]?.rows.map(rowKey) ?? [];
    const stride = strideAt(strides, axis);
    return rows.map(
      (row, place) => stride * (isDateDimension(type) ? parts.lastIndexOf(rowKey(row)) : place),
    );
  });
  return (at) => {
    const row = entriesAt(offsets, Math.floor(at / columns.length));
    const first = row.reduce((sum, offset) => sum + offset, 0);
    return numberAt(divided.values, first + numberAt(columnAt, at % columns.length));
  };
}

/** The layout of a table: one dimension runs down, every combination of the others is a series across. */
import { type Dimension } from "../catalog/dimensions.ts";
import { stridesOf } from "../cells/cells.ts";
import { rowName, type Result } from "../cells/result.ts";
import type { Series, SeriesGrid } from "../meaning/series.ts";

export interface NamedSeries extends Series {
  /** One row name per dimension that has more than one row. */
  readonly names: readonly string[];
}

export interface View extends SeriesGrid {
  readonly series: readonly NamedSeries[];
  /** Names of the rows that go down; a single empty one where there is none. */
  readonly rows: readonly string[];
}

export function viewOf(result: Result, down: Dimension | undefined): View {
  const { axes, metrics, values } = result.cells;
  const strides = stridesOf(axes, metrics.length);
  let series: NamedSeries[] = [{ names: [], offset: 0 }];
  const across: Dimension[] = [];
  let rows: readonly string[] = [""];
  let rowStride = 0;

  axes.forEach((axis, index) => {
    const stride = strides[index] ?? 0;
    const names = axis.rows.map((row) => rowName(result, axis.type, row));
    if (axis.type === down) {
      rows = names;
      rowStride = stride;
      return;
    }
    const varies = names.length !== 1;
    if (varies) across.push(axis.type);
    series = series.flatMap((one) =>
      names.map((name, row) => ({
        names: varies ? [...one.names, name] : one.names,
        offset: one.offset + row * stride,
      })),
    );
  });
  const rowCount = rows.length;
  return { result, metrics, values, down, rows, rowCount, rowStride, series, across };
}

export const nameOf = (series: NamedSeries): string => series.names.join(", ") || "all";

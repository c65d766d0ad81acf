/** The series of a chart: the rows with the highest totals, and the sum of the others where it is valid. */
import type { Work } from "../../async/work.ts";
import { isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { Result } from "../../cells/result.ts";
import { withRows } from "../../cells/select.ts";
import { numberAt } from "../../cells/number-at.ts";
import { required } from "../../errors/tool-error.ts";
import { combine } from "../../meaning/combine.ts";
import { differsMuch } from "../../meaning/coverage.ts";
import { figuresOf } from "../../meaning/daily.ts";
import { coverageAt, isNumber } from "../../meaning/figures.ts";
import { rankedFirst } from "../../meaning/ranking.ts";
import { part, thin, whole, type ChartSeries } from "../../replies/chart.ts";
import { placeAt, seriesName, valueAt, viewOf, type Series, type View } from "../../tables/view.ts";

/**
 * A column of figures as a series; its places are the rows that go down.
 * @param others the name of a series that combines the rows without one of their own.
 */
export function seriesOf(view: View, series: Series, column: number, others?: string): ChartSeries {
  const { figures, rows } = view;
  const { metric } = required(figures.columns[column], "a column");
  const name = others ?? (series.names.length === 0 ? metric.name : seriesName(series));
  const time = figures.axes.find(({ type }) => type === view.down)?.time;
  const values = new Float64Array(rows.length).fill(Number.NaN);
  const marks = new Uint8Array(rows.length);
  const places = rows.map((_, row) => placeAt(view, series, row, column));
  const coverage = Float64Array.from(places, (at) => coverageAt(figures, at));
  const most = coverage.reduce((best, one) => Math.max(best, one || 0), 0);
  places.forEach((at, row) => {
    const value = numberAt(figures.values, at);
    if (!isNumber(value)) return;
    values[row] = value;
    const isPart = time?.[row]?.isPartial === true || figures.pending[at] === 1;
    marks[row] = isPart ? part : differsMuch(numberAt(coverage, row), most) ? thin : whole;
  });
  return { name, role: others === undefined ? "own" : "others", values, marks };
}

interface Ranked {
  /** The places of the series: those with the highest totals first; in their order where no total is valid. */
  readonly places: readonly number[];
  /** Names what decides: `highest fans_change`. */
  readonly by: string | undefined;
}

export function* highestFirst(result: Result, dimensions: readonly Dimension[]): Work<Ranked> {
  const others = dimensions.filter((type) => !isDateDimension(type));
  const view = viewOf(result, yield* combine(result, others), "none");
  const { columns } = view.figures;
  const numbersOf = (column: number): number[] =>
    view.series.map((series) => valueAt(view, series, 0, column));
  // Of the first metric with a total; the last part of the range, if a break divides it.
  const first = columns.find((_, place) => numbersOf(place).some(isNumber))?.metric;
  const column = columns.findLastIndex(
    ({ metric }, place) => metric === first && numbersOf(place).some(isNumber),
  );
  return first === undefined
    ? { places: [...view.series.keys()], by: undefined }
    : { places: rankedFirst(numbersOf(column)), by: `highest ${first.name}` };
}

/** Rows of labels overlap, rows of a breakdown are never combined, and people and ratios are not added. */
export function canAddOthers({ cells }: Result, dimensions: readonly Dimension[]): boolean {
  const types = dimensions.filter((type) => !isDateDimension(type));
  return (
    types.length === 1 &&
    types[0] === "profile" &&
    cells.metrics.every(({ kind }) => kind.overProfiles === "sum")
  );
}

/** The profiles without a series of their own, as one. @param shown their places are left out. */
export function* othersView(
  result: Result,
  dimensions: readonly Dimension[],
  shown: readonly number[],
): Work<View> {
  const isShown = new Set(shown);
  const places = Array.from({ length: rowCount(result, "profile") }, (_, place) => place);
  const left = places.filter((place) => !isShown.has(place));
  const rest = withRows(result, "profile", left);
  const time = dimensions.filter((type) => isDateDimension(type));
  return viewOf(rest, yield* figuresOf(rest, time), time[0] ?? "none");
}

export const rowCount = ({ cells, days, labels }: Result, type: Dimension): number =>
  type === "profile_label" && labels !== undefined
    ? labels.rows.length
    : ([...cells.axes, ...(days?.axes ?? [])].find((axis) => axis.type === type)?.rows.length ?? 0);

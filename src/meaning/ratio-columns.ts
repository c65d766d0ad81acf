/** Adds columns of derived ratios to a result that holds the days of their parts. */
import { isDateDimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { stridesOf, type Cells } from "../cells/cells.ts";
import type { Result } from "../cells/result.ts";
import { dimensionsOf, selectMetrics } from "../cells/select.ts";
import { inputError } from "../errors/tool-error.ts";
import { figuresOf } from "./daily.ts";
import { isNumber } from "./figures.ts";
import { withRatios } from "./ratios.ts";
import { crossedBreaks } from "./segments.ts";

/**
 * The result with a column for each ratio, after its own.
 * @throws ToolError `invalid_input` where the days of the parts are not held.
 */
export function addRatios(result: Result, ratios: readonly Metric[]): Result {
  if (ratios.length === 0) return result;
  if (result.days === undefined) {
    throw inputError(
      "the result does not hold single profiles and days, which a ratio is made from",
      "Ask get_profile_metrics with the ratio among its metrics.",
    );
  }
  const days = withRatios(result.days, ratios);
  const metrics = [...result.cells.metrics, ...ratios];
  const types = dimensionsOf(result);
  const isByDay = days.axes.every(({ type }, axis) => type === types[axis]);
  if (isByDay && days.axes.length === types.length) {
    const columns = metrics.map(({ name }) => days.metrics.findIndex((one) => one.name === name));
    return { ...result, cells: selectMetrics(days, columns), days };
  }
  const cells = withEmptyColumns(result.cells, ratios);
  return { ...result, days, cells: withNumbers({ ...result, days, cells }) };
}

function withEmptyColumns({ axes, metrics, values }: Cells, added: readonly Metric[]): Cells {
  const width = metrics.length + added.length;
  const joined = new Float64Array((values.length / metrics.length) * width).fill(Number.NaN);
  for (let from = 0, at = 0; from < values.length; from += metrics.length, at += width)
    joined.set(values.subarray(from, from + metrics.length), at);
  return { axes, metrics: [...metrics, ...added], values: joined };
}

/** The cells with the ratios of their rows; NaN where a row crosses a break, or its ratio is withheld. */
function withNumbers(result: Result): Cells {
  const { cells, network } = result;
  const figures = figuresOf(result, dimensionsOf(result), { isDivided: false });
  const width = cells.metrics.length;
  const axis = figures.axes.findIndex(({ type }) => isDateDimension(type));
  const time = figures.axes[axis]?.time ?? [result];
  const stride = stridesOf(figures.axes, width)[axis] ?? figures.values.length;
  const isCrossed = cells.metrics.map((metric) =>
    time.map(({ start, end }) => crossedBreaks({ network, start, end }, metric).length > 0),
  );
  const values = cells.values.map((value, at) => {
    const column = at % width;
    if (cells.metrics[column]?.isDerived !== true) return value;
    const row = Math.floor(at / stride) % time.length;
    const figure = figures.values[at] ?? Number.NaN;
    return isNumber(figure) && isCrossed[column]?.[row] === false ? figure : Number.NaN;
  });
  return { ...cells, values };
}

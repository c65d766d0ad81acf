/** Ranks the rows of a metrics result by one metric. */
import type { Piece } from "../../replies/reply.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import { fold, unfolded } from "../../cells/accumulator.ts";
import type { Result } from "../../cells/result.ts";
import { withRows } from "../../cells/select.ts";
import { inputError } from "../../errors/tool-error.ts";
import { combines } from "../../meaning/combine.ts";
import { ranking } from "../../meaning/statistics.ts";

export interface Ranked {
  readonly result: Result;
  /** The ranking and the number of rows that it omits; absent where nothing was ranked. */
  readonly note?: string;
}

/**
 * Ranks the rows of the longest dimension but time (of time, where there is no other) by one metric.
 * @param otherwise the metric to rank by where `sortBy` names none; the first metric (default).
 * @throws ToolError `invalid_input` where the metric cannot be combined into one number per row.
 */
export function rank(
  result: Result,
  { sortBy, order, top, offset = 0 }: Piece,
  otherwise?: string,
): Ranked {
  const isRanked = [sortBy, order, top].some((one) => one !== undefined) || offset > 0;
  if (!isRanked) return { result };
  const { axes, metrics } = result.cells;
  const by = sortBy ?? otherwise;
  const column = by === undefined ? 0 : metrics.findIndex(({ name }) => name === by);
  const metric = metrics[column];
  if (metric === undefined) {
    throw inputError(
      `the result has no metric ${by}`,
      `Sort by one of ${metrics.map(({ name }) => name).join(", ")}.`,
    );
  }
  const ranked = rankedAxis(result);
  const whole = axes[ranked];
  if (whole === undefined) return { result };
  const others = axes.filter((axis, index) => index !== ranked && axis.rows.length > 1);
  const uncombinable = others.find((axis) => !combines(result, axis.type, metric));
  if (uncombinable !== undefined) {
    throw inputError(
      `${metric.name} cannot be combined over ${uncombinable.type}, so it cannot rank`,
      "Sort by another metric, or slice to one row of it first.",
    );
  }
  const numbers = fold(result.cells, [unfolded(whole, ranked)]).values.filter(
    (_, at) => at % metrics.length === column,
  );
  const descending = ranking([...numbers]);
  const empty = [...numbers.keys()].filter((row) => Number.isNaN(numbers[row]));
  const places = [...(order === "asc" ? descending.toReversed() : descending), ...empty];
  const shown = places.slice(offset, top === undefined ? undefined : offset + top);
  if (shown.length === 0)
    throw inputError(
      `offset ${offset} is beyond the ${places.length} rows`,
      "Choose a smaller offset.",
    );
  const left = places.length - shown.length;
  return {
    result: withRows(result, ranked, shown),
    note: `Ranked by ${metric.name}, ${order === "asc" ? "lowest" : "highest"} first: ${shown.length} of ${places.length} rows of ${whole.type}${left > 0 ? `, from rank ${offset + 1}; totals are of these` : ""}.`,
  };
}

/** True where the rows of time are the ones to rank, because there are no others. */
export const ranksTime = (result: Result): boolean =>
  isDateDimension(result.cells.axes[rankedAxis(result)]?.type ?? "");

function rankedAxis({ cells: { axes } }: Result): number {
  const candidates = [...axes.keys()].filter((index) => !isDateDimension(axes[index]?.type ?? ""));
  const lengths = (index: number): number => axes[index]?.rows.length ?? 0;
  const longest = candidates.toSorted((left, right) => lengths(right) - lengths(left))[0];
  if (longest !== undefined && lengths(longest) > 1) return longest;
  return axes.findIndex(({ type }) => isDateDimension(type));
}

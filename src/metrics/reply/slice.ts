/** Cuts a piece out of a kept result, and ranks it: no request is needed for either. */
import { rowKey, type RowValue } from "../../cells/axis.ts";
import { earlier, later } from "../../time/days.ts";
import { checkRange } from "../../time/range.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import { invalidInput } from "../../errors/tool-error.ts";
import type { Cells } from "../../cells/cells.ts";
import { fold, unfolded, type FoldedAxis } from "../../cells/fold.ts";
import { rowName, type Result } from "../../cells/result.ts";
import { cell, plural, some } from "../../text/words.ts";
import { ranking } from "../../meaning/statistics.ts";
import { combines } from "../../tables/view.ts";

export interface Slice {
  readonly profiles?: readonly string[] | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
}

export interface Ranking {
  readonly sortBy?: string | undefined;
  readonly order?: "asc" | "desc" | undefined;
  readonly top?: number | undefined;
  readonly offset?: number | undefined;
}

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function slice(result: Result, wanted: Slice): Result {
  let piece = result;
  if (wanted.metrics !== undefined) piece = { ...piece, cells: withMetrics(piece, wanted.metrics) };
  if (wanted.profiles !== undefined) piece = withProfiles(piece, wanted.profiles);
  if (wanted.dateStart !== undefined || wanted.dateEnd !== undefined) {
    piece = withinDates(piece, wanted);
  }
  return piece;
}

function withMetrics({ cells }: Result, names: readonly string[]): Cells {
  const held = cells.metrics.map(({ name }) => name);
  const columns = [...new Set(names)].map((name) => {
    const column = held.indexOf(name);
    if (column === -1)
      throw invalidInput(`the result has no metric ${name}`, `It has ${held.join(", ")}.`);
    return column;
  });
  const width = held.length;
  const values = new Float64Array((cells.values.length / width) * columns.length);
  for (let at = 0, from = 0; from < cells.values.length; from += width) {
    for (const column of columns) values[at++] = cells.values[from + column] ?? Number.NaN;
  }
  return {
    axes: cells.axes,
    metrics: columns.flatMap((column) => cells.metrics[column] ?? []),
    values,
  };
}

function withProfiles(result: Result, wanted: readonly string[]): Result {
  const axis = result.cells.axes.findIndex(({ type }) => type === "profile");
  const rows = result.cells.axes[axis]?.rows;
  if (rows === undefined) {
    throw invalidInput(
      "the result is not split by profile",
      "Ask get_profile_metrics with the dimension profile.",
    );
  }
  const name = (row: RowValue): string => rowName(result, "profile", row);
  const places = [...new Set(wanted)].flatMap((text) => {
    const found = rows.flatMap((row, place) =>
      [rowKey(row), name(row), cell(name(row))].includes(text) ? [place] : [],
    );
    if (found.length === 1) return found;
    throw invalidInput(
      found.length === 0
        ? `the result has no profile ${JSON.stringify(text.slice(0, 80))}`
        : `${plural(found.length, "profile")} of the result are named ${JSON.stringify(text)}: ${some(
            found.map((place) => rowKey(rows[place] ?? "")),
            10,
          )}`,
      "Take ids or exact names from the result's table or from list_profiles.",
    );
  });
  return withRows(result, axis, places);
}

function withinDates(result: Result, { dateStart, dateEnd }: Slice): Result {
  const start = dateStart ?? earlier(result.start, dateEnd ?? result.start);
  const end = dateEnd ?? later(result.end, start);
  checkRange(start, end);
  const axis = result.cells.axes.findIndex(({ type }) => type === "date.day");
  const days = result.cells.axes[axis]?.rows;
  if (days === undefined) {
    throw invalidInput(
      "the result does not hold days",
      "Ask get_profile_metrics with the dimension date.day.",
    );
  }
  if (end < result.start || start > result.end) {
    throw invalidInput(
      `the result covers ${result.start} to ${result.end} only`,
      "Choose days within it.",
    );
  }
  const places = days.flatMap((day, place) => (day >= start && day <= end ? [place] : []));
  const within = {
    start: start > result.start ? start : result.start,
    end: end < result.end ? end : result.end,
  };
  return { ...withRows(result, axis, places), ...within };
}

/** Some rows of one axis, in the order given. */
function withRows(result: Result, axis: number, places: readonly number[]): Result {
  const { cells } = result;
  const order = new Map(places.map((place, index) => [place, index]));
  const axes = cells.axes.map((whole, index): FoldedAxis => {
    if (index !== axis) return unfolded(whole, index);
    const rows = places.flatMap((place): RowValue[] => {
      const row = whole.rows[place];
      return row === undefined ? [] : [row];
    });
    const mapping = whole.rows.map((_, place) => {
      const target = order.get(place);
      return target === undefined ? [] : [target];
    });
    return { axis: { type: whole.type, rows }, from: index, rows: mapping };
  });
  const isProfiles = cells.axes[axis]?.type === "profile";
  return {
    ...result,
    cells: fold(cells, axes),
    profileCount: isProfiles ? places.length : result.profileCount,
  };
}

export interface Ranked {
  readonly result: Result;
  /** What was ranked by what, and how many rows were left out; absent where nothing was. */
  readonly note?: string;
}

/**
 * Rows of the longest dimension but time (of time, where there is no other) by one metric, some of them.
 * @param otherwise the metric to rank by where none is named; left out: the first.
 * @throws ToolError `invalid_input` where the metric cannot be put together to rank by.
 */
export function rank(
  result: Result,
  { sortBy, order, top, offset = 0 }: Ranking,
  otherwise?: string,
): Ranked {
  const isAsked = [sortBy, order, top].some((one) => one !== undefined) || offset > 0;
  if (!isAsked) return { result };
  const { axes, metrics } = result.cells;
  const by = sortBy ?? otherwise;
  const column = by === undefined ? 0 : metrics.findIndex(({ name }) => name === by);
  const metric = metrics[column];
  if (metric === undefined) {
    throw invalidInput(
      `the result has no metric ${by}`,
      `Sort by one of ${metrics.map(({ name }) => name).join(", ")}.`,
    );
  }
  const ranked = rankedAxis(result);
  const type = axes[ranked]?.type;
  const whole = axes[ranked];
  if (whole === undefined || type === undefined) return { result };
  const others = axes.filter((axis, index) => index !== ranked && axis.rows.length > 1);
  const apart = others.find((axis) => !combines(result, axis.type, metric));
  if (apart !== undefined) {
    throw invalidInput(
      `${metric.name} cannot be put together over ${apart.type}, so it cannot rank`,
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
    throw invalidInput(
      `offset ${offset} is beyond the ${places.length} rows`,
      "Choose a smaller offset.",
    );
  const left = places.length - shown.length;
  return {
    result: withRows(result, ranked, shown),
    note: `Ranked by ${metric.name}, ${order === "asc" ? "lowest" : "highest"} first: ${shown.length} of ${places.length} rows of ${type}${left > 0 ? `, from rank ${offset + 1}; totals are of these` : ""}.`,
  };
}

/** Whether rows of time would be ranked: there are no others. */
export const ranksTime = (result: Result): boolean =>
  isDateDimension(result.cells.axes[rankedAxis(result)]?.type ?? "");

function rankedAxis({ cells: { axes } }: Result): number {
  const candidates = [...axes.keys()].filter((index) => !isDateDimension(axes[index]?.type ?? ""));
  const lengths = (index: number): number => axes[index]?.rows.length ?? 0;
  const longest = candidates.toSorted((left, right) => lengths(right) - lengths(left))[0];
  if (longest !== undefined && lengths(longest) > 1) return longest;
  return axes.findIndex(({ type }) => isDateDimension(type));
}

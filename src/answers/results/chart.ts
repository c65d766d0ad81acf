/** Charts of stored metrics results. */
import { isGrid } from "../charts/model/kinds.ts";
import type { Work } from "../../base/async/work.ts";
import { comparisonChart } from "../charts/model/from-comparison.ts";
import { chartOf } from "../charts/model/from-result.ts";
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import type { Result, Comparison } from "../../numbers/cells/result.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import type { Chart, ChartRequest } from "../replies/chart.ts";
import type { Piece } from "../replies/reply.ts";
import { withCountedDays } from "../../numbers/meaning/delivery.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Shown } from "../report/shown.ts";
import { matching } from "../report/where.ts";
import { foldThroughout } from "../../numbers/table/throughout.ts";
import { isListed } from "./listed-view.ts";
import { namedRatios } from "./ratios.ts";
import { shownOf } from "./shown.ts";
import { slice } from "./slice.ts";
import { daysBetween } from "../../base/time/days.ts";

/**
 * Draws the numbers that a piece of a result shows.
 * @throws ToolError `invalid_input` for what the result does not hold, and for kinds that do not fit its numbers.
 */
export function* metricsChart(result: Result, of: Piece, chartRequest: ChartRequest): Work<Chart> {
  if (isListed(of.view))
    throw inputError(`a list of ${of.view} is not drawn`, "Draw the result without a view.");
  if (of.goal !== undefined)
    throw inputError("a goal is one line, which is not drawn", "Draw the result without goal.");
  const { piece, add } = namedRatios(
    { ...of, metrics: chartRequest.metrics ?? of.metrics },
    result.network,
  );
  const isOpen = [chartRequest.grain, piece.grain, piece.window].every(
    (option) => option === undefined,
  );
  const isByWeek = isOpen && isTooLong(result, chartRequest);
  const grain = isGrid(chartRequest.kind)
    ? "day"
    : isByWeek
      ? "week"
      : (chartRequest.grain ?? piece.grain);
  const counted = withCountedDays(yield* add(result));
  const shown = yield* shownOf(counted, { ...piece, grain }, undefined, alongTime);
  const { shown: matched } = matching(shown);
  const request = { ...chartRequest, metrics: piece.metrics, top: chartRequest.top ?? piece.top };
  yield;
  const chart = chartOf(matched, request);
  return isByWeek ? { ...chart, notes: [...chart.notes, byWeekNote] } : chart;
}

/** Along time, levels are of the profiles that are there throughout: one that ends is no fall. */
const alongTime =
  (fold: Shown["fold"]): Shown["fold"] =>
  (result, dimensions, combining) =>
    dimensions.some(isCalendarDate)
      ? foldThroughout(result, dimensions, fold, combining)
      : fold(result, dimensions, combining);

/** More days than this are drawn by week, unless the caller asks for days. */
const mostDays = 200;
const byWeekNote = "A long range of days is drawn by week; with grain day, each day.";

/** True for days that are too many to see, of metrics that have a number for each week. */
const isTooLong = ({ start, end, dimensions, metrics }: Result, { kind }: ChartRequest): boolean =>
  !isGrid(kind) &&
  dimensions.includes("date.day") &&
  daysBetween(start, end) > mostDays &&
  metrics.every((metric) => ["sum", "last"].includes(metric.kind.overDays));

/** @throws ToolError `invalid_input` as {@link metricsChart}, and for a grain. */
export function* comparedChart(
  storedComparison: Comparison,
  dimensions: readonly Dimension[],
  { where }: Piece,
  request: ChartRequest,
): Work<Chart> {
  if (request.grain !== undefined)
    throw inputError(
      "grain cannot be applied to a comparison, whose rows are those of two ranges",
      "Ask get_profile_metrics with compare_to and the dimension of time that you need, or leave grain out.",
    );
  const { piece, add } = namedRatios({ metrics: request.metrics }, storedComparison.now.network);
  const [now, before] = [yield* add(storedComparison.now), yield* add(storedComparison.before)].map(
    (side) => slice(withCountedDays(side), { metrics: piece.metrics }),
  );
  const comparison = {
    ...storedComparison,
    now: required(now, "a side"),
    before: required(before, "a side"),
  };
  return yield* comparisonChart(comparison, dimensions, where, request);
}

/** A comparison as a chart: each row now and before, side by side. */
import type { Work } from "../../async/work.ts";
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import { selectMetrics } from "../../cells/select.ts";
import { inputError, internalError, required } from "../../errors/tool-error.ts";
import { compare, type Compared, type Comparison } from "../../meaning/comparison.ts";
import { isNumber } from "../../meaning/figures.ts";
import { rankedFirst } from "../../meaning/ranking.ts";
import { countedIn } from "../../meaning/segments.ts";
import type { ComparedAxis } from "../../meaning/compared-axes.ts";
import {
  mostSeries,
  type Chart,
  type ChartPanel,
  type ChartRequest,
  isGrid,
} from "../../replies/chart.ts";
import { comparedTitle } from "../../tables/comparison/cells.ts";
import {
  byContribution,
  combinedNames,
  restricted,
  rowNames,
} from "../../tables/comparison/rows.ts";
import { plural, some } from "../../text/words.ts";
import { pair, rowsAlong } from "./compared-series.ts";
import { checkDrawn, mostRows, omittedNote, withMetrics } from "./drawn.ts";
import { checkKind, kindFor } from "./kinds.ts";
import { markNotes } from "./notes.ts";
import { canAddOthers } from "./series.ts";

/** The comparison, the dimensions to draw it at, and the sentence on where it comes from. */
export interface DrawnComparison {
  readonly comparison: Comparison;
  readonly dimensions: readonly Dimension[];
  /** The sentences on where the numbers of a comparison come from. */
  readonly sourceOf: (comparison: Comparison) => Work<string>;
}

/** Each row has two series. */
const mostPairs = mostSeries / 2;

/** @throws ToolError `invalid_input` where the kind does not fit the numbers. */
export function* comparisonChart(
  { comparison: held, dimensions, sourceOf }: DrawnComparison,
  request: ChartRequest,
): Work<Chart> {
  if (isGrid(request.kind))
    throw inputError("a heatmap shows one range", "Use the kind line or bar.");
  const isOfTime = dimensions.some(isCalendarDate);
  const rest = dimensions.filter((type) => !isCalendarDate(type));
  const isSplit = isOfTime && (yield* compare(held, rest)).rowCount > 1;
  const most = request.metrics === undefined && isSplit ? 1 : mostPairs;
  const alike = likeMetrics(held);
  const [now, before] = [held.now, held.before].map((side) =>
    withMetrics({ ...side, cells: selectMetrics(side.cells, alike) }, most),
  );
  if (now === undefined || before === undefined) throw internalError("a comparison has two sides");
  const comparison = { ...held, now: now.result, before: before.result };
  const compared = yield* compare(comparison, dimensions);
  const shown = { comparison, dimensions, compared };
  const layout = isOfTime ? yield* overTime(shown, request.top) : sideBySide(shown, request.top);
  const { panels, places, dimension, notes } = layout;
  const kind = request.kind ?? kindFor(panels, places.length, dimensions);
  checkKind(kind, panels, dimensions);
  const names = panels.map(({ metric }) => metric.name).join(", ");
  const chart: Chart = {
    kind,
    title: `${names} by ${dimension}, now and before`,
    source: yield* sourceOf(comparison),
    isTime: isOfTime,
    ...layout,
    notes: [...notes, ...now.notes, ...unlikeNote(held, alike), ...markNotes(kind, panels)],
  };
  checkDrawn(chart);
  return chart;
}

/**
 * Returns the places of the metrics that count the same thing in both ranges.
 * @throws ToolError `invalid_input` if no metric does.
 */
function likeMetrics({ now, before }: Comparison): number[] {
  const alike = now.cells.metrics.flatMap((metric, place) => {
    const counted = countedIn(now, metric);
    return counted !== undefined && counted === countedIn(before, metric) ? [place] : [];
  });
  if (alike.length > 0) return alike;
  throw inputError(
    "both ranges cannot be drawn together: the metrics count different things in them, because of a break in their series",
    "Draw a result of each range, or compare ranges on one side of the break.",
  );
}

function unlikeNote({ now }: Comparison, alike: readonly number[]): string[] {
  const others = now.cells.metrics.filter((_, place) => !alike.includes(place));
  const names = others.map(({ name }) => name);
  return names.length === 0
    ? []
    : [`Not drawn, because a break changed what they count: ${some(names, 8)}.`];
}

interface Shown {
  readonly comparison: Comparison;
  readonly dimensions: readonly Dimension[];
  readonly compared: Compared;
}

type Layout = Pick<
  Chart,
  "panels" | "places" | "placesBefore" | "dimension" | "notes" | "hasOmittedRows"
>;

/** The rows with the largest changes; each has two bars. */
function sideBySide({ comparison, compared }: Shown, top = mostRows): Layout {
  const rows = byContribution(compared).slice(0, top);
  const names = combinedNames(comparison, compared.axes);
  const first = compared.metrics.find(({ change }) => change.some(isNumber));
  const drawn =
    first === undefined
      ? `first ${plural(rows.length, "row")}`
      : `${plural(rows.length, "row")} with the largest changes of ${first.metric.name}`;
  return {
    places: rows.map((row) => required(names[row], "a row")),
    hasOmittedRows: rows.length < compared.rowCount,
    dimension: compared.axes.map(({ type }) => type.replace("date.", "")).join(" and ") || "range",
    notes: omittedNote(compared.rowCount - rows.length, drawn),
    panels: compared.metrics.map((one) => ({
      metric: one.metric,
      title: comparedTitle(one),
      series: pair(one, rows, "", { today: comparison.now.today }),
      breaks: [],
    })),
  };
}

/** Rows of time, each range along its own days. */
function* overTime(shown: Shown, top = mostPairs): Work<Layout> {
  const { comparison, dimensions, compared } = shown;
  const dates = compared.axes.find(({ type }) => isCalendarDate(type));
  const time = required(dates, "an axis of time");
  const others = compared.axes.filter((axis) => axis !== time);
  const names = combinedNames(comparison, others);
  const most = Math.max(1, Math.floor(mostPairs / compared.metrics.length));
  const rest = dimensions.filter((type) => !isCalendarDate(type));
  const areAll = names.length <= Math.min(top, most);
  const totals = areAll ? undefined : yield* compare(comparison, rest);
  const ranked =
    totals === undefined ? [...names.keys()] : rankedFirst([...(totals.metrics[0]?.now ?? [])]);
  const isRanked = totals?.metrics[0]?.now.some(isNumber) === true;
  const hasOthers = !areAll && most > 1 && canAddOthers(comparison.now, dimensions);
  const chosen = ranked.slice(0, Math.min(top, hasOthers ? most - 1 : most));
  const added = hasOthers ? yield* othersOf(shown, others, ranked.slice(chosen.length)) : undefined;
  const ends = { time, today: comparison.now.today };
  const rowsOf = rowsAlong(compared, time);
  const labels = rowNames(comparison, time);
  const omitted = names.length - chosen.length;
  return {
    places: labels.map(([now = ""]) => now),
    placesBefore: labels.map(([, before = ""]) => before),
    dimension: time.type.replace("date.", ""),
    notes: hasOthers
      ? []
      : omittedNote(
          omitted,
          isRanked
            ? `${chosen.length} rows with the highest ${compared.metrics[0]?.metric.name} now`
            : `first ${chosen.length} rows`,
        ),
    panels: compared.metrics.map((one, place): ChartPanel => {
      const own = chosen.flatMap((series) => {
        const name = names.length === 1 ? "" : `${names[series]}, `;
        return pair(one, rowsOf(series), name, ends);
      });
      const other = added?.metrics[place];
      const all = [...Array.from({ length: time.rows.length }).keys()];
      const name = `${omitted} ${omitted === 1 ? "other" : "others"}, `;
      return {
        metric: one.metric,
        title: comparedTitle(one),
        series: other === undefined ? own : [...own, ...pair(other, all, name, ends)],
        breaks: [],
      };
    }),
  };
}

function* othersOf(
  { comparison, dimensions }: Shown,
  [axis]: readonly ComparedAxis[],
  rows: readonly number[],
): Work<Compared> {
  const rest = restricted(comparison, required(axis, "an axis of profiles"), rows);
  return yield* compare(rest, dimensions.filter(isCalendarDate));
}

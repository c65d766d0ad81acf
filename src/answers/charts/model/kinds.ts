/** The kinds of charts: how each is drawn, which one fits some numbers, and which would mislead. */
import { isCalendarDate, type Dimension } from "../../../catalog/dimensions.ts";
import { inputError } from "../../../base/errors/tool-error.ts";
import type { Chart, ChartKind, ChartPanel } from "../../replies/chart.ts";

interface ChartKindTraits {
  /** As it begins a sentence. */
  readonly title: string;
  /** Points on a line, bars from zero, or the cells of a grid of weekdays and weeks, which has no axis of values. */
  readonly marks: "line" | "bar" | "grid";
  /** The bars of a place are stacked, so that their ends are sums. Only one kind of chart adds its series. */
  readonly isStacked: boolean;
}

const traits: Readonly<Record<ChartKind, ChartKindTraits>> = {
  line: { title: "Line chart", marks: "line", isStacked: false },
  bar: { title: "Bar chart", marks: "bar", isStacked: false },
  stacked: { title: "Stacked bar chart", marks: "bar", isStacked: true },
  heatmap: { title: "Heatmap", marks: "grid", isStacked: false },
};

export const chartTraits = (kind: ChartKind): ChartKindTraits => traits[kind];

/** @param kind undefined: the kind that fits the numbers, which is not a grid. */
export const isGrid = (kind: ChartKind | undefined): boolean =>
  kind !== undefined && traits[kind].marks === "grid";

/** The most series of a chart, over all of its panels. */
export const mostSeries = 8;

/** A single total is shown as a number, because a bar alone compares nothing. */
export const isSingle = ({ kind, places, panels }: Chart): boolean =>
  !isGrid(kind) && places.length === 1 && panels.every(({ series }) => series.length === 1);

/** Bars and stacks begin at zero, and so do lines of numbers that add up. */
export const beginsAtZero = ({ kind }: Chart, { metric }: ChartPanel): boolean =>
  traits[kind].marks === "bar" || metric.kind.overDays === "sum";

/** More bars than this are too narrow to tell apart. */
const mostBars = 62;

/**
 * @param chartKind undefined: lines for levels and for several series; bars for counts that can be totalled, and for rows
 * side by side.
 * @throws ToolError `invalid_input` for a kind that does not fit.
 */
export function kindOf(
  chartKind: ChartKind | undefined,
  panels: readonly ChartPanel[],
  places: number,
  dimensions: readonly Dimension[],
): ChartKind {
  const hasTime = dimensions.some(isCalendarDate);
  if (chartKind === undefined) {
    const areAdded = panels.every(({ metric: { kind } }) => kind.overDays === "sum");
    const hasOneSeries = panels.every(({ series }) => series.length === 1);
    return !hasTime || (areAdded && hasOneSeries && places <= mostBars) ? "bar" : "line";
  }
  const { marks, isStacked } = chartTraits(chartKind);
  if (marks === "line" && !hasTime) {
    throw inputError(
      "a line needs time, and these rows do not follow one another",
      "Use the kind bar, or give a grain such as day.",
    );
  }
  const problem = isStacked ? stackProblem(panels, dimensions) : undefined;
  if (problem !== undefined) throw inputError(`a stack ${problem}`, "Use the kind line or bar.");
  return chartKind;
}

function stackProblem(
  panels: readonly ChartPanel[],
  dimensions: readonly Dimension[],
): string | undefined {
  const overlapping = dimensions.find((type) => !isCalendarDate(type) && type !== "profile");
  const different = panels.find(
    ({ metric: { kind, isSigned } }) =>
      kind.overDays !== "sum" || kind.isDifference || isSigned === true,
  );
  if (different?.metric.isSigned === true)
    return `shows a sum of parts, and ${different.metric.name} can be negative`;
  if (different !== undefined)
    return `shows a sum, and ${different.metric.name} (${different.metric.kind.word}) does not add up over its rows`;
  if (overlapping !== undefined) return `shows a sum, and rows of ${overlapping} have none`;
  if (panels.every(({ series }) => series.length === 1))
    return "needs several series, and the result has one; it needs the dimension profile and time";
  const seriesList = panels.flatMap(({ series }) => series);
  if (seriesList.some(({ role }) => role === "before")) return "cannot show two ranges";
  if (seriesList.some(({ values }) => values.some((value) => value < 0)))
    return "cannot show negative numbers";
  return undefined;
}

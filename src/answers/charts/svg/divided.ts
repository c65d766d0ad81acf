/** Levels on both sides of a break count different things: each side has a panel and a scale of its own. */
import { chartTraits } from "../model/kinds.ts";
import type { Chart, ChartPanel, ChartSeries } from "../../replies/chart.ts";
import { sidesOf } from "../text/chart-text.ts";

/** The value of places that a series does not have; a missing number is NaN. */
export const outside = Number.POSITIVE_INFINITY;

/** The chart with a panel for each side of breaks that are levels of a line. */
export const divided = (chart: Chart): Chart => ({
  ...chart,
  panels: chart.panels.flatMap((panel) => {
    const showsLevels = panel.metric.kind.overDays === "last" && !panel.metric.kind.isDifference;
    const isLine = chartTraits(chart.kind).marks === "line";
    const names = panel.breaks.flatMap(({ sides }) => sides ?? []);
    // A row of time that holds both sides belongs to neither.
    const isNamed = panel.breaks.length > 0 && names.length === panel.breaks.length * 2;
    return showsLevels && isLine && isNamed ? sidePanels(panel, chart.places.length) : [panel];
  }),
});

const sidePanels = (panel: ChartPanel, count: number): ChartPanel[] =>
  sidesOf(panel, count).map(([from, to], at) => {
    const name = panel.breaks[at]?.sides?.[0] ?? panel.breaks[at - 1]?.sides?.[1] ?? "";
    const within = (series: ChartSeries): ChartSeries => ({
      ...series,
      values: series.values.map((value, place) => (place < from || place >= to ? outside : value)),
    });
    return {
      ...panel,
      title: `${panel.title}, ${name}`,
      series: panel.series.map(within),
      breaks: [],
    };
  });

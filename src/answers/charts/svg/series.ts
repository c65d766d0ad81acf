/** The series of a chart as ECharts takes them. */
import { chartTraits } from "../model/kinds.ts";
import { part, full } from "../../replies/chart.ts";
import type { Chart, ChartPanel, ChartSeries } from "../../replies/chart.ts";
import { hasNumber } from "../model/drawn.ts";
import { sidesOf } from "../text/chart-text.ts";
import { outside } from "./divided.ts";
import { hasNumbers, isSideways } from "./layout.ts";
import { barText } from "./numbers.ts";
import { background, fallShade, ink, othersShade, seriesShades, shapes } from "./style.ts";
import type { Shade } from "./style.ts";

/** More bars than this have no room for a text. */
const mostTexts = 62;
/** The most symbols that tell a line from others. */
const mostSymbols = 8;
/** Diagonal lines, which mark what is not whole. */
export const hatch = {
  symbol: "rect",
  dashArrayX: [1, 0],
  dashArrayY: [2, 4],
  rotation: -Math.PI / 4,
  color: background.light,
};

/**
 * One ECharts series for each side of the breaks, because ECharts draws a line through all data of a series.
 * @param drawsParts the marks of parts of a period, beside their lines: else the end of a line would be read as a fall.
 */
function seriesOptions(
  chart: Chart,
  panel: ChartPanel,
  index: number,
  drawsParts = false,
): object[] {
  const areLines = chartTraits(chart.kind).marks === "line";
  return panel.series.flatMap((series, place) =>
    sidesOf(panel, chart.places.length).map(([from, to], side) => {
      const values = (series.drawn ?? series.values).map((value, at) => {
        const isElsewhere = areLines && (series.marks[at] === part) !== drawsParts;
        return series.isHidden === true || at < from || at >= to || isElsewhere ? outside : value;
      });
      const drawn = { ...series, values };
      return {
        id: `${index}.${place}.${side}${drawsParts ? ".parts" : ""}`,
        xAxisIndex: index,
        yAxisIndex: index,
        ...(areLines
          ? lineOption(chart, panel, drawn, place)
          : barOption(chart, panel, drawn, place)),
        ...(drawsParts && { lineStyle: { width: 0 } }),
      };
    }),
  );
}

/** The parts of periods of a chart of lines follow all of its series, in the same order. */
export const allSeries = (chart: Chart): object[] =>
  [false, ...(hasParts(chart) ? [true] : [])].flatMap((drawsParts) =>
    chart.panels.flatMap((panel, at) => seriesOptions(chart, panel, at, drawsParts)),
  );

/** True for a chart of lines with parts of periods. */
const hasParts = ({ kind, panels }: Chart): boolean =>
  chartTraits(kind).marks === "line" &&
  panels.some(({ series }) => series.some(({ marks }) => marks.includes(part)));

/** The number of series without those of the parts, which have the numbers of their lines. */
export const seriesCount = ({ panels, places }: Chart): number =>
  panels.reduce(
    (sum, panel) => sum + panel.series.length * sidesOf(panel, places.length).length,
    0,
  );

/** Both ranges of a comparison follow each other. */
const rowAt = ({ series }: ChartPanel, place: number): number =>
  series.some(({ role }) => role === "before") ? Math.floor(place / 2) : place;

/** Of more lines than this, only the first three with a number have a colour. */
const mostColoured = 5;
const coloured = 3;

/** Grey: the earlier range of a comparison, the sum of the others in a stack, and most of many lines. */
export function shadeAt({ kind }: Pick<Chart, "kind">, panel: ChartPanel, place: number): Shade {
  const row = rowAt(panel, place);
  const areMany =
    chartTraits(kind).marks === "line" && rowAt(panel, panel.series.length) > mostColoured;
  const earlier = panel.series.slice(0, place).filter(hasNumber).length;
  const { [place]: series } = panel.series;
  const isGrey = areMany && (earlier >= coloured || series === undefined || !hasNumber(series));
  const isOwn = series?.role === "own" && !isGrey;
  return (isOwn && seriesShades[row]) || othersShade;
}

/** Lines that cross could be confused without colour; those of an earlier range differ by their width. */
function doCross({ series }: ChartPanel): boolean {
  const lines = series
    .filter(({ role, isHidden }) => role === "own" && isHidden !== true)
    .map(({ values }) => values);
  return lines.some((line, place) =>
    lines.slice(0, place).some((counterpart) => {
      const signs = line.map((value, at) => Math.sign(value - (counterpart[at] ?? Number.NaN)));
      return signs.includes(1) && signs.includes(-1);
    }),
  );
}

function lineOption(
  chart: Chart,
  panel: ChartPanel,
  { values, marks, role }: ChartSeries,
  place: number,
): object {
  const shade = shadeAt(chart, panel, place);
  const color = shade.light;
  const hasSymbols = doCross(panel);
  const isHeld = (at: number): boolean => Number.isFinite(values[at]);
  // If several places share a pixel, a line between two of them may be invisible.
  const shortest = values.length > 300 ? 2 : 1;
  const step = Math.ceil(values.length / mostSymbols);
  const hollow = { color: background.light, borderColor: color, borderWidth: 1.5 };
  return {
    type: "line",
    // Those with a colour lie above the grey ones.
    z: shade === othersShade ? 1 : 2,
    symbol: hasSymbols ? shapes[rowAt(panel, place)] : "circle",
    symbolSize: 6,
    showAllSymbol: true,
    lineStyle: { color, width: role === "before" ? 1 : 2 },
    itemStyle: { color },
    data: Array.from(values, (value, at) => {
      if (!isHeld(at)) return null;
      if (marks[at] !== full) return { value, itemStyle: hollow };
      // A point between gaps has no line, and would not show without its symbol.
      const isAlone = !isHeld(at - 1) && !isHeld(at + shortest);
      return isAlone || (hasSymbols && at % step === 0) ? value : { value, symbol: "none" };
    }),
  };
}

function barOption(chart: Chart, panel: ChartPanel, series: ChartSeries, place: number): object {
  const { isStacked } = chartTraits(chart.kind);
  const index = chart.panels.indexOf(panel);
  const hasPairs = panel.series.some(({ role }) => role === "before");
  const width = (series.role === "before" ? 60 : 100) / panel.series.length;
  return {
    type: "bar",
    // Clipping would drop bars that are narrower than a pixel.
    clip: false,
    // Both sides of a break are one series of bars.
    ...(isStacked ? { stack: `panel ${index}` } : {}),
    ...(panel.breaks.length > 0 && !isStacked ? { stack: `${index}.${place}` } : {}),
    ...(hasPairs ? { barWidth: `${width}%` } : {}),
    barMaxWidth: 40,
    itemStyle: {
      color: shadeAt(chart, panel, place).light,
      // The segments of a stack stay apart without colour.
      ...(isStacked && hasTexts(chart, panel, series)
        ? { borderColor: background.light, borderWidth: 0.5 }
        : {}),
    },
    data: barsOf(chart, panel, series, place),
  };
}

/** True for bars with room for their numbers, and without texts of their own. */
const hasTexts = ({ kind, places }: Chart, panel: ChartPanel, { texts }: ChartSeries): boolean =>
  texts === undefined &&
  places.length * (chartTraits(kind).isStacked ? 1 : panel.series.length) <= mostTexts;

function barsOf(
  chart: Chart,
  panel: ChartPanel,
  series: ChartSeries,
  place: number,
): (object | null)[] {
  const { values, marks, texts } = series;
  const { isStacked } = chartTraits(chart.kind);
  const hasText = hasTexts(chart, panel, series);
  const label = {
    show: hasText && (!isStacked || place === 0),
    position: isSideways(chart) ? "right" : "top",
    color: ink.light,
    opacity: 1,
    textBorderWidth: 0,
  };
  const isNumbered = (value: number): boolean =>
    !isStacked && texts === undefined && (value === 0 || hasNumbers(chart, panel));
  const labelled = (value: number): object => ({
    label: { ...label, formatter: () => barText(value) },
  });
  return Array.from(values, (value, at) => {
    if (value === outside) return null;
    // An invisible bar carries the dash of a missing number.
    if (Number.isNaN(value))
      return hasText ? { value: 0, itemStyle: { opacity: 0 }, ...labelled(value) } : null;
    const color = texts === undefined || value >= 0 ? {} : { color: fallShade.light };
    const decal = marks[at] === full ? {} : { decal: hatch };
    return {
      value,
      ...(isNumbered(value) ? labelled(value) : {}),
      itemStyle: { ...color, ...decal },
    };
  });
}

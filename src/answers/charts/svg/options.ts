/** A chart as ECharts takes it. */
import { beginsAtZero, isGrid, isSingle } from "../model/kinds.ts";
import type { Chart, ChartPanel } from "../../replies/chart.ts";
import { grouped } from "../../../base/text/numbers.ts";
import { required } from "../../../base/errors/tool-error.ts";
import { markedNumber } from "../text/chart-text.ts";
import { unitOf } from "../model/heading.ts";
import { axisDates } from "../model/dates.ts";
import {
  fontSize,
  hasNumbers,
  headingHeight,
  isSideways,
  lineHeight,
  margin,
  placeLines,
} from "./layout.ts";
import { valuesWidth, type Layout } from "./layout.ts";
import { heatmapOptions, weekdayAxis } from "./heatmap.ts";
import { compact } from "./numbers.ts";
import { allSeries } from "./series.ts";
import { background, faint, gridLine, ink } from "./style.ts";

export function optionsOf(chart: Chart, layout: Layout): Record<string, unknown> {
  const { left, right, panels } = layout;
  const frame = {
    animation: false,
    backgroundColor: background.light,
    textStyle: { color: ink.light, fontFamily: "sans-serif" },
    title: titles(chart, layout),
  };
  if (isSingle(chart)) return frame;
  const axes = chart.panels.map((panel, index) => [
    placeAxis(chart, index, layout.width),
    isGrid(chart.kind) ? weekdayAxis(chart) : valueAxis(chart, panel, index),
  ]);
  const [xAxis, yAxis] = (isSideways(chart) ? [1, 0] : [0, 1]).map((at) =>
    axes.map((pair) => pair[at]),
  );
  return {
    ...frame,
    grid: panels.map(({ top, height }) => ({ left, top, height, width: right - left })),
    xAxis,
    yAxis,
    ...(isGrid(chart.kind) ? heatmapOptions(chart, layout) : { series: allSeries(chart) }),
  };
}

const text = (lines: readonly string[], top: number, style: object): object => ({
  text: lines.join("\n"),
  left: margin,
  top,
  padding: 0,
  textStyle: { color: ink.light, fontSize, fontWeight: "normal", lineHeight, ...style },
});

const titles = (chart: Chart, layout: Layout): object[] => [
  text(layout.title, margin - 2, { fontSize: 15, fontWeight: "bold", lineHeight: 20 }),
  text(layout.source, layout.sourceTop, { color: faint.light }),
  ...chart.panels.flatMap((panel, index) => {
    const { top } = required(layout.panels[index], "a panel");
    const heading = (lines: readonly string[]): object =>
      text([lines.filter(Boolean).join(", ")], top - headingHeight(chart), {});
    if (!isSingle(chart)) return [heading([panel.title])];
    const number = `${grouped(markedNumber(required(panel.series[0], "a series"), 0))} ${unitOf(panel.metric)}`;
    const large = { fontSize: 26, lineHeight: 30, fontWeight: "bold" };
    return [heading([panel.title, ...chart.places]), text([number], top, large)];
  }),
  text(layout.caption, layout.captionTop, { color: faint.light }),
];

const labels = { color: faint.light, fontSize };

function placeAxis(chart: Chart, gridIndex: number, width: number): object {
  const names = chart.isTime ? axisDates(chart) : [];
  const panel = chart.panels[gridIndex];
  const isLabelled = names.includes("") && {
    interval: (place: number) => names[place] !== "",
  };
  const isDown = isSideways(chart);
  return {
    type: "category",
    gridIndex,
    data: [...chart.places],
    inverse: isDown,
    axisLabel: {
      ...labels,
      formatter: (name: string, place: number) =>
        isDown ? placeLines(name, width).join("\n") : (names[place] ?? ""),
      hideOverlap: true,
      ...(isDown ? { interval: 0, lineHeight: 14 } : isLabelled),
    },
    // Names beside bars to both sides of zero stay at the edge: the line at zero is drawn above.
    axisLine: {
      show: !isGrid(chart.kind) && !hasTexts(chart),
      // A light line where the scale does not begin at 0.
      lineStyle: { color: (panel && isFromZero(chart, panel) ? faint : gridLine).light },
      onZero: !hasTexts(chart),
    },
    axisTick: { show: names.includes(""), alignWithLabel: true, ...isLabelled },
  };
}

/** The bars of a chart have texts beside them: they show changes. */
const hasTexts = ({ panels }: Chart): boolean =>
  panels.some(({ series }) => series.some(({ texts }) => texts !== undefined));

/** Levels that vary little would be a flat line on a scale from 0. */
function isFromZero(chart: Chart, panel: ChartPanel): boolean {
  const numbers = panel.series.flatMap(({ values }) => [...values].filter(Number.isFinite));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return beginsAtZero(chart, panel) || low <= high / 2;
}

/** Names what is counted. */
const valueAxis = (chart: Chart, panel: ChartPanel, gridIndex: number): object => ({
  type: "value",
  gridIndex,
  name: isFromZero(chart, panel) ? unitOf(panel.metric) : `${unitOf(panel.metric)} (not from 0)`,
  ...(isSideways(chart)
    ? { nameLocation: "middle", nameGap: 24, nameTextStyle: labels }
    : {
        nameGap: 8,
        nameTextStyle: { ...labels, align: "left", padding: [0, 0, 0, margin - valuesWidth] },
      }),
  scale: !isFromZero(chart, panel),
  // Whole numbers have whole ticks.
  minInterval: panel.series.some(({ values }) => values.some((value) => Math.abs(value % 1) > 0))
    ? 0
    : 1,
  splitNumber: hasTexts(chart) || hasNumbers(chart, panel) ? 2 : 4,
  axisLabel: { ...labels, hideOverlap: true, formatter: (value: number) => compact(value) },
  splitLine: { lineStyle: { color: gridLine.light } },
});

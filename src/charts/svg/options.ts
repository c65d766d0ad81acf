/** A chart as ECharts takes it. */
import { beginsAtZero, type Chart, type ChartPanel, isGrid } from "../../replies/chart.ts";
import { required } from "../../errors/tool-error.ts";
import { compact } from "../text/compact.ts";
import { isCrowdedAxis, legendKey, legendNames, type Layout } from "./layout.ts";
import { seriesOptions } from "./series.ts";
import { background, faint, gridLine, heatShades, ink, othersShade } from "./style.ts";

const fontSize = 12;
/** Longer names of places are cut. */
const mostCharacters = 16;

/** @param hidden names in the legend whose series are not drawn. */
export function optionsOf(
  chart: Chart,
  layout: Layout,
  hidden: ReadonlySet<string>,
): Record<string, unknown> {
  const { width, left, right, panels } = layout;
  const isHeatmap = isGrid(chart.kind);
  return {
    animation: false,
    backgroundColor: background.light,
    textStyle: { color: ink.light, fontFamily: "sans-serif" },
    title: titles(chart, layout),
    legend: legendOf(chart, layout, hidden),
    grid: panels.map(({ top, height }) => ({ left, top, height, width: width - left - right })),
    xAxis: chart.panels.map((_, index) => placeAxis(chart, index)),
    yAxis: chart.panels.map((panel, index) =>
      isHeatmap ? weekdayAxis(chart) : valueAxis(chart, panel, index),
    ),
    ...(isHeatmap
      ? heatmapOptions(chart, layout)
      : { series: chart.panels.flatMap((panel, index) => seriesOptions(chart, panel, index)) }),
  };
}

const text = (lines: readonly string[], top: number, style: object): object => ({
  text: lines.join("\n"),
  left: 16,
  top,
  padding: 0,
  textStyle: { color: ink.light, ...style },
});

const titles = (chart: Chart, { title, panels, captionTop, caption }: Layout): object[] => [
  text(title, 14, { fontSize: 16, fontWeight: "bold", lineHeight: 22 }),
  ...chart.panels.map((panel, index) =>
    text([panel.title], required(panels[index], "a panel").top - 28, {
      fontSize,
      fontWeight: "normal",
    }),
  ),
  text(caption, captionTop, { fontSize, fontWeight: "normal", lineHeight: 16, color: faint.light }),
];

function legendOf(chart: Chart, { legendTop }: Layout, hidden: ReadonlySet<string>): object {
  const names = legendNames(chart);
  return {
    show: names.length > 0,
    data: names.map((_, at) => legendKey(at)),
    formatter: (key: string) => names[Number(key) - 1] ?? "",
    left: 12,
    top: legendTop,
    itemWidth: 34,
    // Each name gets a box that takes the mouse.
    selectedMode: "multiple",
    selected: Object.fromEntries(
      names.map((name, at) => [legendKey(at), !hidden.has(name)] as const),
    ),
    inactiveColor: othersShade.light,
    inactiveBorderColor: othersShade.light,
    lineStyle: { inactiveColor: othersShade.light },
    textStyle: { color: ink.light, fontSize },
  };
}

function placeAxis({ places, isTime, dimension }: Chart, gridIndex: number): object {
  const years = new Set(places.map((name) => name.slice(0, 4)));
  const areDays = isTime && places.every((name) => /^\d{4}-\d\d-\d\d$/.test(name));
  const short = (name: string): string =>
    areDays && years.size === 1
      ? name.slice(5)
      : name.length > mostCharacters
        ? `${name.slice(0, mostCharacters - 1)}…`
        : name;
  const isCrowded = isCrowdedAxis({ isTime, places });
  return {
    type: "category",
    gridIndex,
    data: [...places],
    name: dimension === "total" || isCrowded ? "" : dimension,
    nameLocation: "end",
    nameTextStyle: {
      color: faint.light,
      fontSize,
      align: "right",
      verticalAlign: "top",
      padding: [24, 0, 0, 0],
    },
    axisLabel: {
      color: faint.light,
      fontSize: isCrowded ? 10 : fontSize,
      formatter: short,
      hideOverlap: true,
      ...(isCrowded ? { rotate: 35, interval: 0 } : {}),
    },
    axisLine: { lineStyle: { color: faint.light }, onZero: true },
    axisTick: { show: false },
  };
}

const valueAxis = (chart: Chart, panel: ChartPanel, gridIndex: number): object => ({
  type: "value",
  gridIndex,
  scale: !beginsAtZero(chart, panel),
  // Whole numbers have whole ticks.
  ...(areWhole(panel) ? { minInterval: 1 } : {}),
  splitNumber: 4,
  axisLabel: { color: faint.light, fontSize, formatter: (value: number) => compact(value) },
  splitLine: { lineStyle: { color: gridLine.light } },
});

const areWhole = ({ series }: ChartPanel): boolean =>
  series.every(({ values }) =>
    values.every((value) => Number.isNaN(value) || Number.isInteger(value)),
  );

const weekdayAxis = ({ panels }: Chart): object => ({
  type: "category",
  inverse: true,
  data: panels[0]?.series.map(({ name }) => name) ?? [],
  axisLabel: { color: faint.light, fontSize },
  axisLine: { show: false },
  axisTick: { show: false },
});

/** Each number is in one of five ranges of equal width. */
function heatmapOptions({ panels }: Chart, { width, panels: boxes }: Layout): object {
  const cells = panels.flatMap(({ series }) =>
    series.flatMap(({ values }, weekday) =>
      Array.from(values, (value, week) => [week, weekday, value] as const),
    ),
  );
  const held = cells.filter(([, , value]) => !Number.isNaN(value));
  const numbers = held.map(([, , value]) => value);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const step = (high - low) / heatShades.length;
  const pieces = heatShades.map(({ light }, index) => ({
    color: light,
    ...(index === 0 ? {} : { gte: low + index * step }),
    ...(index === heatShades.length - 1 ? {} : { lt: low + (index + 1) * step }),
    label: `${compact(low + index * step, 3)} to ${compact(low + (index + 1) * step, 3)}`,
  }));
  const { top } = required(boxes[0], "a panel");
  return {
    visualMap: {
      type: "piecewise",
      orient: "horizontal",
      top: top - 32,
      right: 24,
      itemGap: 26,
      selectedMode: false,
      itemWidth: 14,
      textStyle: { color: ink.light, fontSize: 10 },
      // A single number has one range.
      pieces: step === 0 ? [{ ...pieces.at(-1), gte: low, label: compact(low, 3) }] : pieces,
    },
    series: [
      {
        type: "heatmap",
        data: held.map((cell) => [...cell]),
        itemStyle: { borderColor: background.light, borderWidth: Math.min(2, width / 400) },
      },
    ],
  };
}

/** The series of a chart as ECharts takes them. */
import {
  part,
  whole,
  type Chart,
  type ChartPanel,
  type ChartSeries,
  chartTraits,
} from "../../replies/chart.ts";
import { formatNumber } from "../../text/numbers.ts";
import { sidesOf } from "../text/chart-text.ts";
import { seriesNames } from "../text/names.ts";
import { legendKey } from "./layout.ts";
import { background, dashes, ink, othersShade, seriesShades, shapes } from "./style.ts";

/** More marks than this are drawn without shapes, and without the 0 of an empty bar. */
const mostShapes = 62;
const symbolSize = 7;

/** Diagonal lines, which mark what is not whole; no series has them as its own pattern. */
const hatch = {
  symbol: "rect",
  dashArrayX: [1, 0],
  dashArrayY: [2, 4],
  rotation: -Math.PI / 4,
  color: background.light,
};

/** By the place of a series of bars: patterns that tell them apart without colours. */
const decals = [
  { symbol: "circle", symbolSize: 0.5, dashArrayX: [[5, 5]], dashArrayY: [5] },
  { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 5] },
  { symbol: "rect", dashArrayX: [[2, 5]], dashArrayY: [1, 0] },
  { symbol: "triangle", symbolSize: 0.7, dashArrayX: [[8, 6]], dashArrayY: [8, 4] },
  { symbol: "rect", symbolSize: 0.6, dashArrayX: [[6, 4]], dashArrayY: [6, 4] },
  { symbol: "diamond", symbolSize: 0.8, dashArrayX: [[9, 5]], dashArrayY: [9, 3] },
  { symbol: "circle", symbolSize: 0.3, dashArrayX: [[3, 3]], dashArrayY: [3] },
].map((decal) => ({ ...decal, color: background.light }));

/** One ECharts series for each side of the breaks, because ECharts draws a line through all data of a series. */
export function seriesOptions(chart: Chart, panel: ChartPanel, index: number): object[] {
  const names = [...seriesNames(chart).keys()];
  return panel.series.flatMap((series, place) =>
    sidesOf(panel, chart.places.length).map(([from, to], side) => {
      const values = within(series.drawn ?? series.values, from, to);
      const own = { ...series, values };
      return {
        id: `${index}.${place}.${side}`,
        name: legendKey(names.indexOf(series.name)),
        xAxisIndex: index,
        yAxisIndex: index,
        ...(chartTraits(chart.kind).marks === "line"
          ? lineOption(chart, panel, own, place)
          : barOption(chart, panel, own, place, index)),
      };
    }),
  );
}

/** The values of some places, NaN elsewhere. */
const within = (values: Float64Array, from: number, to: number): Float64Array =>
  values.map((value, place) => (place >= from && place < to ? value : Number.NaN));

/** Both ranges of a comparison have one colour. */
function shadeAt({ series }: ChartPanel, place: number): string {
  const own = series[place];
  if (own?.role === "others") return othersShade.light;
  const hasPairs = series.some(({ role }) => role === "before");
  const at = hasPairs ? Math.floor(place / 2) : place;
  return seriesShades[at % seriesShades.length]?.light ?? othersShade.light;
}

function lineOption(
  { places }: Chart,
  panel: ChartPanel,
  { values, marks, role }: ChartSeries,
  place: number,
): object {
  const color = shadeAt(panel, place);
  const isHeld = (at: number): boolean => Number.isFinite(values[at]);
  return {
    type: "line",
    symbol: shapes[place % shapes.length],
    symbolSize,
    showAllSymbol: true,
    lineStyle: {
      color,
      width: role === "before" ? 1.5 : 2,
      type: role === "before" ? [5, 4] : (dashes[place % dashes.length] ?? []),
    },
    itemStyle: { color },
    data: Array.from(values, (value, at) => {
      if (Number.isNaN(value)) return null;
      const isWhole = marks[at] === whole;
      // A point between gaps has no line, and would not show without its shape.
      const isAlone = !isHeld(at - 1) && !isHeld(at + 1);
      if (isWhole && (places.length <= mostShapes || isAlone)) return value;
      if (isWhole) return { value, symbol: "none" };
      return {
        value,
        itemStyle: { color: background.light, borderColor: color, borderWidth: 1.5 },
      };
    }),
  };
}

function barOption(
  { kind, places }: Chart,
  panel: ChartPanel,
  { values, marks, role }: ChartSeries,
  place: number,
  index: number,
): object {
  const color = shadeAt(panel, place);
  const isSingle = panel.series.length === 1;
  const decal = place === 0 ? undefined : decals[(place - 1) % decals.length];
  const hasZeros = places.length * panel.series.length <= mostShapes;
  const hasBreaks = panel.breaks.length > 0;
  const { isStacked } = chartTraits(kind);
  return {
    type: "bar",
    // Clipping would drop bars that are narrower than a pixel.
    clip: false,
    // Both sides of a break are one series of bars.
    ...(isStacked || hasBreaks
      ? { stack: isStacked ? `panel ${index}` : `${index}.${place}` }
      : {}),
    barMaxWidth: 48,
    itemStyle: { color, opacity: role === "before" ? 0.55 : 1, ...(isSingle ? {} : { decal }) },
    data: Array.from(values, (value, at) => {
      if (Number.isNaN(value)) return null;
      const isWhole = marks[at] === whole;
      const zero =
        value === 0 && hasZeros && !isStacked
          ? {
              label: {
                show: true,
                position: "top",
                color: ink.light,
                textBorderWidth: 0,
                formatter: () => formatNumber(0),
              },
            }
          : {};
      return isWhole
        ? { value, ...zero }
        : {
            value,
            ...zero,
            itemStyle: { decal: hatch, opacity: marks[at] === part ? 0.75 : 0.85 },
          };
    }),
  };
}

/** A heatmap as ECharts takes it: its axis of weekdays, its classes and its cells. */
import { full, type Chart } from "../../replies/chart.ts";
import { required } from "../../../base/errors/tool-error.ts";
import { fontSize, margin, usualWidth, type Layout } from "./layout.ts";
import { compact } from "./numbers.ts";
import { hatch } from "./series.ts";
import { background, faint, heatShades, ink } from "./style.ts";

export const weekdayAxis = ({ panels }: Chart): object => ({
  type: "category",
  inverse: true,
  data: panels[0]?.series.map(({ name }) => name) ?? [],
  axisLabel: { color: faint.light, fontSize },
  axisLine: { show: false },
  axisTick: { show: false },
});

/** At most five ranges, each with about as many of the numbers, so that one high number does not make all others alike. */
function heatPieces(values: readonly number[], isNarrow: boolean): object[] {
  const sorted = values.toSorted((left, right) => left - right);
  const starts = heatShades.map(
    (_, at) => sorted[Math.floor((at * sorted.length) / heatShades.length)],
  );
  const lows = [...new Set(starts)].filter((low) => low !== undefined);
  return lows.map((low, at) => {
    const next = lows[at + 1] ?? Number.POSITIVE_INFINITY;
    const high = sorted.findLast((value) => value < next) ?? low;
    const [from, to] = [low, high].map((value) => compact(value, 3));
    return {
      // Few ranges have the outer shades.
      color:
        heatShades[
          lows.length === 1 ? 2 : Math.round((at * (heatShades.length - 1)) / (lows.length - 1))
        ]?.light,
      gte: low,
      lte: high,
      label: from === to ? from : isNarrow ? `≤${to}` : `${from}–${to}`,
    };
  });
}

export function heatmapOptions({ panels }: Chart, { panels: boxes, width }: Layout): object {
  const rows = panels.flatMap(({ series }) => series);
  const numbers = rows.flatMap(({ values }) => Array.from(values)).filter(Number.isFinite);
  const { top } = required(boxes[0], "a panel");
  return {
    visualMap: {
      type: "piecewise",
      orient: "horizontal",
      top: top - 22,
      left: margin,
      padding: 0,
      itemGap: 8,
      selectedMode: false,
      itemWidth: 12,
      textStyle: { color: ink.light, fontSize },
      pieces: heatPieces(numbers, width < usualWidth),
    },
    series: [
      {
        type: "heatmap",
        data: rows.flatMap(({ values, marks }, weekday) =>
          Array.from(values, (value, week) => ({
            value: [week, weekday, Number.isNaN(value) ? "-" : value],
            ...(marks[week] === full ? {} : { itemStyle: { decal: hatch } }),
          })),
        ),
        itemStyle: { borderColor: background.light, borderWidth: 1.5 },
      },
    ],
  };
}

/** Draws a chart as SVG: no canvas, no fonts, nothing but text. */
import { BarChart, HeatmapChart, LineChart } from "echarts/charts";
import {
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  VisualMapPiecewiseComponent,
} from "echarts/components";
import { init, use, type ECharts } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import type { Chart } from "../../replies/chart.ts";
import { descriptionOf } from "../text/chart-text.ts";
import { layoutOf, type Layout } from "./layout.ts";
import { optionsOf } from "./options.ts";
import { darkStyle, ink } from "./style.ts";

use([
  BarChart,
  GraphicComponent,
  GridComponent,
  HeatmapChart,
  LegendComponent,
  LineChart,
  SVGRenderer,
  TitleComponent,
  VisualMapPiecewiseComponent,
]);

/** Pixels. */
const defaultWidth = 800;

/** The picture adapts to light and dark backgrounds. */
export function svgOf(chart: Chart, width = defaultWidth): string {
  const layout = layoutOf(chart, width);
  const drawing = init(null, null, {
    renderer: "svg",
    ssr: true,
    width,
    height: layout.height,
  });
  try {
    drawing.setOption(optionsOf(chart, layout));
    drawing.setOption({ graphic: breakLines(chart, layout, drawing) });
    return finished(drawing.renderToSVGString(), chart);
  } finally {
    drawing.dispose();
  }
}

/** Vertical lines between two places, with what changed there. */
function breakLines(chart: Chart, { panels }: Layout, drawing: ECharts): object[] {
  return chart.panels.flatMap(({ breaks }, index) =>
    breaks.flatMap(({ place, label }) => {
      const box = panels[index];
      const at = (one: number): number => drawing.convertToPixel({ xAxisIndex: index }, one);
      if (box === undefined) return [];
      const step = chart.places.length > 1 ? at(1) - at(0) : 0;
      const x = at(place) - step / 2;
      const { top, height } = box;
      const isRight = x > 400;
      return [
        {
          type: "line",
          shape: { x1: x, y1: top - 4, x2: x, y2: top + height },
          style: { stroke: ink.light, lineWidth: 1, lineDash: [4, 3] },
        },
        {
          type: "text",
          x: isRight ? x - 4 : x + 4,
          y: top - 4,
          style: {
            text: label,
            fill: ink.light,
            fontSize: 10,
            align: isRight ? "right" : "left",
            verticalAlign: "bottom",
          },
        },
      ];
    }),
  );
}

/** Removes what only a browser with ECharts needs, and adds what readers of the picture need. */
function finished(svg: string, chart: Chart): string {
  const head = [
    `<title id="title">${escaped(chart.title)}</title>`,
    `<desc id="desc">${escaped(descriptionOf(chart))}</desc>`,
    `<style>@media (prefers-color-scheme:dark){${darkStyle()}}</style>`,
  ].join("\n");
  return (
    svg
      .replace(/<style ?>[\s\S]*?<\/style>\n?/, "")
      .replaceAll(/ class="[^"]*"/g, "")
      .replaceAll(/zr\d+-/g, "")
      .replaceAll(/ ecmeta_ssr_type="[^"]*"/g, "")
      // Parts of the legend are no marks, and boxes that take the mouse are not seen.
      .replaceAll(/ ecmeta_series_index="\d+" ecmeta_data_index="\d+" ecmeta_silent="true"/g, "")
      .replaceAll(/<path [^>]*fill="none" pointer-events="visible"><\/path>\n/g, "")
      .replaceAll(/<path [^>]*fill-opacity="0"[^>]*><\/path>\n/g, "")
      .replaceAll(' pointer-events="visible"', "")
      .replaceAll(' fill="#000" stroke', ' fill="none" stroke')
      .replaceAll("ecmeta_series_index", "data-series")
      .replaceAll("ecmeta_data_index", "data-place")
      .replace(/<svg([^>]*)>/, `<svg$1 role="img" aria-labelledby="title desc">\n${head}\n`)
  );
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

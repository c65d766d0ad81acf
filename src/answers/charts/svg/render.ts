/**
 * Draws a chart as SVG: no canvas, no fonts, nothing but text. ECharts is loaded with the first picture, and its
 * output is cleaned up.
 */
import { BarChart, HeatmapChart, LineChart } from "echarts/charts";
import { GridComponent, TitleComponent, VisualMapPiecewiseComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import LRU from "zrender/lib/core/LRU.js";
import { ToolError } from "../../../base/errors/tool-error.ts";
import type { Chart, ChartSeries, Picture } from "../../replies/chart.ts";
import { plural } from "../../../base/text/words.ts";
import { descriptionOf } from "../text/chart-text.ts";
import { seriesNames } from "../text/names.ts";
import { drawnAbove, escaped } from "./above.ts";
import { divided } from "./divided.ts";
import { endNames, layoutOf, notDrawn } from "./layout.ts";
import { optionsOf } from "./options.ts";
import { seriesCount } from "./series.ts";
import { darkStyle } from "./style.ts";

use([
  BarChart,
  GridComponent,
  HeatmapChart,
  LineChart,
  SVGRenderer,
  TitleComponent,
  VisualMapPiecewiseComponent,
]);

/**
 * The library remembers the width of texts in an object by the text itself: a name such as `constructor` or `__proto__`
 * would find a member that every object has, and change it.
 */
// oxlint-disable-next-line typescript/unbound-method -- both are called with their object.
const { get, put } = LRU.prototype;
LRU.prototype.get = function (key) {
  return get.call(this, `text ${key}`);
};
LRU.prototype.put = function (key, value) {
  return put.call(this, `text ${key}`, value);
};

/**
 * The picture adapts to light and dark backgrounds.
 * @throws ToolError `not_found` for a number that no name has.
 */
export function svgOf(chart: Chart, { without = [], ...sizes }: Picture = {}): string {
  const names = endNames(chart);
  if (without.some((number) => number < 1 || number > names.length)) {
    throw new ToolError(
      "not_found",
      `the chart has ${plural(names.length, "name")}`,
      "Leave out numbers from 1 to that, or none.",
    );
  }
  const hidden = new Set(names.filter((_, at) => without.includes(at + 1)));
  const undivided = named(chart, hidden);
  const drawn = divided(undivided);
  const layout = layoutOf(drawn, sizes);
  const { width, height } = layout;
  const drawing = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    drawing.setOption(optionsOf(drawn, layout));
    const above = drawnAbove(drawn, layout, drawing);
    return finished(drawing.renderToSVGString(), undivided, above.join("\n"));
  } finally {
    drawing.dispose();
  }
}

/** The chart with the names that the picture shows. */
function named(chart: Chart, hidden: ReadonlySet<string>): Chart {
  const names = seriesNames(chart);
  const shown = (series: ChartSeries): ChartSeries => {
    const name = names.get(series.name) ?? series.name;
    return { ...series, name, isHidden: hidden.has(name) };
  };
  return {
    ...chart,
    panels: chart.panels.map((panel) => ({ ...panel, series: panel.series.map(shown) })),
  };
}

/**
 * Removes what only a browser with ECharts needs, and adds what readers of the picture need.
 * Marks have the attributes `data-series` and `data-place`.
 * @param areas is drawn last.
 */
function finished(svg: string, chart: Chart, areas: string): string {
  const head = [
    `<title id="title">${escaped(chart.title)}</title>`,
    `<desc id="desc">${escaped([descriptionOf(chart), ...notDrawn(chart)].join("\n"))}</desc>`,
    `<style>@media (prefers-color-scheme:dark){${darkStyle()}}</style>`,
  ].join("\n");
  return (
    svg
      .replace(/<style ?>[\s\S]*?<\/style>\n?/, "")
      .replaceAll(/<[^>]*>/g, renamed)
      // The line of a part of a period has no width.
      .replaceAll(/<path [^>]*stroke-width="0"[^>]*><\/path>\n?/g, "")
      .replaceAll(/ data-series="(\d+)"/g, (_, number: string) => {
        const count = seriesCount(chart);
        return ` data-series="${Number(number) % Math.max(1, count)}"`;
      })
      // Boxes that take the mouse, and bars that only carry a text, are not seen.
      .replaceAll(/<path [^>]*fill="none" pointer-events="visible"><\/path>\n/g, "")
      .replaceAll(/<path [^>]*fill-opacity="0"[^>]*><\/path>\n/g, "")
      .replaceAll(' pointer-events="visible"', "")
      .replaceAll(' fill="#000" stroke', ' fill="none" stroke')
      .replace(
        /<svg([^>]*)>/,
        (_, attributes: string) =>
          `<svg${attributes} role="img" aria-labelledby="title desc">\n${head}\n`,
      )
      .replace(/<\/svg>\s*$/, () => `${areas}\n</svg>`)
      .replaceAll(/>[^<]+</g, (text) => text.replaceAll(rightToLeft, "\u2068$&\u2069"))
  );
}

/** Words of right-to-left scripts. Unicode isolates keep the order of the digits and dates beside them. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]+(?: +[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]+)*/g;

/** The attributes of one element. Texts between elements can be names, and stay as they are. */
const renamed = (element: string): string =>
  element
    .replace(/ class="[^"]*"/, "")
    .replaceAll(/zr\d+-/g, "")
    .replace(/ ecmeta_ssr_type="[^"]*"/, "")
    .replace(/ ecmeta_series_index="\d+" ecmeta_data_index="\d+" ecmeta_silent="true"/, "")
    .replace("ecmeta_series_index", "data-series")
    .replace("ecmeta_data_index", "data-place");

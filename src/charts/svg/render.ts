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
import LRU from "zrender/lib/core/LRU.js";
import { ToolError } from "../../errors/tool-error.ts";
import type { Chart } from "../../replies/chart.ts";
import { plural } from "../../text/words.ts";
import { finished } from "./finished.ts";
import { hoverAreas } from "./hover.ts";
import { layoutOf, legendNames, type Layout } from "./layout.ts";
import { optionsOf } from "./options.ts";
import { ink } from "./style.ts";

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

/** Pixels. */
const width = 800;

/**
 * The picture adapts to light and dark backgrounds.
 * @throws ToolError `not_found` for a number that is not in the legend.
 * @param without numbers of names in the legend, from 1: their series are not drawn, and the axes fit the others.
 */
export function svgOf(chart: Chart, without: readonly number[] = []): string {
  const names = legendNames(chart);
  if (without.some((number) => number < 1 || number > names.length)) {
    throw new ToolError(
      "not_found",
      `the legend of the chart has ${plural(names.length, "name")}`,
      "Leave out numbers from 1 to that, or none.",
    );
  }
  const hidden = new Set(names.filter((_, at) => without.includes(at + 1)));
  const layout = layoutOf(chart, width, hidden);
  const drawing = init(null, null, { renderer: "svg", ssr: true, width, height: layout.height });
  try {
    drawing.setOption(optionsOf(chart, layout, hidden));
    drawing.setOption({ graphic: breakLines(chart, layout, drawing) });
    const areas = hoverAreas(chart, layout, drawing, hidden);
    return finished(drawing.renderToSVGString(), chart, areas, hidden);
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

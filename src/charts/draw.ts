/** Draws charts: as text at once, as a picture when one is read. */
import type { Chart, ChartOrigin, StoredChart } from "../replies/chart.ts";
import { terminalChart } from "./text/terminal.ts";

export { chartTable } from "./text/table.ts";
export { chartText } from "./text/chart-text.ts";

/** The chart with its forms. */
export function storedChart(id: string, chart: Chart, origin: ChartOrigin): StoredChart {
  const numbers = chart.panels.flatMap(({ series }) => series.map(({ values }) => values.length));
  return {
    id,
    origin,
    bytes: numbers.reduce((sum, count) => sum + count * 9, chart.places.length * 60),
    svg: async (without) => (await import("./svg/render.ts")).svgOf(chart, without),
    terminal: (columns) => terminalChart(chart, columns),
  };
}

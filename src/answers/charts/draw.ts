/** Draws charts: as text at once, as a picture when one is read. */
import type { Chart, ChartOrigin, StoredChart } from "../replies/chart.ts";
import type { Table, TableCell } from "../replies/table.ts";

export { alternativeOf, chartContent } from "./text/chart-text.ts";

/** The chart with its forms. */
export function storedChart(id: string, chart: Chart, origin: ChartOrigin): StoredChart {
  const numbers = chart.panels.flatMap(({ series }) => series.map(({ values }) => values.length));
  return {
    id,
    origin,
    bytes: numbers.reduce((sum, count) => sum + count * 9, chart.places.length * 60),
    svg: async (picture) => (await import("./svg/render.ts")).svgOf(chart, picture),
  };
}

/** A chart as rows, for programs: a row for each place, a column for each series. */
export function chartTable({ places, dimension, panels }: Chart): Table {
  const columns = panels.flatMap(({ title, series, metric }) =>
    series.map(({ name, values }) => ({
      name: name === metric.name ? title : `${title}: ${name}`,
      values,
    })),
  );
  const cellOf = (value = Number.NaN): TableCell => (Number.isNaN(value) ? null : value);
  return {
    columns: [dimension, ...columns.map(({ name }) => name)],
    rows: places.map((place, row) => [place, ...columns.map(({ values }) => cellOf(values[row]))]),
  };
}

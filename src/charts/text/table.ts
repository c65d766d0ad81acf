/** A chart as rows, for programs: a row for each place, a column for each series. */
import type { Chart } from "../../replies/chart.ts";
import type { Table, TableCell } from "../../replies/table.ts";

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

/** A metrics result as programs read it: a row per combination, as in its CSV. */
import { rowKey, type RowValue } from "../cells/axis.ts";
import { ourLimits } from "../catalog/limits.ts";
import { rowName, rowText, type Result } from "../cells/result.ts";
import type { Table, TableCell } from "../replies/table.ts";

export function metricsTable(result: Result): Table {
  const { axes, metrics, values } = result.cells;
  const prefixes = axes.reduce<TableCell[][]>(
    (rows, { type, rows: own }) =>
      rows.flatMap((row) => own.map((value) => [...row, ...cellsOf(result, type, value)])),
    [[]],
  );
  const width = metrics.length;
  const rows = prefixes.map((prefix, index) => [
    ...prefix,
    ...Array.from(values.subarray(index * width, (index + 1) * width), (value) =>
      Number.isNaN(value) ? null : value,
    ),
  ]);
  return { columns: columnsOf(result), rows };
}

/** The dimensions, with the names of profiles, and the metrics. */
export const columnsOf = ({ cells: { axes, metrics } }: Result): string[] => [
  ...axes.flatMap(({ type }) => (type === "profile" ? [type, "profile_name"] : [type])),
  ...metrics.map(({ name }) => name),
];

const cellsOf = (
  result: Result,
  type: Result["cells"]["axes"][number]["type"],
  row: RowValue,
): TableCell[] => {
  const value = rowText(type, rowKey(row), ourLimits.postTextLength);
  return type === "profile" ? [value, rowName(result, type, row)] : [value];
};

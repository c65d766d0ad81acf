/** Removes the zeros that an API gives for the days before a profile's first value: they are missing numbers. Pure. */
import { rowKey } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import { dayGrid } from "../../cells/day-grid.ts";
import { addDays, toDay } from "../../time/days.ts";
import type { Question } from "../question/question.ts";

/** @param cells each row of `date.day` covers the days up to the next row. */
export function withoutLeadingZeros({ firstDays, end }: Question, cells: Cells): Cells {
  if (firstDays === undefined) return cells;
  const rows = cells.axes.find(({ type }) => type === "date.day")?.rows ?? [];
  const starts = rows.map((row) => toDay(rowKey(row)));
  const { dayStride, lines } = dayGrid(cells);
  const values = cells.values.slice();
  for (const { row, offset } of lines()) {
    const first = firstDays.get(rowKey(row));
    for (const day of starts.keys()) {
      if (first === undefined || (starts[day + 1] ?? addDays(end, 1)) > first) break;
      const from = offset + day * dayStride;
      for (let at = from; at < from + cells.metrics.length; at += 1)
        if (values[at] === 0) values[at] = Number.NaN;
    }
  }
  return { ...cells, values };
}

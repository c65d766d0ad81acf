/** Removes the zeros that an API gives for the days before a profile's first value: they are missing numbers. Pure. */
import { rowKey } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import { dayGrid } from "../../cells/day-grid.ts";
import { rowsAlong } from "../../cells/select.ts";
import { toDay } from "../../time/days.ts";
import type { Question } from "../question/question.ts";

/** @param cells with the axes `profile` and `date.day`. */
export function withoutLeadingZeros({ firstDays }: Question, cells: Cells): Cells {
  if (firstDays === undefined) return cells;
  const days = rowsAlong(cells, "date.day").map((row) => toDay(rowKey(row)));
  const { dayStride, lines } = dayGrid(cells);
  const values = cells.values.slice();
  for (const { row, offset } of lines()) {
    const first = firstDays.get(rowKey(row));
    for (const [place, day] of days.entries()) {
      if (first === undefined || day >= first) break;
      const from = offset + place * dayStride;
      for (let at = from; at < from + cells.metrics.length; at += 1)
        if (values[at] === 0) values[at] = Number.NaN;
    }
  }
  return { ...cells, values };
}

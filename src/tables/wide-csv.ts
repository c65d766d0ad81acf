/** The wide CSV of a result by day and one other dimension: a row per day, and a column per row of that dimension. */
import type { Work } from "../async/work.ts";
import { strideAt, stridesOf } from "../cells/cells.ts";
import { rowName, type Result } from "../cells/result.ts";
import { dimensionsOf } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Csv } from "../replies/csv.ts";
import { gridCsv } from "./csv.ts";
import { rowCells, withKinds } from "./rows.ts";

/** Undefined for a result at other dimensions. Where there are several metrics, columns name the row and the metric. */
export function* wideCsv(held: Result): Work<Csv | undefined> {
  const types = dimensionsOf(held);
  const day = types.indexOf("date.day");
  if (types.length !== 2 || day === -1) return undefined;
  const { axes, names, values } = yield* withKinds(held);
  const [days, others] = [axes[day], axes[1 - day]];
  if (days === undefined || others === undefined) return undefined;
  const strides = stridesOf(axes, names.length);
  const width = others.rows.length * names.length;
  const wide = new Float64Array(days.rows.length * width).fill(Number.NaN);
  for (const [row] of days.rows.entries()) {
    for (const [metric] of names.entries()) {
      for (const [place] of others.rows.entries()) {
        const from = row * strideAt(strides, day) + place * strideAt(strides, 1 - day) + metric;
        const at = row * width + metric * others.rows.length + place;
        wide[at] = numberAt(values, from);
      }
    }
    yield;
  }
  const columns = names.flatMap((column) =>
    others.rows.map((row) => {
      const name = rowName(held, others.type, row);
      return names.length === 1 ? name : `${name}: ${column}`;
    }),
  );
  return gridCsv({
    columns: ["date.day", ...columns],
    names: [days.rows.map((row) => rowCells(held, "date.day", row))],
    values: wide,
    width,
  });
}

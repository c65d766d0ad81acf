/** Removes the zeros that an API gives for the days before a profile's first value: they are missing numbers. Pure. */
import { rowKey } from "../../cells/axis.ts";
import { strideAt, stridesOf, type Cells } from "../../cells/cells.ts";
import { addDays, toDay } from "../../time/days.ts";
import type { Question } from "../question/question.ts";

/** @param cells each row of `date.day` covers the days up to the next row. */
export function withoutLeadingZeros({ firstDays, end }: Question, cells: Cells): Cells {
  const { axes, metrics } = cells;
  const [profiles, days] = (["profile", "date.day"] as const).map((type) =>
    axes.findIndex((axis) => axis.type === type),
  );
  if (firstDays === undefined || profiles === undefined || days === undefined) return cells;
  if (firstDays.size === 0 || profiles === -1 || days === -1) return cells;
  const strides = stridesOf(axes, metrics.length);
  const starts = (axes[days]?.rows ?? []).map((row) => toDay(rowKey(row)));
  const profileRows = axes[profiles]?.rows ?? [];
  const profileStride = strideAt(strides, profiles);
  const dayStride = strideAt(strides, days);
  const values = cells.values.map((value, at) => {
    if (value !== 0) return value;
    const row = profileRows[Math.floor(at / profileStride) % profileRows.length];
    const first = row === undefined ? undefined : firstDays.get(rowKey(row));
    if (first === undefined) return value;
    const next = starts[(Math.floor(at / dayStride) % starts.length) + 1] ?? addDays(end, 1);
    return next <= first ? Number.NaN : value;
  });
  return { ...cells, values };
}

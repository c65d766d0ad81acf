/** Numbers by profile and day, whatever the order of their axes. */
import type { RowValue } from "./axis.ts";
import { isBreakdown } from "../catalog/dimensions.ts";
import { strideAt, stridesOf, type Cells } from "./cells.ts";

export interface DayGrid {
  readonly cells: Cells;
  /** A single empty row where there is no axis `profile`. */
  readonly profiles: readonly RowValue[];
  readonly dayCount: number;
  readonly breakdownCount: number;
  /** Distances in `cells.values` between neighbouring rows. */
  readonly profileStride: number;
  readonly dayStride: number;
  readonly breakdownStride: number;
}

export function dayGrid(cells: Cells): DayGrid {
  const strides = stridesOf(cells.axes, cells.metrics.length);
  const axis = (matches: (type: string) => boolean) => {
    const index = cells.axes.findIndex(({ type }) => matches(type));
    return { rows: cells.axes[index]?.rows ?? [""], stride: strideAt(strides, index) };
  };
  const profile = axis((type) => type === "profile");
  const day = axis((type) => type === "date.day");
  const breakdown = axis(isBreakdown);
  return {
    cells,
    profiles: profile.rows,
    dayCount: day.rows.length,
    breakdownCount: breakdown.rows.length,
    profileStride: profile.stride,
    dayStride: day.stride,
    breakdownStride: breakdown.stride,
  };
}

/** The row of a profile, a row of a breakdown, and the place of the first day of both. */
interface GridLine {
  readonly row: RowValue;
  readonly breakdown: number;
  readonly offset: number;
}

export function* linesOf(grid: DayGrid): Generator<GridLine, void, undefined> {
  for (const [profile, row] of grid.profiles.entries()) {
    for (let breakdown = 0; breakdown < grid.breakdownCount; breakdown += 1) {
      const offset = profile * grid.profileStride + breakdown * grid.breakdownStride;
      yield { row, breakdown, offset };
    }
  }
}

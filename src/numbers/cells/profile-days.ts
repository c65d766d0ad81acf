/** Finds the numbers of a profile and a day in an answer of the API. The axes can be in any order. */
import { dayNumber, toDay } from "../../base/time/days.ts";
import { rowKey, type Axis } from "./axis.ts";
import { strideAt, stridesOf } from "./strides.ts";

/** The places of profiles and days in a grid: where the numbers of their rows begin. */
export interface ProfileDays {
  /** The place of a profile's first value; undefined where the grid has no such row. */
  profile(id: string): number | undefined;
  /** The offsets of the days from first to last, numbered from 1970; -1 for a day that the grid does not have. */
  days(first: number, last: number): Int32Array;
}

/**
 * @param axes `profile` and `date.day`, and those beneath them.
 * @param metrics the number of metrics.
 */
export function profileDays(axes: readonly Axis[], metrics: number): ProfileDays {
  const strides = stridesOf(axes, metrics);
  const profileAxis = axes.findIndex(({ type }) => type === "profile");
  const dayAxis = axes.findIndex(({ type }) => type === "date.day");
  const rowsOf = (axis: number): Axis["rows"] => axes[axis]?.rows ?? [];
  const profiles = new Map(
    rowsOf(profileAxis).map((row, place) => [rowKey(row), place * strideAt(strides, profileAxis)]),
  );
  const days = rowsOf(dayAxis).map((row) => dayNumber(toDay(rowKey(row))));
  return {
    profile: (id) => profiles.get(id),
    days(first, last) {
      const offsets = new Int32Array(last - first + 1).fill(-1);
      days.forEach((day, place) => {
        if (day >= first && day <= last) offsets[day - first] = place * strideAt(strides, dayAxis);
      });
      return offsets;
    },
  };
}

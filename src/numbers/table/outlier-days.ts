/** Days on which many single profiles stand out together: one event, not as many. */
import { sum } from "simple-statistics";
import { groupBy } from "../cells/group-by.ts";
import type { LabelRows } from "../cells/result.ts";
import { rowKey, type RowValue } from "../cells/axis.ts";
import { noLabel } from "../cells/result.ts";
import type { Outlier } from "./outliers.ts";

/** Outliers of one metric on one day, all above or all below what is usual, by the size of their scores. */
export interface OutlierDay {
  readonly outliers: readonly [Outlier, ...Outlier[]];
  /** The difference from the usual values, summed over the profiles; that of the total, if the total is an outlier too. */
  readonly excess: number;
  readonly excessOfTotal: number | undefined;
  /** The label that most of the profiles share. */
  readonly label:
    | { readonly row: RowValue; readonly count: number; readonly excess: number }
    | undefined;
}

/** The fewest profiles, and the smallest share of all, that are one event. */
const leastProfiles = 3;
const leastShare = 0.05;
/** The share of the profiles of a day that has its label. */
const mostOfDay = 0.8;

export const excessOf = ({ value, usual: [low, high] }: Outlier): number =>
  value - (low + high) / 2;

/**
 * @param single outliers of single profiles. @param totals those of all profiles.
 * @example 50 of 250 pages above usual on one day: one day, and no other outliers
 */
export function outlierDays(
  single: readonly Outlier[],
  totals: readonly Outlier[],
  {
    profileCount,
    labels,
  }: { readonly profileCount: number; readonly labels?: LabelRows | undefined },
): { readonly days: readonly OutlierDay[]; readonly alone: readonly Outlier[] } {
  const groups = groupBy(single, ({ metric, day, score, rows }) =>
    [metric.name, day, score > 0, rows.slice(1).map(({ row }) => rowKey(row))].join(" "),
  );
  const least = Math.max(leastProfiles, leastShare * profileCount);
  const shared = groups.filter(({ length }) => length >= least);
  const days = shared.map((outliers): OutlierDay => {
    const [{ metric, day, score }] = outliers;
    const total = totals.find(
      (outlier) =>
        outlier.metric === metric && outlier.day === day && outlier.score > 0 === score > 0,
    );
    return {
      outliers,
      excess: sum(outliers.map(excessOf)),
      excessOfTotal: total && excessOf(total),
      label: labels && sharedLabel(outliers, labels),
    };
  });
  const ofDays = new Set(shared.flat());
  return { days, alone: single.filter((outlier) => !ofDays.has(outlier)) };
}

/** The label of the most profiles of a day; undefined where fewer than most of them share one. */
function sharedLabel(
  outliers: readonly Outlier[],
  { rows, placesOf }: LabelRows,
): OutlierDay["label"] {
  const labelled = rows.flatMap((row, place) => {
    const members = outliers.filter((outlier) =>
      placesOf.get(rowKey(outlier.rows[0]?.row ?? ""))?.includes(place),
    );
    return row === noLabel
      ? []
      : [{ row, count: members.length, excess: sum(members.map(excessOf)) }];
  });
  const [most] = labelled.toSorted((left, right) => right.count - left.count);
  return most !== undefined && most.count >= mostOfDay * outliers.length ? most : undefined;
}

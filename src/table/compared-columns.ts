/** The columns of one metric of a comparison. */
import { isCalendarDate } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { rowKey } from "../cells/axis.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Comparison } from "../cells/result.ts";
import { isNumber } from "../cells/states.ts";
import { sameProfiles, type Groups } from "../meaning/groups.ts";
import type { Changes } from "./changes.ts";
import type { JoinedRows } from "./join.ts";
import { hasShare } from "./share.ts";
import { partsOf, type Side, type SideNumbers } from "./side.ts";
import type { ComparedNumber, NumberColumn, Table } from "./table.ts";

/** The numbers of one population. */
export interface BothNumbers extends Changes {
  readonly now: SideNumbers;
  readonly before: SideNumbers;
}

interface Metrics {
  readonly metric: Metric;
  readonly sides: readonly [Side, Side];
  readonly ofAll: BothNumbers;
  /** Undefined where all profiles are the same, and where each row is of one profile. */
  readonly ofSame: BothNumbers | undefined;
  readonly groups: Groups;
  /** The number of all rows before. */
  readonly base: number;
}

/** Profiles that are not the same may make up this share of each side, where all have a change in percent. */
const mostOthers = 0.01;

export function comparedColumns(
  comparison: Comparison,
  rows: JoinedRows,
  { metric, sides, ofAll, ofSame, groups, base }: Metrics,
): NumberColumn[] {
  const isOfTime = rows.dimensions.some(({ type }) => isCalendarDate(type));
  const counts = countsOf(comparison, rows, groups);
  const isAlike = alikeRows(rows, groups, ofAll, ofSame);
  const percentOf = (list: Float64Array): Float64Array =>
    list.map((value, row) => (isAlike(row) ? value : Number.NaN));
  const isAdded = hasShare({ metric, method: ofAll.now.method }, isOfTime);
  const contribution = ofAll.change.map((value) =>
    isNumber(value) ? (isAdded ? (100 * value) / base : Number.NaN) : value,
  );
  const columnOf =
    (isOfSame: boolean) =>
    (number: ComparedNumber, from: SideNumbers, values: Float64Array): NumberColumn => ({
      ...from,
      segment: { start: comparison.now.start, end: comparison.now.end, meaning: undefined },
      number,
      isOfSame,
      values,
      profiles: isOfSame ? counts.same : counts.profiles,
    });
  const populationOf = (numbers: BothNumbers, isOfSame: boolean): NumberColumn[] => {
    const column = columnOf(isOfSame);
    const { now, before, change } = numbers;
    const asGiven = (list: Float64Array): Float64Array => (isOfSame ? list : percentOf(list));
    return [
      column("value", now, now.values),
      column("previous", before, before.values),
      column("change", now, change),
      column("change_percent", now, asGiven(numbers.change_percent)),
      column("per_day", now, asGiven(numbers.per_day)),
    ];
  };
  const { now } = ofAll;
  const counted = now.countedAt(0);
  const isBroken = !isOfTime && (counted === undefined || counted !== ofAll.before.countedAt(0));
  return [
    ...populationOf(ofAll, false),
    columnOf(false)("contribution", now, contribution),
    ...(rows.dimensions.some(({ type }) => type === "profile") || comparison.now.profileCount === 1
      ? []
      : populationOf(ofSame ?? ofAll, true)),
    ...(isBroken
      ? sides.flatMap((side, at) =>
          partsOf(side, metric).map((part): NumberColumn => ({
            ...part,
            number: at === 0 ? "part now" : "part before",
          })),
        )
      : []),
  ];
}

/** Returns a function that says whether a change of all profiles of a row is one of the same profiles. */
function alikeRows(
  { dimensions, keys }: JoinedRows,
  groups: Groups,
  ofAll: BothNumbers,
  ofSame: BothNumbers | undefined,
): (row: number) => boolean {
  const at = dimensions.findIndex(({ type }) => type === "profile");
  const ids = dimensions[at]?.rows.map(rowKey) ?? [...groups.keys()];
  if (ofSame === undefined && (at !== -1 || groups.size === 1)) {
    const isSame = ids.map((id) => groups.get(id)?.kind === "same");
    return (row) => isSame[keys[at]?.[row] ?? 0] === true;
  }
  if (ofSame === undefined) return () => true;
  const isMean = ofAll.now.metric.kind.overProfiles !== "sum";
  const sizeOf = (side: SideNumbers, row: number): number =>
    Math.abs(isMean ? numberAt(side.covered, row) : side.values[row] || 0);
  return (row) =>
    (["now", "before"] as const).every((side) => {
      const [size, sizeOfSame] = [sizeOf(ofAll[side], row), sizeOf(ofSame[side], row)];
      return Math.abs(size - sizeOfSame) <= mostOthers * size;
    });
}

/** By row, the number of profiles with a value in one of the ranges, and the number of the same profiles. */
function countsOf(
  { now }: Comparison,
  { dimensions, keys, rowCount }: JoinedRows,
  groups: Groups,
): Readonly<Record<"profiles" | "same", Uint32Array>> {
  const at = dimensions.findIndex(({ type }) => type === "profile_label");
  const same = new Set(sameProfiles(groups));
  const labelCount = dimensions[at]?.rows.length ?? 1;
  const ofLabels = { profiles: new Uint32Array(labelCount), same: new Uint32Array(labelCount) };
  for (const id of groups.keys())
    for (const label of at === -1 ? [0] : (now.labels?.placesOf.get(id) ?? [])) {
      ofLabels.profiles[label]! += 1;
      if (same.has(id)) ofLabels.same[label]! += 1;
    }
  const byRow = (list: Uint32Array): Uint32Array => {
    const counts = new Uint32Array(rowCount).fill(list[0] ?? 0);
    for (const [row, label] of (keys[at] ?? []).entries()) counts[row] = list[label] ?? 0;
    return counts;
  };
  return { profiles: byRow(ofLabels.profiles), same: byRow(ofLabels.same) };
}

/** A column of a comparison; undefined where it does not have it. */
export const comparedColumn = (
  { columns }: Table,
  { name }: Pick<Metric, "name">,
  number: ComparedNumber,
  isOfSame = false,
): NumberColumn | undefined =>
  columns.find(
    (column) =>
      column.metric.name === name && column.number === number && column.isOfSame === isOfSame,
  );

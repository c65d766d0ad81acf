/** The columns of one metric of a comparison. */
import { required } from "../errors/tool-error.ts";
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

/** The numbers of one population, and their names: where rows can hold several profiles, changes are of the same ones. */
export const bothNames = ["now", "before", "change", "change_percent", "per_day_percent"] as const;
export type BothName = (typeof bothNames)[number];
const ownNames = {
  now: "now",
  before: "before",
  change: "change",
  change_percent: "change_percent",
  per_day_percent: "per_day_percent",
} as const;
const sameNames = { ...ownNames, now: "same_now", before: "same_before" } as const;
const allNames = {
  ...ownNames,
  change: "all_change",
  change_percent: "all_change_percent",
  per_day_percent: "all_per_day_percent",
} as const;

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
  const columnOf = (
    number: ComparedNumber,
    from: SideNumbers,
    values: Float64Array,
    profiles: Uint32Array,
  ): NumberColumn => ({
    ...from,
    segment: { start: comparison.now.start, end: comparison.now.end, meaning: undefined },
    number,
    values,
    profiles,
  });
  const populationOf = (
    numbers: BothNumbers,
    names: Readonly<Record<BothName, ComparedNumber>>,
    profiles: Uint32Array,
  ): NumberColumn[] => {
    const asGiven = (list: Float64Array): Float64Array =>
      names === sameNames ? list : percentOf(list);
    const lists = {
      now: numbers.now.values,
      before: numbers.before.values,
      change: numbers.change,
      change_percent: asGiven(numbers.change_percent),
      per_day_percent: asGiven(numbers.per_day_percent),
    };
    return bothNames.map((name) => {
      const from = name === "before" ? numbers.before : numbers.now;
      return columnOf(names[name], from, lists[name], profiles);
    });
  };
  const isOfSeveral =
    comparison.now.profileCount !== 1 && !rows.dimensions.some(({ type }) => type === "profile");
  const { now } = ofAll;
  const counted = now.countedAt(0);
  const isBroken = !isOfTime && (counted === undefined || counted !== ofAll.before.countedAt(0));
  return [
    ...populationOf(ofAll, isOfSeveral ? allNames : ownNames, counts.profiles),
    columnOf("contribution", now, contribution, counts.profiles),
    ...(isOfSeveral ? populationOf(ofSame ?? ofAll, sameNames, counts.same) : []),
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
): NumberColumn | undefined =>
  columns.find((column) => column.metric.name === name && column.number === number);

/** The column of a number of the same profiles; where rows hold one profile each, of that one. */
export const rowColumn = (
  table: Table,
  metric: Pick<Metric, "name">,
  number: BothName,
): NumberColumn =>
  required(
    comparedColumn(table, metric, sameNames[number]) ?? comparedColumn(table, metric, number),
    `${metric.name} ${number}`,
  );

/** The column of a number of all profiles. */
export const allColumn = (
  table: Table,
  metric: Pick<Metric, "name">,
  number: BothName,
): NumberColumn =>
  required(
    comparedColumn(table, metric, allNames[number]) ?? comparedColumn(table, metric, number),
    `${metric.name} ${number}`,
  );

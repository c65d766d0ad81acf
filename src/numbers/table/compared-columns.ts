/** The columns of one metric of a comparison. */
import { numberAt } from "../cells/number-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import { isCalendarDate } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { isNumber } from "../cells/states.ts";
import type { Groups } from "../meaning/groups.ts";
import type { Changes } from "./changes.ts";
import type { AllNumbers } from "./group-lines.ts";
import type { BothSides, SameNumbers } from "./same-numbers.ts";
import { hasShare } from "./share.ts";
import { partsOf, type JoinedSides } from "./side.ts";
import type { ComparedNumber, NumberColumn, Numbers, Table } from "./table.ts";

interface Compared {
  readonly metric: Metric;
  readonly everyone: BothSides;
  readonly same: SameNumbers;
  readonly changes: Changes;
  /** Of the totals. */
  readonly ofAll: AllNumbers | undefined;
  /** The base of all rows. */
  readonly questionBase: number;
  readonly canHoldSeveral: boolean;
  readonly groups: Groups;
}

/** Numbers now and before are of all profiles, and where a row can hold several, of the same ones; changes are of these. */
export function comparedColumns(joined: JoinedSides, compared: Compared): NumberColumn[] {
  const { now } = joined.comparison;
  const { everyone, same, changes, ofAll, canHoldSeveral } = compared;
  const hasTime = joined.rows.dimensions.some(({ type }) => isCalendarDate(type));
  const profiles = countsOf(joined, compared);
  const columnOf = (
    number: ComparedNumber,
    from: NumberColumn,
    changed: Partial<Numbers> = {},
  ): NumberColumn => ({
    ...from,
    segment: { start: now.start, end: now.end, meaning: undefined },
    number,
    ...changed,
  });
  const { hasEqualDays, lacking } = same;
  return [
    columnOf("now", everyone.now, { profiles }),
    columnOf("before", everyone.before, { profiles }),
    ...(canHoldSeveral
      ? [columnOf("same_now", same.now), columnOf("same_before", same.before)]
      : []),
    columnOf("base", same.before, { values: same.base }),
    { ...columnOf("change", same.now, { values: changes.change }), hasEqualDays, lacking },
    columnOf("change_percent", same.now, { values: changes.change_percent }),
    columnOf("contribution", same.now, { values: contributionsOf(compared, hasTime) }),
    ...(ofAll === undefined
      ? []
      : (["change", "change_percent"] as const).map((name) =>
          columnOf(`all_${name}`, everyone.now, {
            values: Float64Array.of(ofAll[name]),
            profiles,
          }),
        )),
    ...(hasTime ? [] : partColumns(joined, compared)),
  ];
}

/** By row, the number of profiles with a value in one of the ranges. */
function countsOf(
  { comparison, rows: { dimensions, keys, rowCount } }: JoinedSides,
  { everyone: { now, before }, groups }: Compared,
): Uint32Array {
  // Without any value in one of the ranges, there are no groups to count.
  if (groups.size === 0)
    return now.profiles.map((count, row) => Math.max(count, numberAt(before.profiles, row)));
  const at = dimensions.findIndex(({ type }) => type === "profile_label");
  if (at === -1) return new Uint32Array(rowCount).fill(groups.size);
  const counts = new Uint32Array(dimensions[at]?.rows.length ?? 0);
  for (const id of groups.keys())
    for (const label of comparison.now.labels?.placesOf.get(id) ?? []) counts[label]! += 1;
  return Uint32Array.from(keys[at] ?? [], (label) => numberAt(counts, label));
}

/** By row, its change in percent of the base of the question. */
function contributionsOf(
  { metric, everyone, changes, questionBase }: Compared,
  hasTime: boolean,
): Float64Array {
  const isAdded = hasShare({ metric, method: everyone.now.method }, hasTime);
  const base = isAdded && questionBase > 0 ? questionBase : Number.NaN;
  return changes.change.map((value) => (isNumber(value) ? (100 * value) / base : value));
}

/** The numbers of the sides of a break; none where both ranges count the same. */
function partColumns({ sides }: JoinedSides, { metric, everyone }: Compared): NumberColumn[] {
  const counted = everyone.now.countedAt(0);
  if (counted !== undefined && counted === everyone.before.countedAt(0)) return [];
  return sides.flatMap((side, at) =>
    partsOf(side, metric).map((part): NumberColumn => ({
      ...part,
      number: at === 0 ? "part now" : "part before",
    })),
  );
}

/** A column of a comparison; undefined where it does not have it. */
export const comparedColumn = (
  { columns }: Table,
  { name }: Pick<Metric, "name">,
  number: ComparedNumber,
): NumberColumn | undefined =>
  columns.find((column) => column.metric.name === name && column.number === number);

/** The numbers of one population: of all profiles of a row, or of those that its change is of. */
export type Population = "everyone" | "same";
const namesIn = {
  everyone: {
    now: "now",
    before: "before",
    change: "all_change",
    change_percent: "all_change_percent",
  },
  same: {
    now: "same_now",
    before: "same_before",
    change: "change",
    change_percent: "change_percent",
  },
} as const;

/** The numbers of a line. */
export type LineNumber = keyof (typeof namesIn)[Population];

/** The column of a number of a population; where rows hold one profile each, of that one. */
export const populationColumn = (
  table: Table,
  metric: Pick<Metric, "name">,
  number: LineNumber,
  population: Population,
): NumberColumn =>
  required(
    comparedColumn(table, metric, namesIn[population][number]) ??
      comparedColumn(table, metric, number),
    `${metric.name} ${number}`,
  );

/** The column of a number that each comparison has. */
export const numberColumn = (
  table: Table,
  metric: Pick<Metric, "name">,
  number: LineNumber | "contribution" | "base",
): NumberColumn => required(comparedColumn(table, metric, number), `${metric.name} ${number}`);

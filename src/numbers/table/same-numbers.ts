/** The numbers of the same profiles of a comparison: now, before, and before at the days of the later side. */
import { itemAt } from "../cells/item-at.ts";
import { areProfileDays } from "../../catalog/dimensions.ts";
import type { Work } from "../../base/async/work.ts";
import { rowKey } from "../cells/axis.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { isMissing, withheld } from "../cells/states.ts";
import { onlyMetrics, onlyProfiles } from "../cells/select.ts";
import { sameProfiles, type Groups } from "../meaning/groups.ts";
import { combine } from "./combine.ts";
import type { Weights } from "./fold-column.ts";
import type { JoinedRows } from "./join.ts";
import { pairingOf } from "./pairing.ts";
import { fold } from "./statistic.ts";
import { partsOf, sideNumbers, sideOf } from "./side.ts";
import type { JoinedSides, Side, SideNumbers } from "./side.ts";

export interface BothSides {
  readonly now: SideNumbers;
  readonly before: SideNumbers;
}

interface RowNumbers extends BothSides {
  /** By row, what the number now is compared with. */
  readonly base: Float64Array;
}

export interface SameNumbers extends RowNumbers {
  /** The base is the number before. */
  readonly hasEqualDays: boolean;
  /** The number of profiles that lack days on a side. */
  readonly lacking: number;
}

/** @param everyone the numbers of all profiles, with what the rows count. */
export function* sameNumbers(
  joined: JoinedSides,
  everyone: BothSides,
  groups: Groups,
): Work<SameNumbers> {
  const { comparison, dimensions, rows, sides } = joined;
  const { metric } = everyone.now;
  const ids = sameProfiles(groups);
  // One of the ranges has no value at all: there is nothing to tell apart.
  if (groups.size === 0) return { ...everyone, base: everyone.before.values, ...withoutGaps };
  // A break divides it: there is no change.
  if (sides.some((side) => partsOf(side, metric).length > 1))
    return {
      now: withheldSide(everyone.now),
      before: withheldSide(everyone.before),
      base: everyone.before.values,
      ...withoutGaps,
    };
  if (areProfileDays(dimensions, comparison.now.profileCount)) {
    const [now, before] = [
      onlyRowsOf(rows, everyone.now, ids),
      onlyRowsOf(rows, everyone.before, ids),
    ];
    return { now, before, base: before.values, ...withoutGaps };
  }
  return yield* pairedNumbers(joined, metric, ids);
}

/** The numbers of rows that combine days or profiles: at equal days, and of weekdays the means. */
function* pairedNumbers(
  joined: JoinedSides,
  metric: Metric,
  ids: readonly string[],
): Work<SameNumbers> {
  const { comparison, dimensions, sides } = joined;
  const pairing = pairingOf(comparison, dimensions, metric, ids);
  yield;
  const numbersOf = (side: Side, weights: Weights): SideNumbers => {
    const result = onlyMetrics(side.result, [metric.name]);
    const table = combine(result, dimensions, { weights });
    return sideNumbers({ ...side, table }, metric);
  };
  const [sideNow, sideBefore] = sides;
  const now = numbersOf(sideNow, pairing.now);
  yield;
  const before = numbersOf(sideBefore, pairing.before);
  yield;
  const { hasEqualDays, lacking } = pairing;
  const base = hasEqualDays ? before : numbersOf(sideBefore, pairing.base);
  yield;
  const numbers = { now, before, base: base.values };
  const isMean = dimensions.includes("date.weekday") && metric.kind.overProfiles === "sum";
  return { ...(isMean ? meansOf(joined, numbers, ids) : numbers), hasEqualDays, lacking };
}

const withheldSide = (side: SideNumbers): SideNumbers => ({
  ...side,
  values: side.values.map((value) => (isMissing(value) ? value : withheld)),
});

const withoutGaps = { hasEqualDays: true, lacking: 0 } as const;

/** By weekday, the means of the daily totals. What divides the sum now divides the base too. */
function meansOf(
  { dimensions, rows, sides }: JoinedSides,
  sums: RowNumbers,
  ids: readonly string[],
): RowNumbers {
  const { metric } = sums.now;
  const chosen = new Set(ids);
  const meansIn = ({ result }: Side): SideNumbers => {
    const population = populationOf(result, metric, chosen);
    return sideNumbers(sideOf(population, fold(population, dimensions), rows), metric);
  };
  const [now, before] = [meansIn(sides[0]), meansIn(sides[1])];
  const base = before.values.map((mean, row) => {
    const [sum, sumNow] = [numberAt(sums.base, row), numberAt(sums.now.values, row)];
    const isSum = metric.kind.overDays === "sum" && sumNow !== 0;
    return isSum ? (sum * numberAt(now.values, row)) / sumNow : mean;
  });
  return { now, before, base };
}

/** A side with one metric of some profiles. Its rows combine profiles as those of all do, also where only one is the same. */
export const populationOf = (
  result: Result,
  { name }: Metric,
  chosen: ReadonlySet<string>,
): Result => ({
  ...onlyProfiles(onlyMetrics(result, [name]), (id) => chosen.has(id)),
  profileCount: chosen.size && result.profileCount,
});

/** The rows of single profiles that are compared. */
function onlyRowsOf(
  { dimensions, keys }: JoinedRows,
  numbers: SideNumbers,
  ids: readonly string[],
): SideNumbers {
  const chosen = new Set(ids);
  const at = dimensions.findIndex(({ type }) => type === "profile");
  const isIn = dimensions[at]?.rows.map((row) => chosen.has(rowKey(row)));
  return {
    ...numbers,
    values: numbers.values.map((value, row) =>
      (isIn === undefined ? ids.length > 0 : itemAt(isIn, itemAt(keys[at], row)) === true)
        ? value
        : Number.NaN,
    ),
  };
}

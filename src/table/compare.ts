/** Compares two ranges of one question: both numbers of each row, the change, and what is made of it. */
import { required } from "../errors/tool-error.ts";
import { each, type Work } from "../async/work.ts";
import { isCalendarDate, type Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Comparison, Result } from "../cells/result.ts";
import { onlyMetrics, onlyProfiles } from "../cells/select.ts";
import { groupsOf, sameProfiles, type Groups } from "../meaning/groups.ts";
import { areUneven } from "../time/compared-range.ts";
import { changesOf, comparableRows } from "./changes.ts";
import { comparedColumns, type BothNumbers } from "./compared-columns.ts";
import { foldEach } from "./combine.ts";
import { joinRows, type JoinedRows } from "./join.ts";
import { sideNumbers, sideOf, type Side } from "./side.ts";
import { fold } from "./statistic.ts";
import type { Table } from "./table.ts";

/**
 * A table with several columns for each metric: the numbers of all profiles, and where a row can hold several, those of
 * the same profiles in both ranges.
 */
export interface ComparedTable extends Table {
  /** By the name of the metric; undefined where gaps are not visible. */
  readonly groups: ReadonlyMap<string, Groups>;
}

/**
 * @example the views of two pages, of which one began within the earlier range
 * compare({ now, before }, [])
 * // columns: value 300, previous 150, change 150; of the same page 200, 120, 80, change_percent 66.7
 */
export function* compare(
  comparison: Comparison,
  dimensions: readonly Dimension[],
): Work<ComparedTable> {
  const { now, before } = comparison;
  const [tableNow, tableBefore] = yield* bothTables(comparison, dimensions);
  const rows = joinRows(tableNow, tableBefore);
  yield;
  const sides = [sideOf(now, tableNow, rows), sideOf(before, tableBefore, rows)] as const;
  yield;
  const groups = new Map<string, Groups>();
  for (const metric of now.metrics) {
    groups.set(metric.name, groupsOf(now, before, metric));
    yield;
  }
  const sidesOfSame = samePopulations(comparison, dimensions, rows, groups);
  const comparable = comparableRows(rows);
  const isUneven = !dimensions.some(isCalendarDate) && areUneven(now, before);
  function* numbersOf(both: readonly [Side, Side], metric: Metric): Work<BothNumbers> {
    const late = sideNumbers(both[0], metric);
    yield;
    const early = sideNumbers(both[1], metric);
    yield;
    const changes = changesOf(metric, late, early, comparable, isUneven);
    yield;
    return { now: late, before: early, ...changes };
  }
  const columns = yield* each(now.metrics, function* columnsOf(metric) {
    const ofAll = yield* numbersOf(sides, metric);
    const same = yield* sidesOfSame(metric);
    const ofSame = same && (yield* numbersOf(same, metric));
    const base = yield* baseOf(comparison, metric);
    return comparedColumns(comparison, rows, {
      metric,
      sides,
      ofAll,
      ofSame,
      groups: groupsIn({ groups }, metric),
      base,
    });
  });
  const { dimensions: joined, keys, rowCount } = rows;
  return { dimensions: joined, keys, rowCount, columns: columns.flat(), groups };
}

/** The tables of both sides. */
function* bothTables(
  { now, before }: Comparison,
  dimensions: readonly Dimension[],
): Work<readonly [Table, Table]> {
  const tableOf = (side: Result): Work<Table> => foldEach(side, dimensions, fold);
  return [yield* tableOf(now), yield* tableOf(before)];
}

/** The groups of the profiles of a metric. */
export const groupsIn = (
  { groups }: Pick<ComparedTable, "groups">,
  { name }: Pick<Metric, "name">,
): Groups => required(groups.get(name), `the groups of ${name}`);

/** Returns a function that makes the sides of the same profiles of a metric; undefined where these are all. */
function samePopulations(
  comparison: Comparison,
  dimensions: readonly Dimension[],
  rows: JoinedRows,
  groups: ReadonlyMap<string, Groups>,
): (metric: Metric) => Work<readonly [Side, Side] | undefined> {
  const isOfSingle = dimensions.includes("profile") || comparison.now.profileCount === 1;
  const known = new Map<string, readonly [Side, Side]>();
  return function* sidesOf(metric) {
    const members = groupsIn({ groups }, metric);
    if (isOfSingle) return undefined;
    const ids = sameProfiles(members);
    if (ids.length === members.size) return undefined;
    const key = ids.join();
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const names = [...groups].flatMap(([name, group]) =>
      sameProfiles(group).join() === key ? [name] : [],
    );
    const population = ofProfiles(comparison, ids);
    // Its rows combine profiles as those of all do, also where only one is the same.
    const { profileCount } = comparison.now;
    const now = { ...onlyMetrics(population.now, names), profileCount };
    const before = { ...onlyMetrics(population.before, names), profileCount };
    const [tableNow, tableBefore] = yield* bothTables({ now, before }, dimensions);
    const same = [sideOf(now, tableNow, rows), sideOf(before, tableBefore, rows)] as const;
    known.set(key, same);
    return same;
  };
}

/** Both sides with some of their profiles; contributions stay shares of the whole. */
export function ofProfiles(
  { now, before, question = before }: Comparison,
  ids: readonly string[],
): Comparison & { readonly question: Result } {
  const chosen = new Set(ids);
  const only = (side: Result): Result => onlyProfiles(side, (id) => chosen.has(id));
  return { now: only(now), before: only(before), question };
}

/**
 * The number of all profiles in the earlier range of the question, of which contributions are shares; NaN for 0, and where
 * the range holds a break.
 */
function* baseOf({ before, question = before }: Comparison, { name }: Metric): Work<number> {
  const { columns } = yield* foldEach(onlyMetrics(question, [name]), [], fold);
  const [total, ...sides] = columns;
  const base = sides.length > 0 ? undefined : total?.values[0];
  return Math.abs(base ?? Number.NaN) || Number.NaN;
}

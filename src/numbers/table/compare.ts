/** Compares a range with an earlier one, or with what is usual: the mean of the ranges before it. */
import { numberAt } from "../cells/number-at.ts";
import { each, type Work } from "../../base/async/work.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Comparison, Result } from "../cells/result.ts";
import { isNumber, isWithheld, withheld } from "../cells/states.ts";
import { onlyProfiles, withinDays } from "../cells/select.ts";
import { required } from "../../base/errors/tool-error.ts";
import { cutAlike } from "../meaning/delivery.ts";
import { groupsOf, type Groups, type ProfileGroup } from "../meaning/groups.ts";
import type { Range } from "../../base/time/grains.ts";
import { changeFrom, percentOf } from "./changes.ts";
import { comparePair, type ComparedTable } from "./compare-pair.ts";
import { numberColumn, populationColumn } from "./compared-columns.ts";
import { inForm } from "./compared-form.ts";
import type { ComparedNumber, NumberColumn } from "./table.ts";

export type { ComparedTable } from "./compare-pair.ts";

export function* compare(
  comparison: Comparison,
  dimensions: readonly Dimension[],
): Work<ComparedTable> {
  const { usual, form } = comparison;
  if (usual !== undefined) return yield* compareUsual(comparison, usual, dimensions);
  const table = yield* comparePair(comparison, dimensions);
  return form === undefined ? table : inForm(comparison, dimensions, form, table);
}

/**
 * Each row has the numbers of the profiles that are the same in each pair of the range with one before it: `now`, and as
 * `before` the mean of the earlier ranges at equal days, with their `lowest` and `highest`.
 */
function* compareUsual(
  comparison: Comparison,
  usual: readonly Range[],
  dimensions: readonly Dimension[],
): Work<ComparedTable> {
  const { now, before } = comparison;
  const pairs = usual.map((range) => ({ now, before: cutAlike(now, withinDays(before, range)) }));
  const groups = new Map(now.metrics.map((metric) => [metric.name, groupsInAll(pairs, metric)]));
  const tables = yield* each(pairs, (pair) => comparePair(pair, dimensions, groups));
  const first = required(tables[0], "a range before");
  const columns = now.metrics.flatMap((metric) => usualColumns(tables, metric));
  return { ...first, columns, groups, usual, hasSameProfiles: true };
}

/** A profile is the same where it is in each pair; else it has the reason of the latest pair in which it is not. */
function groupsInAll(pairs: readonly Comparison[], metric: Metric): Groups {
  const lists = pairs.map(({ now, before }) => groupsOf(now, before, metric));
  const groupIn = (id: string): ProfileGroup =>
    lists
      .map((groups): ProfileGroup => groups.get(id) ?? { kind: "gaps" })
      .find(({ kind }) => kind !== "same") ?? { kind: "same" };
  const ids = new Set(lists.flatMap((groups) => [...groups.keys()]));
  return new Map(Array.from(ids, (id) => [id, groupIn(id)]));
}

function usualColumns(tables: readonly ComparedTable[], metric: Metric): NumberColumn[] {
  const sidesOf = (number: "now" | "before"): NumberColumn[] =>
    tables.map((table) => populationColumn(table, metric, number, "same"));
  const [nows, sides] = [sidesOf("now"), sidesOf("before")];
  // That of a pair without a break, whose pages are counted.
  const now = required(nows.find(({ values }) => values.some(isNumber)) ?? nows[0], "a range");
  const columnsOf = (number: "base" | "change"): NumberColumn[] =>
    tables.map((table) => numberColumn(table, metric, number));
  const [bases, changes] = [columnsOf("base"), columnsOf("change")];
  const listAt = (columns: readonly NumberColumn[], row: number): number[] =>
    columns.map(({ values }) => numberAt(values, row));
  // Across a break there is no mean of what is counted before it and after it.
  const countedAt = (row: number): string | undefined => {
    const [counted, ...further] = new Set(sides.map((side) => side.countedAt?.(row)));
    return further.length === 0 ? counted : undefined;
  };
  const columns = usualNames.map((number) => ({ ...now, number, values: now.values.slice() }));
  for (const row of now.values.keys()) {
    const lists = [listAt(nows, row), listAt(bases, row), listAt(changes, row)] as const;
    const numbers = usualNumbers(metric, lists, countedAt(row) !== undefined);
    for (const { number, values } of columns) values[row] = numbers[number];
  }
  // A break within the range now: the number of each side.
  const divided = required(tables[0], "a range").columns.filter(
    ({ metric: { name }, number, segment }) =>
      name === metric.name && number === "part now" && segment.meaning !== undefined,
  );
  return [
    ...divided,
    ...columns.map((column) => (column.number === "before" ? { ...column, countedAt } : column)),
  ];
}

const usualNames = [
  "now",
  "before",
  "base",
  "lowest",
  "highest",
  "change",
  "change_percent",
] as const satisfies readonly ComparedNumber[];

/** The numbers of a row. @param hasMean the earlier ranges count the same. */
function usualNumbers(
  metric: Metric,
  [nows, bases, changes]: readonly [nows: number[], bases: number[], changes: number[]],
  hasMean: boolean,
): Record<(typeof usualNames)[number], number> {
  // A break within a range before takes the number now from its pair alone.
  const now = nows.find(isNumber) ?? required(nows[0], "a number");
  const usual = hasMean ? bases.reduce((sum, base) => sum + base, 0) / bases.length : withheld;
  const endOf = (end: (...numbers: number[]) => number): number =>
    isNumber(usual) ? end(...bases) : usual;
  const missing = changes.find((change) => !isNumber(change));
  const change = missing ?? (isWithheld(usual) ? usual : changeFrom(usual, now));
  return {
    now,
    before: usual,
    base: usual,
    lowest: endOf(Math.min),
    highest: endOf(Math.max),
    change,
    change_percent: percentOf(metric, change, usual, { areSameWeekdays: true }),
  };
}

/** The groups of the profiles of a metric. */
export const groupsIn = (
  { groups }: Pick<ComparedTable, "groups">,
  { name }: Pick<Metric, "name">,
): Groups => required(groups.get(name), `the groups of ${name}`);

/** Both sides with some of their profiles; contributions stay shares of the whole. */
export function ofProfiles(
  { now, before, question = { now, before }, ...rest }: Comparison,
  ids: readonly string[],
): Comparison {
  const chosen = new Set(ids);
  const only = (side: Result): Result => onlyProfiles(side, (id) => chosen.has(id));
  return { ...rest, now: only(now), before: only(before), question };
}

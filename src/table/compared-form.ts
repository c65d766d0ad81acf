/** A comparison in another form, of the same profiles: numbers divided by them, or a statistic of the days of both ranges. */
import type { Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Comparison, ComparedForm, Result } from "../cells/result.ts";
import { isNumber, withheld } from "../cells/states.ts";
import { onlyMetrics, onlyProfiles } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { sameProfiles } from "../meaning/groups.ts";
import { changeFrom, haveSameWeekdays, percentOf } from "./changes.ts";
import { combine } from "./combine.ts";
import type { ComparedTable } from "./compare-pair.ts";
import { numberColumn, populationColumn } from "./compared-columns.ts";
import { joinRows } from "./join.ts";
import { sideNumbers, sideOf } from "./side.ts";
import { statistic } from "./statistic.ts";
import { withValues, type ComparedNumber, type NumberColumn, profileOf } from "./table.ts";

/** @param table of the same rows, with the groups of the profiles. */
export function inForm(
  comparison: Comparison,
  dimensions: readonly Dimension[],
  form: ComparedForm,
  table: ComparedTable,
): ComparedTable {
  const columnsOf = (metric: Metric): NumberColumn[] =>
    form === "per_profile"
      ? perProfile(table, metric)
      : ofStatistic(comparison, dimensions, form, table, metric);
  return { ...table, columns: comparison.now.metrics.flatMap(columnsOf), hasSameProfiles: true };
}

/** The same profiles are on both sides: all numbers are divided by their count. Means stay as they are. */
function perProfile(table: ComparedTable, metric: Metric): NumberColumn[] {
  const now = populationColumn(table, metric, "now", "same");
  const isAdded = now.method === "sum" || now.method === "last";
  const divided = (column: NumberColumn, number: ComparedNumber): NumberColumn => ({
    ...withValues(column, (value, row) =>
      isNumber(value) && isAdded ? value / (now.profiles[row] || 1) : value,
    ),
    number,
    isPerProfile: isAdded,
  });
  const parts = table.columns.flatMap((column) =>
    column.metric.name === metric.name && column.number?.startsWith("part") === true
      ? [{ ...divided(column, column.number), values: perPage(column) }]
      : [],
  );
  return [
    divided(now, "now"),
    divided(populationColumn(table, metric, "before", "same"), "before"),
    divided(numberColumn(table, metric, "base"), "base"),
    divided(numberColumn(table, metric, "change"), "change"),
    numberColumn(table, metric, "change_percent"),
    ...parts,
  ];
}

/** A side of a break is divided by the pages that it is of. */
const perPage = (column: NumberColumn): Float64Array =>
  column.values.map((value, row) =>
    isNumber(value) ? value / Math.max(1, numberAt(column.profiles, row)) : value,
  );

function ofStatistic(
  { now, before }: Comparison,
  dimensions: readonly Dimension[],
  { name, of }: Exclude<ComparedForm, "per_profile">,
  { groups }: ComparedTable,
  metric: Metric,
): NumberColumn[] {
  const rows = joinRows(combine(now, dimensions), combine(before, dimensions));
  const same = new Set(sameProfiles(groups.get(metric.name) ?? new Map()));
  // Rows of profiles have the numbers of all, and the changes of the same ones.
  const at = dimensions.indexOf("profile");
  const isCompared = (row: number): boolean => {
    const profile = profileOf(rows, row);
    return profile === undefined || same.has(profile);
  };
  const numbersOf = (side: Result): ReturnType<typeof sideNumbers> => {
    const single = onlyMetrics(side, [metric.name]);
    const only = at === -1 ? onlyProfiles(single, (id) => same.has(id)) : single;
    // Its rows combine profiles as those of all do, also where only one is the same.
    const count = at === -1 ? same.size && side.profileCount : side.profileCount;
    const population = { ...only, profileCount: count };
    const table = statistic(population, dimensions, [name], of);
    return sideNumbers(sideOf(population, table, rows), metric);
  };
  const [late, early] = [numbersOf(now), numbersOf(before)];
  const changeAt = (value: number, row: number): number => {
    const base = numberAt(early.values, row);
    const isAlike =
      late.countedAt(row) !== undefined && late.countedAt(row) === early.countedAt(row);
    if (Number.isNaN(value) || Number.isNaN(base) || !isCompared(row)) return Number.NaN;
    return isAlike && isNumber(value) && isNumber(base) ? changeFrom(base, value) : withheld;
  };
  const change = withValues(late, changeAt);
  const weekdays = { areSameWeekdays: haveSameWeekdays(now, before) };
  const percent = withValues(change, (value, row) =>
    percentOf(metric, value, numberAt(early.values, row), weekdays),
  );
  return [
    { ...late, number: "now" },
    { ...early, number: "before" },
    { ...early, number: "base" },
    { ...change, number: "change" },
    { ...percent, number: "change_percent" },
  ];
}

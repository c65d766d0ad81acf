/** A comparison in another form, of the same profiles: numbers divided by them, or a statistic of the days of both ranges. */
import type { Dimension } from "../catalog/dimensions.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import type { Comparison, ComparedForm, Result } from "../cells/result.ts";
import { isNumber, withheld } from "../cells/states.ts";
import { onlyMetrics, onlyProfiles } from "../cells/select.ts";
import { sameProfiles } from "../meaning/groups.ts";
import { changeFrom, haveSameWeekdays, percentOf } from "./changes.ts";
import { combine } from "./combine.ts";
import type { ComparedTable } from "./compare-pair.ts";
import { numberColumn, populationColumn } from "./compared-columns.ts";
import { joinRows } from "./join.ts";
import { sideNumbers, sideOf } from "./side.ts";
import { statistic } from "./statistic.ts";
import { withValues, type ComparedNumber, type NumberColumn } from "./table.ts";

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
  return { ...table, columns: comparison.now.metrics.flatMap(columnsOf), isOfSame: true };
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
  return [
    divided(now, "now"),
    divided(populationColumn(table, metric, "before", "same"), "before"),
    divided(numberColumn(table, metric, "base"), "base"),
    divided(numberColumn(table, metric, "change"), "change"),
    numberColumn(table, metric, "change_percent"),
  ];
}

function ofStatistic(
  { now, before }: Comparison,
  dimensions: readonly Dimension[],
  { name, of }: Exclude<ComparedForm, "per_profile">,
  { groups }: ComparedTable,
  metric: Metric,
): NumberColumn[] {
  const rows = joinRows(combine(now, dimensions), combine(before, dimensions));
  const same = new Set(sameProfiles(groups.get(metric.name) ?? new Map()));
  const numbersOf = (side: Result): ReturnType<typeof sideNumbers> => {
    const only = onlyProfiles(onlyMetrics(side, [metric.name]), (id) => same.has(id));
    // Its rows combine profiles as those of all do, also where only one is the same.
    const population = { ...only, profileCount: same.size && side.profileCount };
    const table = statistic(population, dimensions, [name], of);
    return sideNumbers(sideOf(population, table, rows), metric);
  };
  const [late, early] = [numbersOf(now), numbersOf(before)];
  const changeAt = (value: number, row: number): number => {
    const base = early.values[row] ?? Number.NaN;
    const isAlike =
      late.countedAt(row) !== undefined && late.countedAt(row) === early.countedAt(row);
    if (Number.isNaN(value) || Number.isNaN(base)) return Number.NaN;
    return isAlike && isNumber(value) && isNumber(base) ? changeFrom(base, value) : withheld;
  };
  const change = withValues(late, changeAt);
  const weekdays = { areSameWeekdays: haveSameWeekdays(now, before) };
  const percent = withValues(change, (value, row) =>
    percentOf(metric, value, early.values[row] ?? Number.NaN, weekdays),
  );
  return [
    { ...late, number: "now" },
    { ...early, number: "before" },
    { ...early, number: "base" },
    { ...change, number: "change" },
    { ...percent, number: "change_percent" },
  ];
}

/** A comparison in another form, of the same profiles: numbers divided by them, or a statistic of the days of both ranges. */
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Comparison, ComparedForm, Result } from "../cells/result.ts";
import { isNumber, withheld } from "../cells/states.ts";
import { onlyMetrics } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { sameProfiles } from "../meaning/groups.ts";
import { changeFrom, haveSameWeekdays, percentOf } from "./changes.ts";
import { combine } from "./combine.ts";
import type { ComparedTable } from "./compare-pair.ts";
import { numberColumn, populationColumn } from "./compared-columns.ts";
import { joinRows } from "./join.ts";
import { populationOf } from "./same-numbers.ts";
import { sideNumbers, sideOf, type SideNumbers } from "./side.ts";
import { statistic } from "./statistic.ts";
import { withValues, type ComparedNumber, type NumberColumn, profileOf } from "./table.ts";

/** @param table of the same rows, with the groups of the profiles. */
export function inForm(
  comparison: Comparison,
  dimensions: readonly Dimension[],
  form: ComparedForm,
  table: ComparedTable,
): ComparedTable {
  const columns =
    form === "per_profile"
      ? comparison.now.metrics.flatMap((metric) => perProfile(table, metric))
      : ofStatistic(comparison, dimensions, form, table);
  return { ...table, columns, hasSameProfiles: true };
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
): NumberColumn[] {
  const rows = joinRows(combine(now, dimensions), combine(before, dimensions));
  const weekdays = { areSameWeekdays: haveSameWeekdays(now, before) };
  return now.metrics.flatMap((metric): NumberColumn[] => {
    const same = new Set(sameProfiles(groups.get(metric.name) ?? new Map()));
    const numbersOf = (side: Result): SideNumbers => {
      // Rows of profiles have the numbers of all, and the changes of the same ones.
      const population = dimensions.includes("profile")
        ? onlyMetrics(side, [metric.name])
        : populationOf(side, metric, same);
      const table = statistic(population, dimensions, { names: [name], of });
      return sideNumbers(sideOf(population, table, rows), metric);
    };
    const [late, early] = [numbersOf(now), numbersOf(before)];
    const change = withValues(changeOf(late, early), (value, row) => {
      const profile = profileOf(rows, row);
      return profile === undefined || same.has(profile) ? value : Number.NaN;
    });
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
  });
}

/** By row, the number now less the one before; withheld across a break. */
const changeOf = (late: SideNumbers, early: SideNumbers): NumberColumn =>
  withValues(late, (value, row) => {
    const base = numberAt(early.values, row);
    const isAlike =
      late.countedAt(row) !== undefined && late.countedAt(row) === early.countedAt(row);
    if (Number.isNaN(value) || Number.isNaN(base)) return Number.NaN;
    return isAlike && isNumber(value) && isNumber(base) ? changeFrom(base, value) : withheld;
  });

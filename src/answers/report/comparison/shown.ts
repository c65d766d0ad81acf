/** A comparison to show at some dimensions, and its numbers by the names that conditions and orders have for them. */
import { isCalendarDate, type Dimension } from "../../../catalog/dimensions.ts";
import type { comparedShareNumbers, ConditionNumber } from "../../../catalog/numbers.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import type { Comparison } from "../../../numbers/cells/result.ts";
import { inputError } from "../../../base/errors/tool-error.ts";
import { sameProfiles, type ProfileGroup } from "../../../numbers/meaning/groups.ts";
import { groupsIn, type ComparedTable } from "../../../numbers/table/compare.ts";
import {
  comparedColumn,
  numberColumn,
  populationColumn,
} from "../../../numbers/table/compared-columns.ts";
import { coverageAt, type NumberColumn } from "../../../numbers/table/table.ts";
import { dayName, namesOf, isSideOfBreak, sideName } from "../names.ts";
import { notCompared, type Reason } from "../../replies/reasons.ts";
import type { Sorting } from "../shown.ts";

export interface ShownComparison {
  readonly comparison: Comparison;
  readonly dimensions: readonly Dimension[];
  readonly table: ComparedTable;
  readonly sorting: Sorting;
  /** All profiles of the question, of which the comparison has some, and their rows: ranks are among them. */
  readonly population?: Pick<ShownComparison, "comparison" | "table"> | undefined;
  /** Keys of the rows that meet the conditions; all rows (default). */
  readonly matching?: ReadonlySet<string> | undefined;
  /** The profiles that meet the conditions: totals are of them, beside all. */
  readonly matched?: Comparison | undefined;
}

/** True for a table of the shares of a comparison. */
export const hasShares = ({ columns }: ComparedTable): boolean =>
  columns.some(({ number }) => number === "points");

/** The metrics of a comparison, in order. */
export const metricsOf = ({ columns }: ComparedTable): Metric[] =>
  columns.filter(({ number }) => number === "now").map(({ metric }) => metric);

/** The sides of a break that forbids every change of a metric. */
export const partColumns = ({ columns }: ComparedTable, { name }: Metric): NumberColumn[] =>
  columns.filter(
    ({ metric, number }) =>
      metric.name === name && (number === "part now" || number === "part before"),
  );

/** The sides of a break that divides one of the ranges, under names of their own. */
export const sidesOf = (
  { now, before }: Comparison,
  table: ComparedTable,
  metric: Metric,
): { readonly column: NumberColumn; readonly isNow: boolean; readonly side: string }[] =>
  partColumns(table, metric)
    .filter(isSideOfBreak)
    .map((column) => {
      const isNow = column.number === "part now";
      return { column, isNow, side: sideName(column, isNow ? now : before) };
    });

/** The numbers of profiles with a value in one of the ranges, and of those that are the same; undefined where all are. */
export function countsOf(
  table: ComparedTable,
  metric: Metric,
): { readonly profiles: number; readonly same: number } | undefined {
  const groups = groupsIn(table, metric);
  const same = sameProfiles(groups).length;
  return same === groups.size ? undefined : { profiles: groups.size, same };
}

/** The numbers of a metric by row; of a table of shares, those of shares. */
export function numbersNamed(
  table: ComparedTable,
  metric: Metric,
  name: ConditionNumber | (typeof comparedShareNumbers)[number],
): Float64Array {
  if (name === "coverage") {
    const [now, before] = [
      numberColumn(table, metric, "now"),
      numberColumn(table, metric, "before"),
    ];
    return now.values.map((_, row) =>
      Math.min(100 * coverageAt(now, row), 100 * coverageAt(before, row)),
    );
  }
  if (name === "same_now") return populationColumn(table, metric, "now", "same").values;
  if (name === "same_before") return populationColumn(table, metric, "before", "same").values;
  const isUsual = name === "usual" && table.usual !== undefined;
  const column = comparedColumn(table, metric, isUsual ? "before" : name);
  if (column !== undefined) return column.values;
  throw inputError(
    `this comparison has no ${metric.name}:${name}`,
    "usual, lowest and highest are of compare_to usual, contribution of the other ranges.",
  );
}

/** The words of groups in the rows of a comparison. */
export const groupWords: Readonly<Record<ProfileGroup["kind"], string>> = {
  same: "",
  began: "new",
  ended: "ended",
  gaps: "gaps",
};

const groupCodes = { same: "not_alike", began: "new", ended: "ended", gaps: "gaps" } as const;

/** Why a profile is not compared: `new 08-17`, `ended 07-31`, `gaps`; undefined for one that is, or has no value. */
export function groupReason(
  { comparison: { now, before }, table }: Pick<ShownComparison, "comparison" | "table">,
  metric: Metric,
  profile: string,
): Reason | undefined {
  const group = groupsIn(table, metric).get(profile);
  if (group === undefined || group.kind === "same") return undefined;
  const [code, word] = [groupCodes[group.kind], groupWords[group.kind]];
  if (!("day" in group)) return notCompared(code, word);
  const { day, bound } = group;
  const name = dayName(day, { start: before.start, end: now.end });
  return notCompared(code, `${word} ${bound === "on" ? "" : `${bound} `}${name}`, {
    date: day,
    bound,
  });
}

/** The words of {@link groupReason}; an empty text for a profile that is compared. */
export const groupWord = (
  shown: Pick<ShownComparison, "comparison" | "table">,
  metric: Metric,
  profile: string,
): string => groupReason(shown, metric, profile)?.word ?? "";

/** The names of each row, and what they name: a dimension with one row is not named. */
export function rowNamesOf({
  comparison: { now, before },
  table: { dimensions, keys, rowCount },
}: Pick<ShownComparison, "comparison" | "table">): {
  readonly heads: readonly string[];
  readonly names: readonly (readonly string[])[];
} {
  const several = dimensions.flatMap((dimension, at) => {
    const { type, rows, previous } = dimension;
    if (rows.length < 2) return [];
    const head = type.replace("date.", "").replace("profile_label", "label");
    const key = keys[at] ?? new Int32Array();
    if (!isCalendarDate(type)) {
      const early = previous && namesOf(before, previous);
      const names = namesOf(now, dimension).map((name, row) => name || `before ${early?.[row]}`);
      return [{ head, key, names }];
    }
    const [late, early] = [namesOf(now, dimension), namesOf(before, previous ?? dimension)];
    const times = [{ head, key, names: rows.map((_, place) => late[place] ?? "–") }];
    // The same month of another year need not be named twice.
    const isOtherYear = late.every((name, place) => name.slice(4) === early[place]?.slice(4));
    if (isOtherYear && late.length === early.length) return times;
    return [
      ...times,
      { head: `${head} before`, key, names: rows.map((_, place) => early[place] ?? "–") },
    ];
  });
  return {
    heads: several.map(({ head }) => head),
    names: Array.from({ length: rowCount }, (_, row) =>
      several.map(({ key, names }) => names[numberAt(key, row)] ?? ""),
    ),
  };
}

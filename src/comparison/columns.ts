/** The columns of a comparison's tables: now, before, change, change in percent; of a metric with a break, its parts. */
import { numberAt } from "../cells/number-at.ts";
import type { Comparison } from "../cells/result.ts";
import type { ComparedMetric } from "./compare.ts";
import { isNumber } from "../cells/states.ts";
import { meaningOf } from "../meaning/segments.ts";
import { formatDifference, formatNumber, formatPercent, formatShare } from "../text/numbers.ts";
import type { Sorting } from "../report/shown.ts";
import { numbersBy } from "./table-rows.ts";
import { methodTitle, shortRange } from "../report/names.ts";

/** A column of a table. @param own a metric at some rows. */
export interface TextColumn {
  readonly title: string;
  readonly textOf: (own: ComparedMetric, row: number) => string;
}

/** Nets and ratios have no percentages. */
export const hasPercent = ({ metric }: ComparedMetric): boolean => metric.kind.change === "percent";

export const comparedTitle = ({ metric, method }: ComparedMetric): string =>
  methodTitle({ metric, method, isDaily: true });

/** A percentage per profile-day is given where the ranges have unequal numbers of days. */
export const isPerDay = (own: ComparedMetric, row: number): boolean => {
  const [now, before] = own.expected.map((list) => numberAt(list, row));
  return isNumber(numberAt(own.percentPerDay, row)) && now !== before;
};

/** The columns of metrics that can be compared. @param isTotal adds the percentage per day, where the ranges differ in length. */
export function changeColumns(metrics: readonly ComparedMetric[], isTotal: boolean): TextColumn[] {
  const isAny = (is: (own: ComparedMetric) => boolean): boolean => metrics.some(is);
  const columns: (TextColumn | false)[] = [
    { title: "now", textOf: ({ now }, row) => formatNumber(numberAt(now, row)) },
    { title: "before", textOf: ({ before }, row) => formatNumber(numberAt(before, row)) },
    {
      title: "change",
      textOf: ({ change, now }, row) => formatDifference(numberAt(change, row), numberAt(now, row)),
    },
    isAny(hasPercent) && { title: "change %", textOf: percentText },
    isTotal &&
      isAny((own) => own.now.some((_, row) => isPerDay(own, row))) && {
        title: "per day %",
        textOf: (own, row) =>
          isPerDay(own, row) ? formatPercent(numberAt(own.percentPerDay, row)) : "",
      },
  ];
  return columns.filter((column) => column !== false);
}

/** The column of the number that sorts the rows, if no other column has it. */
export function sortedColumns({ sortBy }: Sorting): TextColumn[] {
  const number = (["contribution", "coverage"] as const).find((name) => name === sortBy);
  if (number === undefined) return [];
  const textOf: TextColumn["textOf"] = (own, row) => {
    const value = numberAt(numbersBy[number](own), row);
    return isNumber(value) ? formatShare(value) : "";
  };
  return [{ title: number === "contribution" ? "% of all before" : "covered %", textOf }];
}

/** The percentage, with the number of profiles that it is of; empty if there is no percentage. */
function percentText(own: ComparedMetric, row: number): string {
  const { percent, like } = own;
  const value = numberAt(percent, row);
  if (!isNumber(value)) return "";
  const [compared, all] = [like?.compared[row] ?? 0, like?.all[row] ?? 0];
  return `${formatPercent(value)}${compared < all ? ` (${compared} of ${all})` : ""}`;
}

/** The parts of both ranges of a metric that a break forbids to compare, with their days and meanings. */
export const partColumns = (
  { now, before }: Comparison,
  { metric, parts }: ComparedMetric,
): TextColumn[] =>
  parts.map(({ side, column }, place) => {
    const { network } = side === "now" ? now : before;
    const meaning = meaningOf({ network, ...column.segment }, metric);
    const days = shortRange(column.segment);
    return {
      title: meaning === undefined ? days : `${days}, ${meaning}`,
      textOf: (own, row) =>
        formatNumber(numberAt(own.parts[place]?.values ?? new Float64Array(), row)),
    };
  });

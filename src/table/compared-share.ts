/** Shares of both ranges of a comparison, their difference in points, and the part that each row has in the change. */
import { sum } from "simple-statistics";
import { isDateDimension } from "../catalog/dimensions.ts";
import { isNumber, isMissing, withheld } from "../cells/states.ts";
import type { ComparedTable } from "./compare.ts";
import { allColumn, comparedColumn } from "./compared-columns.ts";
import { hasShare } from "./share.ts";
import type { ComparedNumber, NumberColumn } from "./table.ts";

/**
 * @param totals of the question, of one row: shares are of them, also where the table is a slice.
 * @param question its rows, among which the parts in the change are.
 * @example a page with 30 of 100 views now and 20 of 80 before: share 30, before_share 25, points 5, change_share 50
 */
export function comparedShares(
  table: ComparedTable,
  totals: ComparedTable,
  question = table,
): ComparedTable {
  const isOfTime = table.dimensions.every(({ type }) => isDateDimension(type));
  const values = table.columns.filter(({ number }) => number === "now");
  const shares = values.flatMap((column): NumberColumn[] => {
    const numbersOf = (name: ComparedNumber, from: ComparedTable = table): Float64Array =>
      comparedColumn(from, column.metric, name)?.values ?? new Float64Array();
    const isPart = hasShare(column, isOfTime);
    const shareOf = (name: "now" | "before"): Float64Array => {
      const [total = Number.NaN] = numbersOf(name, totals);
      return numbersOf(name).map((value) =>
        isMissing(value) || (isPart && isNumber(total) && total > 0)
          ? (100 * value) / total
          : withheld,
      );
    };
    const [share, previous] = [shareOf("now"), shareOf("before")];
    const points = share.map((value, row) => {
      const difference = value - (previous[row] ?? Number.NaN);
      return isNumber(difference) ? difference : Number.NaN;
    });
    const changes = allColumn(table, column.metric, "change").values;
    const moved = [...allColumn(question, column.metric, "change").values].filter(isNumber);
    const hasOneSign = moved.every((change) => change >= 0) || moved.every((change) => change <= 0);
    const changeShare = changes.map((change) =>
      isPart && hasOneSign ? (100 * change) / sum(moved) : Number.NaN,
    );
    const columnOf = (number: ComparedNumber, list: Float64Array): NumberColumn => ({
      ...column,
      number,
      values: list,
    });
    return [
      columnOf("share", share),
      columnOf("before_share", previous),
      columnOf("points", points),
      columnOf("change_share", changeShare),
    ];
  });
  return { ...table, columns: [...table.columns, ...shares] };
}

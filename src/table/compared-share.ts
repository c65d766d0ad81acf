/** Shares of both ranges of a comparison, their difference in points, and the part that each row has in the change. */
import { sum } from "simple-statistics";
import { isCalendarDate, isDateDimension } from "../catalog/dimensions.ts";
import { numberAt } from "../cells/number-at.ts";
import { isNumber, isMissing, withheld } from "../cells/states.ts";
import { groupsIn, type ComparedTable } from "./compare.ts";
import { numberColumn, populationColumn } from "./compared-columns.ts";
import { hasShare } from "./share.ts";
import type { ComparedNumber, NumberColumn } from "./table.ts";

/** Rows that rose and rows that fell cancel out: their parts are stated where the rest is at least this share of both. */
const leastOfMoves = 0.25;

/**
 * Of the same profiles: shares of the number now and of the base.
 * @param totals of the question, of one row: shares are of them, also where the table is a slice.
 * @param question its rows, among which the parts in the change are.
 * @example a page with 30 of 100 views now and 20 of 80 before: share 30, before_share 25, points 5, change_share 50
 */
export function comparedShares(
  table: ComparedTable,
  totals: ComparedTable,
  question = table,
): ComparedTable {
  const isTimeAlone = table.dimensions.every(({ type }) => isDateDimension(type));
  const isAlongDates = isTimeAlone || table.dimensions.some(({ type }) => isCalendarDate(type));
  const values = table.columns.filter(({ number }) => number === "now");
  const shares = values.flatMap((column): NumberColumn[] => {
    const { metric } = column;
    const isPart = hasShare(column, isTimeAlone);
    const isPartOfChange = hasShare(column, isAlongDates);
    const bases = numberColumn(table, metric, "base").values;
    const shareOf = (numbersIn: (from: ComparedTable) => NumberColumn): Float64Array => {
      const total = numberAt(numbersIn(totals).values, 0);
      return numbersIn(table).values.map((value, row) => {
        // A row that is not compared has no base; of one that a break divides it is withheld.
        const base = numberAt(bases, row);
        if (isMissing(value) || isMissing(base)) return Number.NaN;
        const hasTotal = isNumber(total) && total > 0 && isNumber(base);
        return isPart && hasTotal ? (100 * value) / total : withheld;
      });
    };
    const share = shareOf((from) => populationColumn(from, metric, "now", "same"));
    const previous = shareOf((from) => numberColumn(from, metric, "base"));
    const points = share.map((value, row) => {
      const difference = value - numberAt(previous, row);
      return isNumber(difference) ? difference : Number.NaN;
    });
    const changesIn = (from: ComparedTable): Float64Array =>
      numberColumn(from, metric, "change").values;
    const total = numberAt(changesIn(totals), 0);
    const moves = sum([...changesIn(question)].filter(isNumber).map(Math.abs));
    const hasParts = isNumber(total) && Math.abs(total) >= leastOfMoves * moves && total !== 0;
    const changeShare = changesIn(table).map((change) => {
      if (!isPartOfChange || !isNumber(change)) return Number.NaN;
      return hasParts ? (100 * change) / total : withheld;
    });
    const percents = numberColumn(totals, metric, "change_percent");
    const wholeChange = {
      profiles: numberAt(percents.profiles, 0),
      coversAll: numberAt(percents.profiles, 0) === groupsIn(totals, metric).size,
      percent: numberAt(percents.values, 0),
    };
    const columnOf = (number: ComparedNumber, list: Float64Array): NumberColumn => ({
      ...column,
      number,
      values: list,
    });
    return [
      columnOf("share", share),
      columnOf("before_share", previous),
      columnOf("points", points),
      { ...columnOf("change_share", changeShare), wholeChange },
    ];
  });
  return { ...table, columns: [...table.columns, ...shares] };
}

/** Shares of both ranges of a comparison, their difference in points, and the part that each row has in the change. */
import { sum } from "simple-statistics";
import { isCalendarDate, isDateDimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../cells/number-at.ts";
import { isNumber, isMissing, withheld } from "../cells/states.ts";
import { groupsIn, type ComparedTable } from "./compare.ts";
import { numberColumn, populationColumn } from "./compared-columns.ts";
import { hasShare } from "./share.ts";
import type { NumberColumn } from "./table.ts";

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
    const bases = numberColumn(table, metric, "base").values;
    const shareOf = (numbersIn: (from: ComparedTable) => NumberColumn): Float64Array => {
      const total = numberAt(numbersIn(totals).values, 0);
      const divisor = hasShare(column, isTimeAlone) ? total : Number.NaN;
      return sharesIn(numbersIn(table).values, divisor, bases);
    };
    const share = shareOf((from) => populationColumn(from, metric, "now", "same"));
    const previous = shareOf((from) => numberColumn(from, metric, "base"));
    const points = share.map((value, row) => {
      const difference = value - numberAt(previous, row);
      return isNumber(difference) ? difference : Number.NaN;
    });
    const changesIn = (from: ComparedTable): Float64Array =>
      numberColumn(from, metric, "change").values;
    const parts = partsIn(changesIn(table), numberAt(changesIn(totals), 0), changesIn(question));
    const changeShare = hasShare(column, isAlongDates) ? parts : parts.fill(Number.NaN);
    return [
      { ...column, number: "share", values: share },
      { ...column, number: "before_share", values: previous },
      { ...column, number: "points", values: points },
      {
        ...column,
        number: "change_share",
        values: changeShare,
        wholeChange: wholeChangeOf(totals, metric),
      },
    ];
  });
  return { ...table, columns: [...table.columns, ...shares] };
}

/** By row, the share of a total; withheld where the total is missing or 0. */
const sharesIn = (values: Float64Array, total: number, bases: Float64Array): Float64Array =>
  values.map((value, row) => {
    // A row that is not compared has no base; of one that a break divides it is withheld.
    const base = numberAt(bases, row);
    if (isMissing(value) || isMissing(base)) return Number.NaN;
    const hasTotal = isNumber(total) && total > 0 && isNumber(base);
    return hasTotal ? (100 * value) / total : withheld;
  });

/** By row, its part in a total change. @param moves the changes of all rows of the question. */
function partsIn(changes: Float64Array, total: number, moves: Float64Array): Float64Array {
  const size = sum([...moves].filter(isNumber).map(Math.abs));
  const hasParts = isNumber(total) && Math.abs(total) >= leastOfMoves * size && total !== 0;
  return changes.map((change) => {
    if (!isNumber(change)) return Number.NaN;
    return hasParts ? (100 * change) / total : withheld;
  });
}

/** The change of the totals in percent, and the profiles that it is of. */
function wholeChangeOf(
  totals: ComparedTable,
  metric: Metric,
): Required<NumberColumn>["wholeChange"] {
  const { profiles, values } = numberColumn(totals, metric, "change_percent");
  const count = numberAt(profiles, 0);
  const coversAll = count === groupsIn(totals, metric).size;
  return { profiles: count, coversAll, percent: numberAt(values, 0) };
}

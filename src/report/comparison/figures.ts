/** The numbers of a comparison, for references. */
import { isBreakdown } from "../../catalog/dimensions.ts";
import { lazily } from "../../async/lazily.ts";
import type { Work } from "../../async/work.ts";
import { numberAt } from "../../cells/number-at.ts";
import { rangeOf, type Comparison } from "../../cells/result.ts";
import { isNumber } from "../../cells/states.ts";
import { matchingLine, type FigureLine, type Figures } from "../../replies/figures.ts";
import type { ComparedTable } from "../../table/compare.ts";
import { comparedTotal } from "../../table/compared-total.ts";
import { numberColumn } from "../../table/compared-columns.ts";
import { rankedPlaces } from "../../table/rank.ts";
import { figureDimensions, lineName } from "../figures.ts";
import { comparedRanks } from "./ranks.ts";
import { metricsOf } from "./shown.ts";
import type { ShownComparison } from "./shown.ts";
import { lineOf } from "./row-figures.ts";

export function* comparedFigures(shown: ShownComparison): Work<Figures> {
  const { comparison, table, dimensions, population, matched } = shown;
  const { now, before } = comparison;
  const named = figureDimensions(now, table);
  const totalOf = function* totalOf(sides: Comparison, name: string): Work<FigureLine> {
    const sum = yield* comparedTotal(sides, dimensions);
    const line = lineOf(sum, 0, `${name} ${sum.comparison.now.profileCount}`, true);
    if (sum.table.hasSameProfiles !== true) return line;
    const which = sum.table.usual === undefined ? "the same in both ranges" : "throughout";
    return { ...line, name: `${name} ${line.profiles ?? 0} ${which}` };
  };
  // Weekdays are means, and a total would be a sum.
  const isStatistic = typeof comparison.form === "object";
  const hasTotal =
    !isStatistic && !dimensions.some((type) => isBreakdown(type) || type === "date.weekday");
  const total = hasTotal ? yield* totalOf(population?.comparison ?? comparison, "all") : undefined;
  const totalOfMatched = hasTotal && matched ? yield* totalOf(matched, "matching") : undefined;
  const { where } = shown.sorting;
  const ranks = comparedRanks({ ...shown, sorting: { where } });
  yield;
  const isAmong = new Uint8Array(table.rowCount);
  for (const { place } of ranks.lines) isAmong[place] = 1;
  yield;
  const numbers = numbersNow(table, isAmong);
  const rank = lazily(() => rankedPlaces(numbers));
  const unranked = lazily(() =>
    [...isAmong.keys()].filter((row) => isAmong[row] === 1 && !isNumber(numberAt(numbers, row))),
  );
  yield;
  return {
    network: now.network,
    period: rangeOf(now),
    before: rangeOf(before),
    ...(total && { total }),
    matching: matchingLine(total, shown.matching, totalOfMatched, dimensions.join() === "profile"),
    dimensions: named,
    rowCount: table.rowCount,
    line: (row) => lineOf(shown, row, lineName(named, row)),
    order: {
      get rank() {
        return rank();
      },
      rose: ranks.rose,
      fell: ranks.fell,
    },
    highest: (most) => rankedPlaces(numbers, most),
    isAmong: (row) => isAmong[row] === 1,
    unranked,
    top: shown.sorting.top,
  };
}

/** The numbers now of the first metric; NaN for rows that do not meet the conditions. */
function numbersNow(table: ComparedTable, isAmong: Uint8Array): Float64Array {
  const [first] = metricsOf(table);
  const values = first && numberColumn(table, first, "now").values;
  return Float64Array.from(isAmong, (is, row) =>
    is === 1 && values !== undefined ? numberAt(values, row) : Number.NaN,
  );
}

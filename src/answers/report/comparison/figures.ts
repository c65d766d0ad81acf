/** The numbers of a comparison, for references. */
import { isBreakdown, type Dimension } from "../../../catalog/dimensions.ts";
import type { Work } from "../../../base/async/work.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { rangeOf, type Comparison } from "../../../numbers/cells/result.ts";
import { matchingLine, type FigureLine, type Figures } from "../../replies/figures.ts";
import type { ComparedTable } from "../../../numbers/table/compare.ts";
import { comparedTotal } from "../../../numbers/table/compared-total.ts";
import { numberColumn } from "../../../numbers/table/compared-columns.ts";
import { figureDimensions, lineName, rankedFigures } from "../figures.ts";
import { comparedRanks } from "./ranks.ts";
import { metricsOf } from "./shown.ts";
import type { ShownComparison } from "./shown.ts";
import { lineOf } from "./row-figures.ts";

export function* comparedFigures(shown: ShownComparison): Work<Figures> {
  const { comparison, table, dimensions, population, matched } = shown;
  const { now, before } = comparison;
  const named = figureDimensions(now, table);
  // Weekdays are means, and a total would be a sum.
  const isStatistic = typeof comparison.form === "object";
  const hasTotal =
    !isStatistic && !dimensions.some((type) => isBreakdown(type) || type === "date.weekday");
  const total = hasTotal
    ? yield* totalLine(population?.comparison ?? comparison, dimensions, "all")
    : undefined;
  const totalOfMatched =
    hasTotal && matched ? yield* totalLine(matched, dimensions, "matching") : undefined;
  const { where } = shown.sorting;
  const ranks = comparedRanks({ ...shown, sorting: { where } });
  yield;
  const isAmong = new Uint8Array(table.rowCount);
  for (const { place } of ranks.lines) isAmong[place] = 1;
  yield;
  const numbers = numbersNow(table, isAmong);
  const isIn = (row: number): boolean => isAmong[row] === 1;
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
    ...rankedFigures(numbers, table.rowCount, isIn, ranks),
    isAmong: isIn,
    top: shown.sorting.top,
  };
}

function* totalLine(
  sides: Comparison,
  dimensions: readonly Dimension[],
  name: string,
): Work<FigureLine> {
  const total = yield* comparedTotal(sides, dimensions);
  const line = lineOf(total, 0, `${name} ${total.comparison.now.profileCount}`, true);
  if (total.table.hasSameProfiles !== true) return line;
  const which = total.table.usual === undefined ? "the same in both ranges" : "throughout";
  return { ...line, name: `${name} ${line.profiles ?? 0} ${which}` };
}

/** The numbers now of the first metric; NaN for rows that do not meet the conditions. */
function numbersNow(table: ComparedTable, isAmong: Uint8Array): Float64Array {
  const [first] = metricsOf(table);
  const values = first && numberColumn(table, first, "now").values;
  return Float64Array.from(isAmong, (is, row) =>
    is === 1 && values !== undefined ? numberAt(values, row) : Number.NaN,
  );
}

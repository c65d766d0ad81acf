/** The numbers of a comparison, for references. */
import { isBreakdown } from "../../catalog/dimensions.ts";
import type { Work } from "../../async/work.ts";
import { rangeOf, type Comparison } from "../../cells/result.ts";
import { onlyLabelled } from "../../cells/select.ts";
import { matchingLine, type FigureLine, type Figures } from "../../replies/figures.ts";
import { compare, type ComparedTable } from "../../table/compare.ts";
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
    const labelled = {
      ...sides,
      now: onlyLabelled(sides.now, dimensions),
      before: onlyLabelled(sides.before, dimensions),
    };
    const totals = yield* compare(labelled, []);
    const line = lineOf(
      { comparison: labelled, table: totals },
      0,
      `${name} ${labelled.now.profileCount}`,
      true,
    );
    if (totals.isOfSame !== true) return line;
    const which = totals.usual === undefined ? "the same in both ranges" : "throughout";
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
  const among = ranks.lines.map(({ place }) => place);
  const rank = rankedNow(table, among);
  const [ranked, amongRows] = [new Set(rank), new Set(among)];
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
      rank,
      rose: ranks.rose,
      fell: ranks.fell,
    },
    isAmong: (row) => amongRows.has(row),
    unranked: among.filter((row) => !ranked.has(row)).toSorted((left, right) => left - right),
    top: shown.sorting.top,
  };
}

/** Rows by the number now of the first metric, of those that meet the conditions. */
function rankedNow(table: ComparedTable, among: readonly number[]): number[] {
  const [first] = metricsOf(table);
  if (first === undefined) return [];
  const isIn = new Set(among);
  const numbers = Array.from(numberColumn(table, first, "now").values, (value, row) =>
    isIn.has(row) ? value : Number.NaN,
  );
  return rankedPlaces(numbers);
}

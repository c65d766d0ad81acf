/** The rows of a comparison as a table: names, both numbers of the metric that ranks them, and their change. */
import { profileOf } from "../../../numbers/table/table.ts";
import { comparedColumn, numberColumn } from "../../../numbers/table/compared-columns.ts";
import { comparedShareNumbers, numberTraits } from "../../../catalog/numbers.ts";
import { isDateDimension } from "../../../catalog/dimensions.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { isNumber, orMissing } from "../../../numbers/cells/states.ts";
import { required } from "../../../base/errors/tool-error.ts";
import { groupsIn, type ComparedTable } from "../../../numbers/table/compare.ts";
import type { NumberColumn } from "../../../numbers/table/table.ts";
import type { Block } from "../../replies/layout.ts";
import { formatPercent, formatPoints, formatShare } from "../../../base/text/numbers.ts";
import { countedDays } from "../../../numbers/meaning/delivery.ts";
import { daysBetween } from "../../../base/time/days.ts";
import { numberText } from "../names.ts";
import { cell } from "../../../base/text/words.ts";
import { readNumber } from "../../../numbers/meaning/conditions.ts";
import type { Line } from "../order.ts";
import { beforeTitle, changeHead, lineColumns, lineTexts, withWord, type Cells } from "./lines.ts";
import { partTexts } from "./parts.ts";
import { countsOf, groupWord, numbersNamed, partColumns } from "./shown.ts";
import { hasShares, rowNamesOf, type ShownComparison } from "./shown.ts";

/** @param hasRanks begins with a column of ranks. */
export function comparedRows(
  shown: ShownComparison,
  metric: Metric,
  lines: readonly Line[],
  hasRanks: boolean,
): Block["rows"] {
  const { heads, names } = rowNamesOf(shown);
  const numbers = numberCells(shown, metric, lines);
  const sorted = sortedColumn(shown, metric);
  return [
    [...(hasRanks ? ["#"] : []), ...heads, ...numbers.heads, ...sorted.map(({ title }) => title)],
    ...lines.map(({ place, rank }, at) => [
      ...(hasRanks ? [String(rank ?? "")] : []),
      ...required(names[place], "the names of a row").map(cell),
      ...required(numbers.cells[at], "the numbers of a row"),
      ...sorted.map(({ textOf }) => textOf(place)),
    ]),
  ];
}

function numberCells(shown: ShownComparison, metric: Metric, lines: readonly Line[]): Cells {
  const { comparison, table } = shown;
  if (partColumns(table, metric).length > 0) {
    const parts = partTexts(comparison, table, metric);
    return {
      heads: parts.map(({ title }) => title),
      cells: lines.map(({ place }) => parts.map(({ textOf }) => textOf(place))),
    };
  }
  if (hasShares(table)) return shareCells(shown, metric, lines);
  const texts = lines.map(({ place }) =>
    withWord(lineTexts(table, metric, place, "same"), wordAt(shown, metric, place)),
  );
  const { heads, cells } = lineColumns(texts, rowTitles(shown, metric));
  const added = addedCells(shown, metric, lines, heads[0] ?? "");
  return {
    heads: [...added.heads, ...heads.slice(added.replaced)],
    cells: cells.map((line, at) => [...(added.cells[at] ?? []), ...line]),
  };
}

const noCells: Cells = { heads: [], cells: [] };

/** All profiles of a row beside the same ones, with how many they are; of a row of one profile, the days that it has. */
function addedCells(
  { table }: ShownComparison,
  metric: Metric,
  lines: readonly Line[],
  nowTitle: string,
): Cells & { readonly replaced?: number } {
  const everyone = numberColumn(table, metric, "now");
  const same = comparedColumn(table, metric, "same_now");
  const areLabels = table.dimensions.every(({ type }) => type === "profile_label");
  if (table.hasSameProfiles === true && areLabels)
    return {
      heads: ["same profiles"],
      cells: lines.map(({ place }) => [String(numberAt(everyone.profiles, place))]),
    };
  if (same === undefined) return daysCells(table, metric, lines);
  const { size } = groupsIn(table, metric);
  const { profiles = size, same: count = size } = countsOf(table, metric) ?? {};
  const countAt = ({ profiles: counts }: NumberColumn, { place }: Line): string =>
    String(numberAt(counts, place));
  const nowAt = ({ place }: Line): string => numberText(everyone, numberAt(everyone.values, place));
  if (areLabels && count < size)
    return {
      heads: ["profiles", "now, all", "same profiles"],
      cells: lines.map((line) => [countAt(everyone, line), nowAt(line), countAt(same, line)]),
    };
  // A row of time leaves out the profiles that lack half of its days.
  const areFewer = lines.some(({ place }) => ![0, count].includes(numberAt(same.profiles, place)));
  if (areLabels || (count === size && !areFewer)) return noCells;
  return {
    heads: [
      `now, all ${profiles}`,
      ...(areFewer ? ["same profiles", nowTitle] : [`same ${count}: ${nowTitle}`]),
    ],
    cells: lines.map((line) => [nowAt(line), ...(areFewer ? [countAt(same, line)] : [])]),
    replaced: 1,
  };
}

/** `28 of 31`, `before 27 of 30`: a column where a row of one profile lacks days. */
function daysCells(table: ComparedTable, metric: Metric, lines: readonly Line[]): Cells {
  if (metric.kind.overDays === "last" || !table.dimensions.some(({ type }) => type === "profile"))
    return noCells;
  const texts = lines.map(({ place }) =>
    (table.usual === undefined ? (["now", "before"] as const) : (["now"] as const))
      .flatMap((number) => {
        const { covered, expected } = numberColumn(table, metric, number);
        const [days, expectedDays] = [numberAt(covered, place), numberAt(expected, place)];
        return days === 0 || days === expectedDays
          ? []
          : [`${number === "now" ? "" : "before "}${days} of ${expectedDays}`];
      })
      .join(", "),
  );
  const isEmpty = texts.every((text) => text === "");
  return isEmpty ? noCells : { heads: ["days"], cells: texts.map((text) => [text]) };
}

/** With ranges of other lengths, the numbers of days that sums are of. */
function rowTitles({ comparison, table, dimensions }: ShownComparison, metric: Metric) {
  const change = changeHead(table, [metric]);
  const [days, daysBefore] = [comparison.now, comparison.before].map(
    (side) => countedDays(side, metric) ?? daysBetween(side.start, side.end),
  );
  const isWhole =
    metric.kind.overDays === "sum" && !dimensions.some((type) => isDateDimension(type));
  if (table.hasSameProfiles === true) return { change, before: beforeTitle(table) };
  if (!isWhole || days === daysBefore) return { change };
  return { now: `now, ${days} days`, before: `before, ${daysBefore} days`, change };
}

/** The shares of both ranges of the same profiles, and the part of each row in their change. */
function shareCells(shown: ShownComparison, metric: Metric, lines: readonly Line[]): Cells {
  const { table } = shown;
  const [now, before, points, part] = comparedShareNumbers.map((name) =>
    numbersNamed(table, metric, name),
  );
  const at = (list: Float64Array | undefined, row: number): number => orMissing(list?.[row]);
  const hasParts = lines.some(({ place }) => !Number.isNaN(at(part, place)));
  return {
    heads: comparedShareNumbers
      .filter((name) => hasParts || name !== "change_share")
      .map((name) =>
        name === "change_share"
          ? partTitle(table, metric)
          : name === "before_share" && table.usual !== undefined
            ? "usual share %"
            : numberTraits[name].title,
      ),
    cells: lines.map(({ place }) => {
      const [late, early] = [at(now, place), at(before, place)];
      const change = isNumber(at(points, place)) ? formatPoints(at(points, place)) : "";
      const parts = Number.isNaN(at(part, place)) ? "" : formatShare(at(part, place));
      return [formatShare(late), formatShare(early), change, ...(hasParts ? [parts] : [])];
    }),
  };
}

/** `% of the change of the same 212 (+45.5 %)`: what the parts are of. */
function partTitle(table: ComparedTable, metric: Metric): string {
  const {
    profiles = 0,
    percent = Number.NaN,
    coversAll = true,
  } = comparedColumn(table, metric, "change_share")?.wholeChange ?? {};
  const who = coversAll ? `all ${profiles}` : `the same ${profiles}`;
  return `% of the change of ${who}${isNumber(percent) ? ` (${formatPercent(percent)} %)` : ""}`;
}

/** Why the profile of a row is not compared; an empty text for other rows. */
function wordAt(shown: ShownComparison, metric: Metric, row: number): string {
  const profile = profileOf(shown.table, row);
  const hasDates = shown.table.dimensions.some(({ type }) => isDateDimension(type));
  return profile === undefined || hasDates ? "" : groupWord(shown, metric, profile);
}

/** The column of the number that sorts the rows, if no other column has it. */
function sortedColumn({ table, sorting: { sortBy } }: ShownComparison, metric: Metric) {
  const number = sortBy === undefined ? undefined : readNumber(sortBy).number;
  if (number !== "contribution" && number !== "coverage") return [];
  const values = numbersNamed(table, metric, number);
  const textOf = (row: number): string => {
    const value = numberAt(values, row);
    return isNumber(value) ? formatShare(value) : "";
  };
  return [{ title: numberTraits[number].title, textOf }];
}

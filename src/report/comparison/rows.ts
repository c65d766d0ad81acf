/** The rows of a comparison as a table: names, both numbers of the metric that ranks them, and their change. */
import { allColumn, rowColumn } from "../../table/compared-columns.ts";
import { comparedShareNumbers, numberTraits } from "../../catalog/numbers.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey } from "../../cells/axis.ts";
import { numberAt } from "../../cells/number-at.ts";
import { isNumber } from "../../cells/states.ts";
import { required } from "../../errors/tool-error.ts";
import type { Block } from "../../replies/layout.ts";
import { formatPoints, formatShare } from "../../text/numbers.ts";
import { numberText } from "../names.ts";
import { cell } from "../../text/words.ts";
import { readNumber } from "../../meaning/conditions.ts";
import type { Line } from "../order.ts";
import { lineColumns, lineTexts } from "./lines.ts";
import { partTexts } from "./parts.ts";
import { countsOf, groupWord, isApart, numbersNamed, partColumns } from "./shown.ts";
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

interface Cells {
  readonly heads: readonly string[];
  readonly cells: readonly (readonly string[])[];
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
    lineTexts(table, metric, place, { isOfSame: true, word: wordAt(shown, metric, place) }),
  );
  const { heads, cells } = lineColumns(texts);
  const counts = isApart(table, metric) ? countsOf(table, metric) : undefined;
  if (counts === undefined) return { heads, cells };
  const [ofAll, same] = [allColumn(table, metric, "now"), rowColumn(table, metric, "now")];
  const areLabels = table.dimensions.every(({ type }) => type === "profile_label");
  const added = lines.map(({ place }) => {
    const now = numberText(ofAll, numberAt(ofAll.values, place));
    const [count, countSame] = [ofAll, same].map(({ profiles }) =>
      String(numberAt(profiles, place)),
    );
    return areLabels ? [count ?? "", now, countSame ?? ""] : [now];
  });
  const [now = "", ...changes] = heads;
  return {
    heads: areLabels
      ? ["profiles", "now, all", "same", ...heads]
      : [`now, all ${counts.profiles}`, `same ${counts.same}: ${now}`, ...changes],
    cells: cells.map((line, at) => [...(added[at] ?? []), ...line]),
  };
}

/** The shares of both ranges, and where all rows moved the same way, the part of each in the change. */
function shareCells({ table }: ShownComparison, metric: Metric, lines: readonly Line[]): Cells {
  const [now, before, points, part] = comparedShareNumbers.map((name) =>
    numbersNamed(table, metric, name),
  );
  const at = (list: Float64Array | undefined, row: number): number => list?.[row] ?? Number.NaN;
  const hasParts = lines.some(({ place }) => isNumber(at(part, place)));
  return {
    heads: comparedShareNumbers
      .filter((name) => hasParts || name !== "change_share")
      .map((name) => numberTraits[name].title),
    cells: lines.map(({ place }) => {
      const [late, early] = [at(now, place), at(before, place)];
      const change = isNumber(at(points, place)) ? formatPoints(late, early) : "";
      const parts = isNumber(at(part, place)) ? formatShare(at(part, place)) : "";
      return [formatShare(late), formatShare(early), change, ...(hasParts ? [parts] : [])];
    }),
  };
}

/** Why the profile of a row is not compared; an empty text for other rows. */
function wordAt(shown: ShownComparison, metric: Metric, row: number): string {
  const { dimensions, keys } = shown.table;
  const at = dimensions.findIndex(({ type }) => type === "profile");
  const profile = dimensions[at]?.rows[keys[at]?.[row] ?? -1];
  const isOfDates = dimensions.some(({ type }) => isDateDimension(type));
  return profile === undefined || isOfDates ? "" : groupWord(shown, metric, rowKey(profile));
}

/** The column of the number that sorts the rows, if no other column has it. */
function sortedColumn({ table, sorting: { sortBy } }: ShownComparison, metric: Metric) {
  const number = sortBy === undefined ? undefined : readNumber(sortBy).number;
  if (number !== "contribution" && number !== "coverage") return [];
  const values = numbersNamed(table, metric, number);
  const textOf = (row: number): string => {
    const value = values[row] ?? Number.NaN;
    return isNumber(value) ? formatShare(value) : "";
  };
  return [{ title: numberTraits[number].title, textOf }];
}

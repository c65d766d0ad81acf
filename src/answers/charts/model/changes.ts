/** The changes of rows side by side: bars to both sides of zero, with their numbers. */
import { numberColumn, populationColumn } from "../../../numbers/table/compared-columns.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { isNumber } from "../../../numbers/cells/states.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { required } from "../../../base/errors/tool-error.ts";
import type { Chart, ChartSeries } from "../../replies/chart.ts";
import { changeText } from "../../report/comparison/lines.ts";
import type { ComparedRanks } from "../../report/comparison/ranks.ts";
import { groupWord, rowNamesOf } from "../../report/comparison/shown.ts";
import type { ShownComparison } from "../../report/comparison/shown.ts";
import type { ComparedTable } from "../../../numbers/table/compare.ts";
import { coverageAt, profileOf } from "../../../numbers/table/table.ts";
import { formatPercent, grouped } from "../../../base/text/numbers.ts";
import { plural } from "../../../base/text/words.ts";
import { breakdownWords } from "./breakdowns.ts";
import { mostRows, omittedNote } from "./drawn.ts";
import { changeTitle, titleOf, type Chosen } from "./heading.ts";
import { markedValues, mostCovered, pair } from "./series.ts";

/** The names of both ranges. */
export type SideNames = readonly [now: string, before: string];

export interface Layout extends Pick<
  Chart,
  "places" | "placesBefore" | "rows" | "apartFrom" | "dimension" | "notes"
> {
  /** The title, without the ranges. @param metrics that are drawn. @param chosen the profiles that they are of. */
  readonly titleOf: (metrics: readonly Metric[], chosen?: Chosen) => string;
  readonly seriesOf: (metric: Metric) => ChartSeries[];
}

/** The numbers of a row now and before, of the same profiles. */
export const bothColumns = (table: ComparedTable, metric: Metric) =>
  [
    populationColumn(table, metric, "now", "same"),
    populationColumn(table, metric, "before", "same"),
  ] as const;

/**
 * The changes of the rows that are compared, in the order of the reply; below a line those that are not, each with the
 * reason. A single row has its two numbers.
 */
export function sideBySide(
  shown: ShownComparison,
  ranks: ComparedRanks,
  names: SideNames,
  top = mostRows,
): Layout {
  const { table, dimensions } = shown;
  const { now } = shown.comparison;
  const rowNames = namesInWords(shown).map((name) => name || "all");
  const dimension =
    table.dimensions.map(({ type }) => type.replace("date.", "")).join(" and ") || "total";
  if (table.rowCount === 1) {
    const only = [{ row: 0 }];
    const seriesOf = (metric: Metric) => pair(bothColumns(table, metric), [only, only], names);
    const title: Layout["titleOf"] = (metrics, chosen) => titleOf(now, metrics, [], chosen);
    return { places: [""], dimension, notes: [], titleOf: title, seriesOf };
  }
  const isCompared = ({ rank }: ComparedRanks["lines"][number]): boolean =>
    ranks.by === undefined || rank !== undefined;
  const compared = ranks.lines.filter(isCompared);
  const apart = ranks.lines.filter((line) => !isCompared(line));
  const rows = compared.slice(0, top).map(({ place }) => place);
  const below = apart.slice(0, mostApart).map(({ place }) => place);
  const by = ranks.by === undefined ? undefined : `${ranks.by} of ${ranks.metric.name}`;
  const drawn = compared.length > rows.length ? rows.length : undefined;
  return {
    places: [...rows, ...below].map((row) => required(rowNames[row], "a row")),
    ...(below.length > 0 && { apartFrom: rows.length }),
    dimension,
    titleOf: (metrics, chosen) => changeTitle(now, metrics, dimensions, { drawn, chosen }),
    notes: [
      ...omittedNote(compared.length - rows.length, rows.length, "row", by),
      ...(below.length > 0 ? ["Below the line: not compared, with the reason."] : []),
      ...(apart.length > below.length
        ? [`Not compared, and not drawn: ${plural(apart.length - below.length, "more row")}.`]
        : []),
    ],
    seriesOf: (metric) => [changesOf(shown, metric, rows, below)],
  };
}

/** The names of rows, those of breakdowns in words. */
export function namesInWords(shown: Pick<ShownComparison, "comparison" | "table">): string[] {
  const { heads, names } = rowNamesOf(shown);
  return names.map((row) => row.map((name, at) => breakdownWords(heads[at], name)).join(", "));
}

/** The most rows below the line. */
const mostApart = 10;

/** Makes one series of the changes of rows. Each bar has its number beside it, or the reason why it has none. */
function changesOf(
  shown: ShownComparison,
  metric: Metric,
  rows: readonly number[],
  below: readonly number[],
): ChartSeries {
  const { table } = shown;
  const change = numberColumn(table, metric, "change");
  const [now, before] = bothColumns(table, metric);
  const percent = numberColumn(table, metric, "change_percent");
  const textOf = (row: number): string => {
    const size = numberAt(change.values, row);
    if (!isNumber(size)) return "not comparable";
    const share = numberAt(percent.values, row);
    const moved = grouped(
      changeText(now, size, numberAt(now.values, row), numberAt(before.values, row)),
    );
    return isNumber(share) ? `${moved} (${formatPercent(share)} %)` : moved;
  };
  const placed = [...rows.map((row) => ({ row })), ...below.map(() => undefined)];
  const marked = markedValues(
    placed,
    change,
    (row) => Math.min(coverageAt(now, row), coverageAt(before, row)),
    mostCovered(now, before),
  );
  const texts = [...rows.map(textOf), ...below.map((row) => reasonOf(shown, metric, row))];
  return { name: metric.name, role: "own", ...marked, texts };
}

/** Why a row is not compared: `new 08-17`, `gaps`. */
function reasonOf(shown: ShownComparison, metric: Metric, row: number): string {
  const profile = profileOf(shown.table, row);
  const word = profile === undefined ? "" : groupWord(shown, metric, profile);
  const isEmpty = bothColumns(shown.table, metric).every(
    ({ values }) => !isNumber(numberAt(values, row)),
  );
  return word === "" ? (isEmpty ? "no values" : "not comparable") : word;
}

/** The ladder of a comparison: all rows where they fit, else the largest movers and the rest as one row, else totals. */
import { compare, type Compared } from "../../meaning/comparison.ts";
import { isNumber } from "../../meaning/figures.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { cell, plural, tableRow } from "../../text/words.ts";
import { compactColumn, fullColumns, lengthsOf, type Lengths, type TextColumn } from "./cells.ts";
import {
  byContribution,
  combinable,
  combinedNames,
  isOneSided,
  isSplit,
  restricted,
  type FurtherRow,
  type ShownComparison,
} from "./rows.ts";
import { brokenTable } from "./breaks.ts";
import { timeTable } from "./time.ts";

export interface CondensedComparison {
  readonly text: string;
  /** The way in which the table was condensed; absent for the whole table. */
  readonly condensed?: string;
}

/** More metrics than this have their numbers in one column each. */
const mostFullMetrics = 2;

/** The first form of the comparison that fits the budget. The last one is cut to whole lines. */
export function condenseComparison(shown: ShownComparison, maxTokens: number): CondensedComparison {
  const fits = (text: string): boolean => estimateTokens(text) <= maxTokens;
  if (shown.dimensions.some(isSplit)) {
    const whole = timeTable(shown);
    if (fits(whole)) return { text: whole };
    const others = shown.dimensions.filter((type) => !isSplit(type));
    const compared = compare(shown.comparison, others);
    const over = condenseComparison(
      { ...shown, dimensions: others, compared, order: undefined },
      maxTokens,
    );
    return {
      ...over,
      condensed: ["condensed to the whole ranges", over.condensed].filter(Boolean).join(", "),
    };
  }
  const rows = shown.order ?? byContribution(shown.compared);
  const whole = tableOf(shown, { rows, isPart: shown.order !== undefined });
  if (fits(whole)) return { text: whole };
  for (const most of [40, 20, 10, 4]) {
    if (most >= rows.length) continue;
    const text = tableOf(shown, { rows: movers(shown, rows, most), isPart: true });
    if (fits(text)) return { text, condensed: `condensed to the ${most} largest changes` };
  }
  return cut(tableOf(shown, { rows: [], isPart: true }), maxTokens);
}

/** The rows that rose most and those that fell most, where the rows have their usual order; else the first rows. */
function movers(
  { compared, order }: ShownComparison,
  rows: readonly number[],
  most: number,
): number[] {
  const changes = compared.metrics.find(({ change }) => change.some(isNumber))?.change;
  if (order !== undefined || changes === undefined) return rows.slice(0, most);
  const up = rows.filter((row) => (changes[row] ?? 0) > 0).slice(0, most / 2);
  const down = rows.filter((row) => (changes[row] ?? 0) < 0).slice(0, most / 2);
  return rows.filter((row) => up.includes(row) || down.includes(row));
}

interface Chosen {
  /** The rows to show, in order. */
  readonly rows: readonly number[];
  /** They are not all rows. */
  readonly isPart: boolean;
}

function tableOf(shown: ShownComparison, { rows, isPart }: Chosen): string {
  const { comparison, compared, order } = shown;
  const names = combinedNames(comparison, compared.axes);
  const both = rows.filter((row) => !isOneSided(compared, row));
  const single = rows.filter((row) => isOneSided(compared, row));
  const isRanked = order !== undefined;
  const further = furtherRows(shown, { rows, isPart });
  const columns = columnsFor(compared, lengthsOf(comparison));
  const line = (row: number): string =>
    tableRow([cell(names[row] ?? ""), ...columns.map(({ textAt }) => textAt(compared, row))]);
  const main = [
    tableRow([shown.dimensions.join(", "), ...columns.map(({ title }) => title)]),
    ...(isRanked ? rows : both).map(line),
    ...further.map(({ name, compared: own }) =>
      tableRow([name, ...columns.map(({ textAt }) => textAt(own, 0))]),
    ),
    ...(isRanked ? [] : single).map(line),
  ];
  const broken = brokenTable(shown, names, isRanked ? rows : [...both, ...single], further);
  return [...(columns.length === 0 ? [] : [main.join("\n")]), ...broken].join("\n\n");
}

/** The columns of the metrics that can be compared. */
function columnsFor(compared: Compared, lengths: Lengths): TextColumn[] {
  const places = compared.metrics.flatMap(({ parts }, place) => (parts.length === 0 ? place : []));
  return places.flatMap((place) => {
    const isFull =
      places.length <= mostFullMetrics || compared.metrics[place]?.explained !== undefined;
    return isFull ? fullColumns(compared, place, lengths) : compactColumn(compared, place, lengths);
  });
}

/** The rows that are not shown, as one, and the total of the rows with both sides. */
function furtherRows(
  { comparison, dimensions, compared, order }: ShownComparison,
  { rows, isPart }: Chosen,
): FurtherRow[] {
  const type = combinable(dimensions);
  const axis = compared.axes.find((one) => one.type === type);
  if (axis === undefined || compared.rowCount < 2) return [];
  const all = [...Array.from({ length: compared.rowCount }).keys()];
  const both = all.filter((row) => !isOneSided(compared, row));
  const rest = isPart && order === undefined ? both.filter((row) => !rows.includes(row)) : [];
  const total = order === undefined ? both : rows;
  const combined = (some: readonly number[]): Compared =>
    withSums(compare(restricted(comparison, axis, some), []), compared, some);
  const noun = type === "profile" ? "profile" : "label";
  return [
    ...(rest.length === 0
      ? []
      : [{ name: plural(rest.length, `other ${noun}`), compared: combined(rest) }]),
    ...(total.length < 2
      ? []
      : [
          {
            name:
              total.length === compared.rowCount ? `all ${total.length}` : `these ${total.length}`,
            compared: combined(total),
          },
        ]),
  ];
}

/** The rate and the mix of a row that combines others are the sums of theirs. */
function withSums(one: Compared, { metrics }: Compared, rows: readonly number[]): Compared {
  const sumOf = (list: Float64Array): Float64Array =>
    Float64Array.of(rows.reduce((sum, row) => sum + (list[row] || 0), 0));
  return {
    ...one,
    metrics: one.metrics.map((own, place) => {
      const explained = metrics[place]?.explained;
      return explained === undefined
        ? own
        : { ...own, explained: { rate: sumOf(explained.rate), mix: sumOf(explained.mix) } };
    }),
  };
}

function cut(text: string, maxTokens: number): CondensedComparison {
  const lines = text.split("\n");
  let kept = lines.length;
  while (kept > 1 && estimateTokens(lines.slice(0, kept).join("\n")) > maxTokens) kept -= 1;
  const left = lines.length - kept;
  return {
    text: lines.slice(0, kept).join("\n"),
    condensed: `condensed to totals${left === 0 ? "" : `; ${plural(left, "row")} omitted to fit the budget`}`,
  };
}

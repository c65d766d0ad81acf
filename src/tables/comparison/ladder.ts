/** The ladder of a comparison: all rows where they fit, else the largest movers and the rest as one row, else totals. */
import type { Work } from "../../async/work.ts";
import { numberAt } from "../../cells/number-at.ts";
import { required } from "../../errors/tool-error.ts";
import { isCalendarDate } from "../../catalog/dimensions.ts";
import { compare, type Compared } from "../../meaning/comparison.ts";
import { isNumber } from "../../meaning/figures.ts";
import { fitsTokens, fittingLines } from "../../text/tokens.ts";
import { totalsWords } from "../condense.ts";
import { cell, tableRow } from "../../text/words.ts";
import { compactColumn, fullColumns, lengthsOf, type Lengths, type TextColumn } from "./cells.ts";
import {
  byContribution,
  combinedNames,
  isOneSided,
  isPartial,
  rowNames,
  type ShownComparison,
} from "./rows.ts";
import { linesOf, type Chosen, type Line } from "./combined-rows.ts";
import { brokenTable } from "./breaks.ts";

export interface CondensedComparison {
  readonly text: string;
  /** The way in which the table was condensed; absent for the whole table. */
  readonly condensed?: string;
  /** Not even the totals fit. */
  readonly isCut?: boolean;
}

/** More metrics than this have their numbers in one column each. */
const mostFullMetrics = 2;

/** The first form of the comparison that fits the budget. The last one is cut to whole lines. */
export function* condenseComparison(
  shown: ShownComparison,
  maxTokens: number,
): Work<CondensedComparison> {
  const fits = (text: string | undefined): text is string =>
    text !== undefined && fitsTokens(text, maxTokens);
  if (shown.dimensions.some(isCalendarDate)) {
    const whole = yield* timeTable(shown, maxTokens);
    if (fits(whole)) return { text: whole };
    const others = shown.dimensions.filter((type) => !isCalendarDate(type));
    const compared = yield* compare(shown.comparison, others);
    const over = yield* condenseComparison(
      { ...shown, dimensions: others, compared, order: undefined },
      maxTokens,
    );
    return {
      ...over,
      condensed: ["condensed to the whole ranges", over.condensed].filter(Boolean).join(", "),
    };
  }
  const rows = shown.order ?? byContribution(shown.compared);
  const whole = yield* tableOf(shown, { rows, isPart: shown.order !== undefined }, maxTokens);
  if (fits(whole)) return { text: whole };
  for (const most of [40, 20, 10, 4]) {
    if (most >= rows.length) continue;
    const chosen = { rows: movers(shown, rows, most), isPart: true };
    const text = yield* tableOf(shown, chosen, maxTokens);
    if (fits(text)) return { text, condensed: `condensed to the ${wordsOf(shown, most)}` };
  }
  const totals = required(yield* tableOf(shown, { rows: [], isPart: true }), "a table");
  const { text, left } = fittingLines(totals, maxTokens);
  return { text, condensed: totalsWords(left), isCut: left > 0 };
}

/** The rows that a condensed table shows. */
const wordsOf = ({ compared, order }: ShownComparison, most: number): string =>
  order === undefined && compared.metrics.some(({ change }) => change.some(isNumber))
    ? `${most} largest changes`
    : `first ${most} rows`;

/** The rows that rose most and those that fell most, where the rows have their usual order; else the first rows. */
function movers(
  { compared, order }: ShownComparison,
  rows: readonly number[],
  most: number,
): number[] {
  const changes = compared.metrics.find(({ change }) => change.some(isNumber))?.change;
  if (order !== undefined || changes === undefined) return rows.slice(0, most);
  const alike = rows.filter((row) => !isOneSided(compared, row) && !isPartial(compared, row));
  const up = alike.filter((row) => numberAt(changes, row) > 0).slice(0, most / 2);
  const down = alike.filter((row) => numberAt(changes, row) < 0).slice(0, most / 2);
  const chosen = new Set([...up, ...down]);
  return rows.filter((row) => chosen.has(row));
}

/** @param maxTokens a table that certainly needs more is not laid out. */
function* tableOf(
  shown: ShownComparison,
  chosen: Chosen,
  maxTokens = Number.POSITIVE_INFINITY,
): Work<string | undefined> {
  const { comparison, dimensions, compared } = shown;
  // Each row takes a token for its name, and one for each metric.
  if (chosen.rows.length * (compared.metrics.length + 1) > maxTokens) return undefined;
  const names = combinedNames(comparison, compared.axes);
  const lines = yield* linesOf(shown, chosen);
  const columns = columnsFor(compared, lengthsOf(comparison, compared));
  const textOf = (line: Line): string =>
    typeof line === "number"
      ? tableRow([
          cell(required(names[line], "a row")),
          ...columns.map(({ textAt }) => textAt(compared, line)),
        ])
      : tableRow([line.name, ...columns.map(({ textAt }) => textAt(line.compared, 0))]);
  const main = [
    tableRow([dimensions.join(", "), ...columns.map(({ title }) => title)]),
    ...lines.map(textOf),
  ];
  const broken = brokenTable(shown, names, lines);
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

/**
 * Rows of time down, the rows of the other dimensions and the metrics across, and the whole ranges last. Undefined for a
 * table that cannot fit.
 */
function* timeTable(
  { comparison, dimensions, compared, order }: ShownComparison,
  maxTokens: number,
): Work<string | undefined> {
  const place = compared.axes.findIndex(({ type }) => isCalendarDate(type));
  const time = compared.axes[place];
  if (time === undefined) return undefined;
  const inner = compared.axes.slice(place + 1).reduce((count, { rows }) => count * rows.length, 1);
  const others = compared.axes.filter((axis) => axis !== time);
  const series = combinedNames(comparison, others);
  /** The row of the comparison at a row of time and a series. */
  const rowAt = (row: number, one: number): number =>
    (Math.floor(one / inner) * time.rows.length + row) * inner + (one % inner);
  const rows = order ?? [...time.rows.keys()];
  // Every number takes at least a token.
  if (rows.length * series.length * compared.metrics.length > maxTokens) return undefined;
  const lengths = lengthsOf(comparison, compared);
  const isSimple = series.length === 1 && compared.metrics.length === 1;
  const columns = series.map((name) =>
    [...compared.metrics.keys()].flatMap((metric) =>
      isSimple
        ? fullColumns(compared, metric, lengths)
        : compactColumn(compared, metric, lengths, series.length > 1 ? ` of ${cell(name)}` : ""),
    ),
  );
  const rest = dimensions.filter((type) => !isCalendarDate(type));
  const whole = yield* compare(comparison, rest);
  const names = rowNames(comparison, time);
  const unit = time.type.replace("date.", "");
  const table = [
    tableRow([unit, `${unit} before`, ...columns.flat().map(({ title }) => title)]),
    ...rows.map((row) =>
      tableRow([
        ...(names[row] ?? []).map(cell),
        ...columns.flatMap((own, one) =>
          own.map(({ textAt }) => textAt(compared, rowAt(row, one))),
        ),
      ]),
    ),
    ...(order === undefined
      ? [
          tableRow([
            "whole ranges",
            "",
            ...columns.flatMap((own, one) => own.map(({ textAt }) => textAt(whole, one))),
          ]),
        ]
      : []),
  ].join("\n");
  const shown = { comparison, dimensions: rest, compared: whole };
  return [table, ...brokenTable(shown, series, [...series.keys()])].join("\n\n");
}

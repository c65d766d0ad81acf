/** A comparison by time: a row per position in both ranges, with the dates of both. */
import type { Work } from "../../async/work.ts";
import { isCalendarDate } from "../../catalog/dimensions.ts";
import { compare } from "../../meaning/comparison.ts";
import { cell, tableRow } from "../../text/words.ts";
import { brokenTable } from "./breaks.ts";
import { compactColumn, fullColumns, lengthsOf } from "./cells.ts";
import { combinedNames, rowNames, type ShownComparison } from "./rows.ts";

/**
 * Rows of time down, the rows of the other dimensions and the metrics across, and the whole ranges last. Undefined for a
 * table that cannot fit.
 */
export function* timeTable(
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

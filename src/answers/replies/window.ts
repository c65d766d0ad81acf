/** The rows that a reply shows of those in order: `top` and `offset`, and how many are shown if neither is given. */
import { ourLimits } from "../../catalog/limits.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { plural } from "../../base/text/words.ts";
import type { PieceArguments } from "./piece-id.ts";

export interface Window extends Pick<PieceArguments, "top" | "offset"> {
  /** The question names its rows (default: false). */
  readonly isNamed?: boolean;
}

/** @throws ToolError `invalid_input` for an offset beyond the rows. */
export function within<Row>(
  rows: readonly Row[],
  { top = rows.length, offset = 0 }: Window,
  noun = "row",
): Row[] {
  if (offset > 0 && offset >= rows.length)
    throw inputError(
      `offset ${offset} is beyond the ${plural(rows.length, noun)}`,
      "Choose a smaller offset.",
    );
  return rows.slice(offset, offset + top);
}

/** The sentence on the rows that follow: `12 more: read_result, or top.` */
export const moreText = (left: number, way: string): string | false =>
  left > 0 && `${left} more: ${way}.`;

/** The rows of a table that are shown. */
export interface Chosen<Row> {
  readonly lines: readonly Row[];
  /** The number of those that follow. */
  readonly left: number;
  /** All rows are shown. */
  readonly isWhole: boolean;
}

/**
 * @param most a smaller number than the usual one, because the budget is small.
 * @example chosenRows(rows, { top: 10, offset: 20 }) // rows 21 to 30
 */
export function chosenRows<Row>(
  rows: readonly Row[],
  window: Window,
  most = Infinity,
): Chosen<Row> {
  const { ranked, short: fullRows, named } = ourLimits.shownRows;
  const isShort = rows.length <= (window.isNamed === true ? named : fullRows);
  const top = Math.min(most, window.top ?? (isShort ? rows.length : ranked));
  const lines = within(rows, { ...window, top });
  const left = rows.length - (window.offset ?? 0) - lines.length;
  return { lines, left, isWhole: lines.length === rows.length };
}

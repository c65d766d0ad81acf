/** A table of a result at some dimensions, and how its lines are chosen. */
import { isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import type { Result } from "../../numbers/cells/result.ts";
import type { Combining } from "../../numbers/table/combine.ts";
import type { Table } from "../../numbers/table/table.ts";
import type { PieceArguments } from "../replies/piece-id.ts";
import type { Window } from "../replies/window.ts";

/** The order of the lines, and those of them that are shown. */
export type Sorting = Window & Pick<PieceArguments, "sortBy" | "where" | "order">;

export interface Shown {
  readonly result: Result;
  readonly dimensions: readonly Dimension[];
  readonly table: Table;
  /** Its lines, without time. */
  readonly lines: Table;
  /** Folds a result into such a table: by the kinds of its metrics, or as a statistic. */
  readonly fold: (result: Result, dimensions: readonly Dimension[], combining?: Combining) => Table;
  /** All profiles and metrics of the question, which lines are ranked among; those of the result (default). */
  readonly population?: Result | undefined;
  readonly sorting: Sorting;
  /** The same rows with metrics that are not shown, which conditions can name; the result (default). */
  readonly source?: Result;
  /** Keys of the lines that meet the conditions; all lines (default). */
  readonly matching?: ReadonlySet<string> | undefined;
  /** The profiles that meet the conditions: totals are of them, beside all. */
  readonly matched?: Result | undefined;
  /** The numbers are not those of the kinds: they have no totals and no shorter form. */
  readonly isStatistic?: boolean;
}

export const isSorted = ({ sortBy, order, top, offset = 0 }: Sorting): boolean =>
  [sortBy, order, top].some((argument) => argument !== undefined) || offset > 0;

/** The dimensions of a line: all but time. */
export const lineDimensions = ({ dimensions }: Pick<Shown, "dimensions">): Dimension[] =>
  dimensions.filter((type) => !isDateDimension(type));

/** A table with one dimension going down, and a line for each combination of the others. */
import { required } from "../../base/errors/tool-error.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Table } from "./table.ts";

export interface Pivot {
  /** The number of rows that go down; 1 without a dimension. */
  readonly downCount: number;
  /** The lines, in the order of their dimensions: by place of the dimension that goes down, the row; -1 for none. */
  readonly lines: readonly Int32Array[];
}

/**
 * @param down undefined: each row is a line.
 * @example the line of profile "a" in a table by profile and day, with the days going down
 * pivot(table, "date.day").lines[0] // [0, 1]
 */
export function pivot({ dimensions, keys, rowCount }: Table, down: Dimension | undefined): Pivot {
  const at = dimensions.findIndex(({ type }) => type === down);
  const downKeys = keys[at];
  if (downKeys === undefined)
    return {
      downCount: 1,
      lines: Array.from({ length: rowCount }, (_, row) => Int32Array.of(row)),
    };
  const downCount = dimensions[at]?.rows.length ?? 0;
  const lines = new Map<number, Int32Array>();
  for (let row = 0; row < rowCount; row += 1) {
    let combination = 0;
    for (const [place, column] of keys.entries())
      if (place !== at)
        combination =
          combination * required(dimensions[place], "a dimension").rows.length +
          numberAt(column, row);
    let line = lines.get(combination);
    if (line === undefined) lines.set(combination, (line = new Int32Array(downCount).fill(-1)));
    line[numberAt(downKeys, row)] = row;
  }
  const ordered = [...lines].toSorted(([left], [right]) => left - right);
  return { downCount, lines: ordered.map(([, line]) => line) };
}

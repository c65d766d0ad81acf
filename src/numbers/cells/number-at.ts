/** Reads the numbers of grids. */
import { internalError } from "../../base/errors/tool-error.ts";

/**
 * The number at a place of a list. Places are computed from the axes (shape and strides) of the grid that the list
 * belongs to, so that they are inside the list. One outside is a defect: it fails, and never becomes a missing number or 0.
 * @throws ToolError `internal_error` for a place outside the list.
 */
export function numberAt(
  list: Float64Array | Uint32Array | Uint8Array | Int32Array,
  place: number,
): number {
  const number = list[place];
  if (number === undefined) outside(list.length, place);
  return number;
}

function outside(length: number, place: number): never {
  throw internalError(`the place ${place} is outside a list of ${length} numbers`);
}
